// Response times of the ten views of analytics for a single caller, over a year of an organization's history.
import { shiftDay } from '#domain/analytics/day-range.ts'
import { ANALYTICS_VIEWS } from '#domain/analytics/metrics.ts'
import { rebuildFacts } from '#server/features/analytics/service/rebuild.ts'
import { sumDays } from '#server/features/analytics/service/sum-days.ts'
import { systemClock } from '#server/platform/clock.ts'
import { openDatabase } from '#server/platform/db/database.ts'
import { parseOrganizationId } from '#server/platform/db/organization-id.ts'
import { silentLog } from '#server/platform/log.ts'
import { numberOf } from '#test/product/invariants.ts'
import { quantile } from '#test/product/load.ts'
import { withServerClient } from '#test/server-client.ts'
import { addMember } from '../shared/people.ts'
import type { BenchContext, Measurement } from './bench-part.ts'
import { addHistory } from './history.ts'
import { measureSingleCaller, rotate } from './load.ts'
import { startUnlimited } from './unlimited-product.ts'

const CALL_COUNT = 100
const GOAL_MS = 150
/** Every activity that is logged waits for its milestones. */
const MILESTONES_GOAL_MS = 2
/** Larger organizations are too long to count again. */
const MAX_CHECKED_CONTACTS = 100_000
/** Share of the contacts that the member with own records owns. */
const OWN_SHARE = 0.01

export async function measureAnalytics(context: BenchContext): Promise<Measurement[]> {
  const { ownerUrl, cookie, contacts } = context
  const seconds = await sumHistory(context)
  const ownCookie = await addOwnMember(context)
  const product = await startUnlimited(context)
  const to = new Date().toISOString().slice(0, 10)
  const year = `from=${shiftDay(to, -364)}&to=${to}`
  const measure = async (operation: string, queries: readonly string[], calls: number, sender = cookie) => {
    const next = rotate(
      queries.map((query) => ({ path: `/api/analytics/${query}`, headers: { cookie: sender } })),
    )
    const times = await measureSingleCaller({ url: product.url, next }, calls, 0.95)
    console.log(`  ${operation}: p95 ${times.value.toFixed(0)} ms`)
    return { operation: `${operation}, p95`, ...times }
  }
  const lines: Measurement[] = []
  for (const view of ANALYTICS_VIEWS) {
    const queries = [`${view}?${year}`, `${view}?${year}&compare=previous`]
    lines.push({ ...(await measure(`analytics ${view}, a year`, queries, CALL_COUNT)), goal: GOAL_MS })
  }
  const month = `from=${shiftDay(to, -29)}&to=${to}`
  lines.push(
    await measure('analytics with one filter, a year', [`overview?${year}&relationship=lead`], CALL_COUNT),
  )
  // Counted from the records.
  const twoFilters = 'relationship=lead&source=Source+2'
  for (const [period, days] of Object.entries({ '30 days': month, 'a year': year })) {
    const filtered = ['overview', 'funnel'].map((view) => `${view}?${days}&${twoFilters}`)
    const own = ['overview', 'funnel'].map((view) => `${view}?${days}`)
    const ownTitle = `analytics, own ${OWN_SHARE * 100}%, ${period}`
    lines.push(
      { ...(await measure(`analytics with two filters, ${period}`, filtered, 20)), goal: GOAL_MS },
      { ...(await measure(ownTitle, own, 20, ownCookie)), goal: GOAL_MS },
    )
  }
  lines.push(await measureMilestones(context))
  const activities = await numberOf(ownerUrl, 'select count(*)::int from activities')
  const facts = await numberOf(ownerUrl, 'select count(*)::int from daily_facts')
  console.log(`  ${contacts} contacts, ${activities} activities, ${facts} sums`)
  lines.push({ operation: 'analytics, first sums', value: seconds, unit: 's', isLowerBetter: true })
  return lines
}

/** Adds a history and sums it. @returns the seconds that the sums took */
async function sumHistory({ ownerUrl, organizationId: id, contacts, after }: BenchContext): Promise<number> {
  const organizationId = parseOrganizationId(id)
  const isFilled = (await numberOf(ownerUrl, 'select count(*)::int from activities')) > contacts
  if (!isFilled) await withServerClient(ownerUrl, (owner) => addHistory(owner, id))
  const db = openDatabase(ownerUrl, { log: silentLog, max: 2 })
  after(() => db.close())
  const startedAt = performance.now()
  await sumDays({ db, clock: systemClock }, organizationId)
  const seconds = (performance.now() - startedAt) / 1000
  if (contacts <= MAX_CHECKED_CONTACTS) {
    const { milestones, facts } = await rebuildFacts({ db }, organizationId, { writes: false })
    if (milestones + facts.length > 0) throw new Error('The sums differ from the records')
  }
  await withServerClient(ownerUrl, (client) => client.query('vacuum analyze'))
  return seconds
}

/** @returns the session of a member with own records */
async function addOwnMember({ ownerUrl, organizationId, contacts }: BenchContext): Promise<string> {
  const email = `analytics-${Date.now()}@example.com`
  const member = await addMember({ ownerUrl }, organizationId, { email, role: 'MEMBER' })
  await withServerClient(ownerUrl, async (client) => {
    const { rows } = await client.query<{ id: string }>(
      `update memberships set access = 'own' where user_id = (select id from users where email = $1) returning user_id as id`,
      [email],
    )
    await client.query(
      `update contacts set owner_id = $2 where organization_id = $1 and id in (
         select id from contacts where organization_id = $1 order by md5(id::text) limit $3)`,
      [organizationId, rows[0]?.id, Math.round(contacts * OWN_SHARE)],
    )
  })
  return member.cookie
}

/** Time to derive the milestones of one contact, as writes do after each change. Nothing is stored. */
async function measureMilestones({ ownerUrl, organizationId }: BenchContext): Promise<Measurement> {
  const times: number[] = []
  await withServerClient(ownerUrl, async (client) => {
    await client.query('begin')
    await client.query(`select set_config('app.org_id', $1, true)`, [organizationId])
    const { rows } = await client.query<{ id: string }>(
      'select id from contacts where organization_id = $1 order by md5(id::text) limit $2',
      [organizationId, CALL_COUNT],
    )
    for (const { id } of rows) {
      const startedAt = performance.now()
      await client.query('select refresh_milestones($1)', [[id]])
      times.push(performance.now() - startedAt)
    }
    await client.query('rollback')
  })
  const operation = 'milestones of a contact, p50'
  const [value, p99] = [quantile(times, 0.5), quantile(times, 0.99)]
  return { operation, value, unit: 'ms', p99, goal: MILESTONES_GOAL_MS, isLowerBetter: true }
}
