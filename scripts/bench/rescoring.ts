// A nightly run over all scores of the organization, compared with a bare update of the same rows.
import { silentLog } from '#server/platform/log.ts'
import { openQueue } from '#server/platform/queue/queue.ts'
import { numberOf, rowsOf } from '#test/product/invariants.ts'
import { pollUntil } from '#test/product/load.ts'
import type { BenchContext, Measurement } from './bench-part.ts'

const NIGHT_TIMEOUT_MS = 1_800_000
const MILLION = 1_000_000

export async function measureRescoring(context: BenchContext): Promise<Measurement[]> {
  const { ownerUrl } = context
  const contacts = await numberOf(ownerUrl, 'select count(*) from contacts where scored_at is not null')
  await context.start(ownerUrl, { LOG_LEVEL: 'error' })
  const queue = openQueue(ownerUrl, { log: silentLog, runsWorkers: false })
  await queue.start()
  context.after(() => queue.stop())
  /** Moves everything one day back, so that today's run was yesterday, and runs the night. @returns milliseconds */
  const measureNight = async () => {
    await rowsOf(ownerUrl, 'update score_runs set day = day - 1')
    await rowsOf(ownerUrl, 'update signals set event_date = event_date - 1')
    await rowsOf(ownerUrl, 'vacuum analyze contacts, signals, score_history')
    await queue.send('rescore-all', {})
    const countRuns = 'select count(*) from score_runs where day = current_date'
    const countUnfinished = `${countRuns} and finished_at is null`
    await pollUntil(async () => (await numberOf(ownerUrl, countRuns)) > 0, 60_000, 20)
    return pollUntil(async () => (await numberOf(ownerUrl, countUnfinished)) === 0, NIGHT_TIMEOUT_MS, 20)
  }
  const perMillion = (ms: number) => (ms / 1000 / contacts) * MILLION
  const firstMs = await measureNight()
  const nightMs = await measureNight()
  // The limit: every row written once, and nothing read, computed or compared.
  const updateStart = performance.now()
  await rowsOf(ownerUrl, 'update contacts set scored_at = now() where scored_at is not null')
  const ratio = (nightMs / (performance.now() - updateStart)).toFixed(1)
  return [
    {
      ...{ operation: 'a night over all scores, a million contacts', value: perMillion(nightMs) },
      ...{ unit: 's', isLowerBetter: true, goal: 300 },
      note: `${ratio} times a bare update of the rows; the first night ${perMillion(firstMs).toFixed(0)} s`,
    },
  ]
}
