// A night's run over all scores of one large organization, beside a bare update of the same rows in the same run.
// In a database of its own, of the size that is measured.
import assert from 'node:assert/strict'
import { monitorEventLoopDelay, performance } from 'node:perf_hooks'
import pg from 'pg'
import { composeServices } from '#server/compose.ts'
import { systemContext } from '#server/platform/context.ts'
import type { OrganizationId } from '#server/platform/db/organization-id.ts'
import { createSampleProviders } from '#server/platform/providers/sample/sample-provider.ts'
import type { BenchContext, BenchPart, Line } from './bench-part.ts'
import { milliseconds, percentile } from './numbers.ts'
import { addScoredPeople } from './scored-people.ts'
import { openStage, type Stage, testPaymentsOn } from './workspace.ts'

const GOAL_SECONDS_A_MILLION = 300
/** Each takes a contact as long as the one before: more would only take longer to fill. */
const MAX_CONTACTS = 100_000
const ROUNDS = 50
const DAY_MS = 86_400_000
const BATCH = 2000
/** As the worker does: so many slices at once. */
const AT_ONCE = 2

type Job = { organizationId: OrganizationId; slice: number }

export const part: BenchPart = { name: 'rescoring', sizes: 'largest', run }

async function run({ workspace }: BenchContext): Promise<Line[]> {
  const stage = await openStage()
  try {
    return await measureNights(stage, Math.min(workspace.contacts, MAX_CONTACTS))
  } finally {
    await stage.close()
  }
}

async function measureNights({ platform, ownerUrl }: Stage, wanted: number): Promise<Line[]> {
  let now = new Date()
  const clock = { now: () => now }
  const jobs: Job[] = []
  const queue = { ...platform.queue, send: async (_: string, job: object) => void jobs.push(job as Job) }
  const providers = createSampleProviders(clock.now)
  const services = composeServices({ ...platform, clock, queue, providers }, testPaymentsOn(platform.db))
  const start = performance.now()
  const filled = await addScoredPeople(services, ownerUrl, wanted)
  const { organizationId, contacts } = filled
  console.log(
    `\n${contacts.toLocaleString('en')} scored contacts, filled in ${seconds(performance.now() - start)}`,
  )
  console.log('                          time   contacts/s  a million   WAL MiB  loop p99   kept scores')
  const night = async (name: string) => {
    jobs.length = 0
    return measured(ownerUrl, name, contacts, async () => {
      await services.scores.rescoreAll(organizationId, 'faded')
      const work = async () => {
        for (let job = jobs.shift(); job; job = jobs.shift())
          await services.scores.runSlice(organizationId, job.slice)
      }
      await Promise.all(Array.from({ length: AT_ONCE }, work))
    })
  }
  await night('first night')
  now = new Date(now.getTime() + DAY_MS)
  const taken = await night('second night')
  const bare = await measured(ownerUrl, 'bare update', contacts, () =>
    bareUpdate(ownerUrl, organizationId, contacts),
  )
  console.log(`a night to the bare update   ${(taken / bare).toFixed(2)}`)
  await refreshStatistics(ownerUrl)
  const asked: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const begun = performance.now()
    await services.changes.list(systemContext(organizationId, 'bench'), { limit: 50 })
    asked.push(performance.now() - begun)
  }
  console.log(`what changed this week   ${milliseconds(percentile(asked, 50)).trim()}`)
  const million = (taken / contacts) * 1000
  return [
    {
      ...{
        operation: 'a night over all scores, a million contacts',
        value: million,
        unit: 's',
        atMost: true,
      },
      goal: GOAL_SECONDS_A_MILLION,
      note: `${(taken / bare).toFixed(1)} times a bare update of the rows`,
    },
  ]
}

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`

/** Prints what some work took. @returns milliseconds */
async function measured(
  ownerUrl: string,
  name: string,
  contacts: number,
  work: () => Promise<void>,
): Promise<number> {
  const owner = new pg.Client({ connectionString: ownerUrl })
  await owner.connect()
  const state = async () => {
    const { rows } = await owner.query<{ wal: string; kept: number }>(
      `select pg_current_wal_lsn() - '0/0' as wal, (select count(*)::int from score_history) as kept`,
    )
    return { wal: Number(rows[0]?.wal), kept: rows[0]?.kept ?? 0 }
  }
  const before = await state()
  const loop = monitorEventLoopDelay({ resolution: 5 })
  loop.enable()
  const start = performance.now()
  await work()
  const taken = performance.now() - start
  loop.disable()
  const after = await state()
  await owner.end()
  const perSecond = Math.round(contacts / (taken / 1000)).toLocaleString('en')
  const million = `${((taken / contacts) * (1_000_000 / 60_000)).toFixed(1)} min`
  const wal = ((after.wal - before.wal) / 2 ** 20).toFixed(0)
  const late = `${(loop.percentile(99) / 1e6).toFixed(0)} ms`
  console.log(
    name.padEnd(20),
    seconds(taken).padStart(9),
    perSecond.padStart(12),
    million.padStart(10),
    wal.padStart(9),
    late.padStart(9),
    String(after.kept - before.kept).padStart(13),
  )
  return taken
}

/** As the database itself does, minutes after so many new rows. */
async function refreshStatistics(ownerUrl: string): Promise<void> {
  const owner = new pg.Client({ connectionString: ownerUrl })
  await owner.connect()
  await owner.query('vacuum analyze contacts, signals, score_history')
  await owner.end()
}

/** The limit: every row written once, and nothing read, computed or compared. */
async function bareUpdate(ownerUrl: string, organizationId: OrganizationId, contacts: number): Promise<void> {
  const owner = new pg.Client({ connectionString: ownerUrl })
  await owner.connect()
  let after = '00000000-0000-0000-0000-000000000000'
  let done = 0
  for (;;) {
    const { rows } = await owner.query<{ last: string | null; rows: number }>(
      `with batch as (
         select id from contacts where organization_id = $1 and id > $2 order by id limit ${BATCH}),
       written as (
         update contacts c set scored_at = now() from batch b where c.organization_id = $1 and c.id = b.id returning c.id)
       select (array_agg(id order by id desc))[1] as last, count(*)::int as rows from written`,
      [organizationId, after],
    )
    const last = rows[0]?.last
    if (!last) break
    done += rows[0]?.rows ?? 0
    after = last
  }
  await owner.end()
  assert.equal(done, contacts, 'The bare update missed rows')
}
