import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const ROOT = path.resolve(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8')

/** The text that names a test or a group of tests. */
const TEST_NAME_PATTERN = /\b(?:describe|it|test)(?:\.\w+(?:\([^()]*\))?)*\(\s*(['"`])(.*?)\1/gs
const ROW_ID_PATTERN =
  /\b(?:Trust )?(?<![\w-])([AP]\d{2})\b|\bTrust (\d{1,2}(?:(?:, ?| and | )\d{1,2}(?!\d))*)/g

/** The rows that a name refers to: "A07", "Trust 18". */
function rowsIn(name: string): string[] {
  return [...name.matchAll(ROW_ID_PATTERN)].flatMap(([, row, promises]) =>
    row ? [row] : (promises?.match(/\d+/g) ?? []).map((number) => `Trust ${Number(number)}`),
  )
}

test('every row id in a test name is in docs/specification.md', () => {
  const knownRows = new Set(
    [...read('docs/specification.md').matchAll(/^\| (?:Trust )?(\w+) \|/gm)].map(([, row = '']) =>
      /^\d/.test(row) ? `Trust ${Number(row)}` : row,
    ),
  )
  const files = globSync(['{src,test}/**/*.{test,spec}.{ts,tsx}', 'scripts/**/*.test.mjs'], { cwd: ROOT })
  const unknownRows = files.flatMap((file) =>
    [...read(file).matchAll(TEST_NAME_PATTERN)].flatMap(([, , name = '']) =>
      rowsIn(name)
        .filter((row) => !knownRows.has(row))
        .map((row) => `${file}: ${row} in "${name}"`),
    ),
  )
  expect(knownRows.size).toBeGreaterThan(50)
  expect(unknownRows).toEqual([])
})

test('reports an unknown row id', () => {
  expect(rowsIn('A99 and P01: Trust 3, 26')).toEqual(['A99', 'P01', 'Trust 3', 'Trust 26'])
})
