// How many enrichments of an import a worker gets through in a second, with the sample provider: reserve, claim, ask, keep,
// score, tasks and audit, each as in production.
import assert from 'node:assert/strict'
import { performance } from 'node:perf_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { brokenInvariants } from '#test/product/invariants.ts'
import type { BenchContext, BenchPart, Line } from './bench-part.ts'
import { startBuilt } from './built-product.ts'
import { memoryOf } from './children.ts'

const JOBS = 4000
/** The first ones go to warming up. */
const WARM = 500
const GOAL_A_SECOND = 500
const WITHIN_MS = 180_000
const LOOK_MS = 20

export const part: BenchPart = { name: 'enrichments', sizes: 'largest', run }

async function run({ workspace }: BenchContext): Promise<Line[]> {
  const owner = new pg.Client({ connectionString: workspace.ownerUrl })
  await owner.connect()
  const jobs = Math.min(JOBS, workspace.contacts)
  try {
    await requestEnrichments(owner, workspace.organizationId, jobs)
    const worker = await startBuilt({ DATABASE_URL: workspace.ownerUrl, DEMO: '0' })
    try {
      const begun = { at: await waitForCount(owner, Math.min(WARM, jobs / 2)), done: await countEnded(owner) }
      const end = await waitForCount(owner, jobs)
      const memory = await memoryOf(worker.pid)
      await assertResults(owner, workspace.ownerUrl, jobs)
      return [
        {
          operation: 'enrichment jobs',
          value: ((jobs - begun.done) * 1000) / (end - begun.at),
          unit: 'jobs/s',
          goal: GOAL_A_SECOND,
          note: `${Math.round(memory?.rss ?? 0)} MiB`,
        },
      ]
    } finally {
      await worker.stop()
    }
  } finally {
    await owner.end()
  }
}

/** Requests and reserves enrichments of contacts without one, as an import does. */
async function requestEnrichments(owner: pg.Client, organizationId: string, jobs: number): Promise<void> {
  await owner.query(
    `with paid as (
       insert into credit_ledger (organization_id, amount, operation, description, idempotency_key)
       values ($1, $2, 'grant', 'Benchmark', 'bench:' || gen_random_uuid()) returning amount)
     update organizations set credits = credits + (select amount from paid) where id = $1`,
    [organizationId, jobs],
  )
  const { rowCount } = await owner.query(
    `insert into enrichments (organization_id, id, contact_id, status)
     select organization_id, gen_random_uuid(), id, 'waiting' from contacts c
      where organization_id = $1 and enriched_at is null
        and not exists (select from enrichments e where e.organization_id = $1 and e.contact_id = c.id)
      order by id limit $2`,
    [organizationId, jobs],
  )
  assert.equal(rowCount, jobs, 'Too few contacts are left to look up')
  await owner.query('analyze enrichments')
}

/** Waits until so many have ended. @returns when that was */
async function waitForCount(owner: pg.Client, wanted: number): Promise<number> {
  const deadline = performance.now() + WITHIN_MS
  while ((await countEnded(owner)) < wanted) {
    assert.ok(performance.now() < deadline, `Only ${await countEnded(owner)} of ${wanted} enrichments ended`)
    await wait(LOOK_MS)
  }
  return performance.now()
}

async function countEnded(owner: pg.Client): Promise<number> {
  const { rows } = await owner.query<{ n: number }>(
    `select count(*)::int as n from enrichments where status not in ('waiting', 'queued', 'running')`,
  )
  return rows[0]?.n ?? 0
}

/** Checks that all enrichments ended and each match used one credit. */
async function assertResults(owner: pg.Client, ownerUrl: string, jobs: number): Promise<void> {
  const { rows } = await owner.query<{ matched: number }>(
    `select count(*)::int as matched from enrichments where status = 'matched'`,
  )
  assert.ok((rows[0]?.matched ?? 0) > jobs / 2, 'Hardly anybody was found')
  assert.deepEqual(await brokenInvariants(ownerUrl), [])
}
