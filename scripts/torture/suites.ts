// Test suites that the torture run repeats with larger amounts.
import { finding, type Scenario } from './scenario.ts'
import { runScript } from './stage.ts'

type Suite = {
  name: string
  promiseId: number
  seconds: number
  project: 'server' | 'browser'
  file: string
  /** Short description of the suite's work. */
  work: string
  /** The setting for the number of runs, and its value in the long form. */
  amount?: { setting: string; full: number; min: number }
}

const SUITES: readonly Suite[] = [
  {
    ...{
      name: 'kill-work',
      promiseId: 19,
      seconds: 400,
      project: 'browser',
      file: 'test/faults/kill.spec.ts',
    },
    work: 'rows of an import, and enrichments, killed in the middle',
    amount: { setting: 'NINEFOLD_KILL_ROWS', full: 100_000, min: 2000 },
  },
  {
    ...{ name: 'sigterm', promiseId: 21, seconds: 90, project: 'browser' },
    ...{ file: 'test/faults/graceful-stop.spec.ts', work: 'SIGTERM under load' },
  },
  {
    ...{ name: 'many-processes', promiseId: 24, seconds: 200, project: 'browser' },
    ...{ file: 'test/faults/many-processes.spec.ts', work: 'several processes on one database' },
  },
  {
    ...{ name: 'fuzz', promiseId: 13, seconds: 600, project: 'server', file: 'src/server/fuzz.test.ts' },
    work: 'generated requests a route',
    amount: { setting: 'NINEFOLD_FUZZ_RUNS', full: 1000, min: 20 },
  },
]

export const suites = SUITES.map(
  ({ name, promiseId, seconds, project, file, work, amount }): Scenario => ({
    ...{ name, seconds },
    async run({ scale }) {
      const amountOfWork = amount && Math.max(amount.min, Math.round(amount.full * scale))
      const settings = amount && { [amount.setting]: String(amountOfWork) }
      const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--project', project, file]
      const hasPassed = await runScript([...vitest, '--testTimeout', '600000'], settings)
      const workWithCount = amountOfWork ? `${amountOfWork.toLocaleString('en')} ${work}` : work
      return [finding(promiseId, `${workWithCount}: tests that failed`, hasPassed ? 'none' : 'some', 'none')]
    },
  }),
)
