// `npm run evaluate`: evaluates the score in a simulation with a different effect model. Prints the results, writes a page
// with plots to ./reports, and ends with a line of JSON. `--people=` and `--seed=` set size and random seed.
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { AS_DESIGNED, HARDER_TRUTHS, STRESSES, type Stress } from './evaluation/assumptions.ts'
import { evaluate } from './evaluation/evaluation.ts'
import { type Options, parseOptions } from './evaluation/options.ts'
import { renderPage, runTables } from './evaluation/page.ts'
import {
  bandTable,
  minimumTable,
  type Run,
  rankingTable,
  type Table,
  targetTable,
} from './evaluation/tables.ts'

const OTHER_SEEDS = 3
/** People from whom the comparison learns, in the main simulation and the harder truths. */
const LEARNING_PEOPLE = 40_000
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
  const learnIn = (stress: Stress): Run => ({
    name: stress.name,
    evaluation: evaluate(people, seed, stress, LEARNING_PEOPLE),
  })
  const main = learnIn(AS_DESIGNED)
  const { all, owners, ece } = main.evaluation
  console.log(
    `Predicting that no one moves would be ${(100 * (1 - all.moverCount / people)).toFixed(1)}% accurate.`,
  )
  for (const table of [rankingTable, bandTable, targetTable, minimumTable]) print(table(main.evaluation))
  const stresses = STRESSES.map(
    (stress): Run => ({ name: stress.name, evaluation: evaluate(people, seed, stress) }),
  )
  const harder = HARDER_TRUTHS.map(learnIn)
  const seeds = Array.from({ length: OTHER_SEEDS }, (_, i): Run => {
    const otherSeed = seed + i + 1
    return { name: `Seed ${otherSeed}`, evaluation: evaluate(people, otherSeed) }
  })
  const runs = { main, stresses, harder, seeds }
  for (const table of runTables(runs)) print(table)
  mkdirSync(path.dirname(PAGE_PATH), { recursive: true })
  writeFileSync(PAGE_PATH, renderPage(runs))
  console.log(`\nThe page with the plots: ${path.resolve(PAGE_PATH)}`)
  const roundTo4 = (value: number) => Math.round(value * 1e4) / 1e4
  console.log(
    JSON.stringify({
      auc: roundTo4(all.model.auc.value),
      aucOwners: roundTo4(owners.model.auc.value),
      liftOwners: roundTo4(owners.model.lift.value),
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
