// Enrichments of an import per second of a worker, with the sample provider: reserve, claim, query, store, score, tasks
// and audit, each as in production.
import assert from 'node:assert/strict'
import { findBrokenInvariants, numberOf, rowsOf } from '#test/product/invariants.ts'
import { pollUntil } from '#test/product/load.ts'
import { memoryOf } from '../shared/memory.ts'
import type { BenchContext, Measurement } from './bench-part.ts'
import type { Workspace } from './workspace.ts'

const MAX_JOBS = 4000
const WARM_UP_JOBS = 500
const WAIT_TIMEOUT_MS = 180_000
const COUNT_ENDED = `select count(*) from enrichments where status not in ('waiting', 'queued', 'running')`

export async function measureEnrichments(context: BenchContext): Promise<Measurement[]> {
  const { ownerUrl } = context
  const endedCountBefore = await numberOf(ownerUrl, COUNT_ENDED)
  const countEnded = async () => (await numberOf(ownerUrl, COUNT_ENDED)) - endedCountBefore
  const jobCount = await requestEnrichments(context)
  const worker = await context.start(ownerUrl, { LOG_LEVEL: 'error' })
  await pollUntil(
    async () => (await countEnded()) >= Math.min(WARM_UP_JOBS, jobCount / 2),
    WAIT_TIMEOUT_MS,
    20,
  )
  const startedAt = performance.now()
  const warmUpCount = await countEnded()
  await pollUntil(async () => (await countEnded()) >= jobCount, WAIT_TIMEOUT_MS, 20)
  const value = ((jobCount - warmUpCount) / (performance.now() - startedAt)) * 1000
  const matchCount = await numberOf(ownerUrl, `select count(*) from enrichments where status = 'matched'`)
  assert.equal(await countEnded(), jobCount, 'Some enrichments did not end')
  assert.ok(matchCount > jobCount / 2, 'Too few people were found')
  assert.deepEqual(await findBrokenInvariants(ownerUrl), [])
  const note = `${Math.round(await memoryOf(worker.pid()))} MiB`
  return [{ operation: 'enrichment jobs', value, unit: 'jobs/s', goal: 500, note }]
}

/** Requests and pays enrichments of contacts without one, as an import does. @returns how many */
async function requestEnrichments({ ownerUrl, organizationId }: Workspace): Promise<number> {
  const jobs = await numberOf(
    ownerUrl,
    `with requested as (
       insert into enrichments (organization_id, id, contact_id, status)
       select organization_id, gen_random_uuid(), id, 'waiting' from contacts c
        where organization_id = $1 and enriched_at is null
          and not exists (select from enrichments e where e.organization_id = $1 and e.contact_id = c.id)
        order by id limit $2 returning id),
     paid as (
       insert into credit_ledger (organization_id, amount, operation, description, idempotency_key)
       select $1, count(*), 'grant', 'Benchmark', 'bench:' || gen_random_uuid() from requested returning amount)
     update organizations set credits = credits + (select amount from paid) where id = $1
     returning (select amount from paid)`,
    [organizationId, MAX_JOBS],
  )
  await rowsOf(ownerUrl, 'analyze enrichments')
  return jobs
}
