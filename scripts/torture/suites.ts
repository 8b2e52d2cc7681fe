// Tests of the project in their long form.
import { finding, type Scenario } from './scenario.ts'
import { runScript } from './stage.ts'

type Suite = {
  name: string
  promise: number
  seconds: number
  project: 'server' | 'browser'
  file: string
  /** The suite's work with its amount. */
  what: string
  /** The setting for the number of runs, and its value in the long form. */
  amount?: { setting: string; whole: number; least: number }
}

const SUITES: readonly Suite[] = [
  {
    ...{ name: 'kill-work', promise: 19, seconds: 400, project: 'browser', file: 'test/faults/kill.spec.ts' },
    what: 'rows of an import, and enrichments, killed in the middle',
    amount: { setting: 'NINEFOLD_KILL_ROWS', whole: 100_000, least: 2000 },
  },
  {
    ...{ name: 'sigterm', promise: 21, seconds: 90, project: 'browser' },
    ...{ file: 'test/faults/graceful-stop.spec.ts', what: 'SIGTERM under load' },
  },
  {
    ...{ name: 'many-processes', promise: 24, seconds: 200, project: 'browser' },
    ...{ file: 'test/faults/many-processes.spec.ts', what: 'several processes on one database' },
  },
  {
    ...{ name: 'fuzz', promise: 13, seconds: 600, project: 'server', file: 'src/server/fuzz.test.ts' },
    what: 'generated requests a route',
    amount: { setting: 'NINEFOLD_FUZZ_RUNS', whole: 1000, least: 20 },
  },
]

export const suites = SUITES.map(
  ({ name, promise, seconds, project, file, what, amount }): Scenario => ({
    ...{ name, seconds },
    async run({ scale }) {
      const times = amount && Math.max(amount.least, Math.round(amount.whole * scale))
      const settings = amount && { [amount.setting]: String(times) }
      const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--project', project, file]
      const passed = await runScript([...vitest, '--testTimeout', '600000'], settings)
      const counted = times ? `${times.toLocaleString('en')} ${what}` : what
      return [finding(promise, `${counted}: tests that failed`, passed ? 'none' : 'some', 'none')]
    },
  }),
)
