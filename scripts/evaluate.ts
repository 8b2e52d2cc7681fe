// `npm run evaluate`: evaluates the score in a simulation with a different effect model. Prints the results, writes a page
// with plots to ./reports, and ends with a line of JSON. `--people=` and `--seed=` set size and random seed.
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { STRESSES } from './evaluation/assumptions.ts'
import { evaluate } from './evaluation/evaluation.ts'
import { type Options, parseOptions } from './evaluation/options.ts'
import { renderPage, SEED_NOTE, STRESS_NOTE } from './evaluation/page.ts'
import { bandTable, minimumTable, type Run, rankingTable, runTable, type Table } from './evaluation/tables.ts'

const OTHER_SEEDS = 3
const PAGE_PATH = path.join('reports', 'evaluation.html')

function print({ title, head, rows }: Table): void {
  const widths = head.map((name, i) => Math.max(name.length, ...rows.map((row) => row[i]?.length ?? 0)))
  const line = (row: readonly string[]) =>
    row
      .map((text, i) => text.padEnd(widths[i] ?? 0))
      .join('  ')
      .trimEnd()
  console.log(`\n${title}\n${[head, ...rows].map(line).join('\n')}`)
}

function run({ people, seed }: Options): void {
  console.log(
    `Simulation of ${people.toLocaleString('en')} adults, seed ${seed}; not evidence from the field.`,
  )
  const mainRun: Run = { name: 'As designed', evaluation: evaluate(people, seed) }
  const { all, owners, ece } = mainRun.evaluation
  console.log(
    `Predicting that no one moves would be ${(100 * (1 - all.moverCount / people)).toFixed(1)}% accurate.`,
  )
  for (const table of [rankingTable, bandTable, minimumTable]) print(table(mainRun.evaluation))
  const stresses = STRESSES.map(
    (stress): Run => ({ name: stress.name, evaluation: evaluate(people, seed, stress) }),
  )
  print(runTable('Stress tests', STRESS_NOTE, [mainRun, ...stresses]))
  const seeds = Array.from({ length: OTHER_SEEDS }, (_, i): Run => {
    const otherSeed = seed + i + 1
    return { name: `Seed ${otherSeed}`, evaluation: evaluate(people, otherSeed) }
  })
  print(runTable('Other random seeds', SEED_NOTE, [mainRun, ...seeds]))
  mkdirSync(path.dirname(PAGE_PATH), { recursive: true })
  writeFileSync(PAGE_PATH, renderPage(mainRun, stresses, seeds))
  console.log(`\nThe page with the plots: ${path.resolve(PAGE_PATH)}`)
  const roundTo4 = (value: number) => Math.round(value * 1e4) / 1e4
  console.log(
    JSON.stringify({
      auc: roundTo4(all.model.auc.value),
      aucOwners: roundTo4(owners.model.auc.value),
      liftOwners: roundTo4(owners.model.lift),
      ece: roundTo4(ece),
    }),
  )
}

try {
  run(parseOptions(process.argv.slice(2)))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
