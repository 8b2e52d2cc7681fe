import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const ROOT = path.join(import.meta.dirname, '../..')
/** Files that decide how people in the simulation behave. */
const TRUTH_FILES = ['truth', 'assumptions', 'effects', 'events', 'life', 'population', 'residuals', 'random']

/** Modules whose values a file imports; types don't exist when the program runs. */
function importedModules(file: string): string[] {
  const text = readFileSync(path.join(ROOT, file), 'utf8')
  return [...text.matchAll(/^import (?!type )[^'"]*from '([^']+)'/gms)].map(([, module = '']) => module)
}

test('the truth of the simulation reads nothing of the score', () => {
  for (const name of TRUTH_FILES) {
    const modules = importedModules(`scripts/evaluation/${name}.ts`)
    expect(modules.filter((module) => !TRUTH_FILES.some((other) => module === `./${other}.ts`))).toEqual([])
  }
})

test('the score reads nothing of the simulation', () => {
  const folder = 'src/domain/score'
  const files = readdirSync(path.join(ROOT, folder)).filter(
    (file) => file.endsWith('.ts') && !file.endsWith('.test.ts'),
  )
  expect(files).toContain('parameters.ts')
  for (const file of files) {
    expect(importedModules(`${folder}/${file}`).filter((module) => module.includes('evaluation/'))).toEqual(
      [],
    )
  }
})
