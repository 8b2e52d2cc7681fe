// A nightly run over all scores of the organization, compared with a bare update of the same rows.
import assert from 'node:assert/strict'
import { silentLog } from '#server/platform/log.ts'
import { openQueue } from '#server/platform/queue/queue.ts'
import { numberOf, rowsOf } from '#test/product/invariants.ts'
import { until } from '#test/product/load.ts'
import { runProduct } from '#test/product/running-product.ts'
import type { BenchPart, Workspace } from './bench-part.ts'

const NIGHT_MS = 1_800_000
const BATCH = 2000
const MILLION = 1_000_000

export const part: BenchPart = {
  name: 'rescoring',
  sizes: 'largest',
  async run({ workspace }) {
    const { ownerUrl } = workspace
    const contacts = await numberOf(ownerUrl, 'select count(*) from contacts where scored_at is not null')
    const product = await runProduct(ownerUrl, { LOG_LEVEL: 'error' })
    const queue = openQueue(ownerUrl, { log: silentLog, runsWorkers: false })
    await queue.start()
    /** Moves everything one day back: today's run was yesterday, and every event is a day older. */
    const night = async () => {
      await rowsOf(ownerUrl, 'update score_runs set day = day - 1')
      await rowsOf(ownerUrl, 'update signals set event_date = event_date - 1')
      await rowsOf(ownerUrl, 'vacuum analyze contacts, signals, score_history')
      await queue.send('rescore-all', {})
      const runs = 'select count(*) from score_runs where day = current_date'
      await until(async () => (await numberOf(ownerUrl, runs)) > 0, 60_000, 20)
      return until(
        async () => (await numberOf(ownerUrl, `${runs} and finished_at is null`)) === 0,
        NIGHT_MS,
        20,
      )
    }
    try {
      const first = await night()
      const taken = await night()
      const bare = await updateEach(workspace, contacts)
      const perMillion = (ms: number) => (ms / 1000 / contacts) * MILLION
      return [
        {
          ...{ operation: 'a night over all scores, a million contacts', value: perMillion(taken) },
          ...{ unit: 's', atMost: true, goal: 300 },
          note: `${(taken / bare).toFixed(1)} times a bare update of the rows; the first night ${perMillion(first).toFixed(0)} s`,
        },
      ]
    } finally {
      await queue.stop()
      await product.end('SIGTERM')
    }
  },
}

/** The limit: every row written once, and nothing read, computed or compared. @returns milliseconds */
async function updateEach({ ownerUrl, organizationId }: Workspace, contacts: number): Promise<number> {
  const start = performance.now()
  let after = '00000000-0000-0000-0000-000000000000'
  let done = 0
  for (;;) {
    const [row] = await rowsOf<{ last: string | null; rows: number }>(
      ownerUrl,
      `with batch as (
         select id from contacts where organization_id = $1 and id > $2 and scored_at is not null order by id limit ${BATCH}),
       written as (
         update contacts c set scored_at = now() from batch b where c.organization_id = $1 and c.id = b.id returning c.id)
       select (array_agg(id order by id desc))[1] as last, count(*)::int as rows from written`,
      [organizationId, after],
    )
    if (!row?.last) break
    done += row.rows
    after = row.last
  }
  assert.equal(done, contacts, 'The bare update missed rows')
  return performance.now() - start
}
