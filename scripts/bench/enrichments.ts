// Enrichments of an import per second of a worker, with the sample provider: reserve, claim, query, store, score, tasks
// and audit, each as in production.
import assert from 'node:assert/strict'
import { brokenInvariants, numberOf, rowsOf } from '#test/product/invariants.ts'
import { until } from '#test/product/load.ts'
import { runProduct } from '#test/product/running-product.ts'
import { memoryOf } from '../shared/memory.ts'
import type { BenchPart, Workspace } from './bench-part.ts'

const JOBS = 4000
/** The first ones are for warming up. */
const WARM = 500
const WITHIN_MS = 180_000
const ENDED = `select count(*) from enrichments where status not in ('waiting', 'queued', 'running')`

export const part: BenchPart = {
  name: 'enrichments',
  sizes: 'largest',
  async run({ workspace }) {
    const { ownerUrl } = workspace
    const ended = () => numberOf(ownerUrl, ENDED)
    const before = await ended()
    const jobs = await requestEnrichments(workspace)
    const worker = await runProduct(ownerUrl, { LOG_LEVEL: 'error' })
    try {
      await until(async () => (await ended()) - before >= Math.min(WARM, jobs / 2), WITHIN_MS, 20)
      const begun = performance.now()
      const warm = (await ended()) - before
      await until(async () => (await ended()) - before >= jobs, WITHIN_MS, 20)
      const seconds = (performance.now() - begun) / 1000
      const matched = await numberOf(ownerUrl, `select count(*) from enrichments where status = 'matched'`)
      assert.equal((await ended()) - before, jobs, 'Some enrichments did not end')
      assert.ok(matched > jobs / 2, 'Hardly anybody was found')
      assert.deepEqual(await brokenInvariants(ownerUrl), [])
      const note = `${Math.round(await memoryOf(worker.pid()))} MiB`
      return [
        { operation: 'enrichment jobs', value: (jobs - warm) / seconds, unit: 'jobs/s', goal: 500, note },
      ]
    } finally {
      await worker.end('SIGTERM')
    }
  },
}

/** Requests and reserves enrichments of contacts without one, as an import does. @returns how many */
async function requestEnrichments({ ownerUrl, organizationId }: Workspace): Promise<number> {
  const requested = await rowsOf(
    ownerUrl,
    `insert into enrichments (organization_id, id, contact_id, status)
     select organization_id, gen_random_uuid(), id, 'waiting' from contacts c
      where organization_id = $1 and enriched_at is null
        and not exists (select from enrichments e where e.organization_id = $1 and e.contact_id = c.id)
      order by id limit $2 returning id`,
    [organizationId, JOBS],
  )
  await rowsOf(
    ownerUrl,
    `with paid as (
       insert into credit_ledger (organization_id, amount, operation, description, idempotency_key)
       values ($1, $2, 'grant', 'Benchmark', 'bench:' || gen_random_uuid()) returning amount)
     update organizations set credits = credits + (select amount from paid) where id = $1`,
    [organizationId, requested.length],
  )
  await rowsOf(ownerUrl, 'analyze enrichments')
  return requested.length
}
