// Response times of the ten views of analytics for a single caller, over a year, with activities and sums of that year.

import { shiftDay } from '#domain/analytics/day-range.ts'
import { ANALYTICS_VIEWS } from '#domain/analytics/metrics.ts'
import { rebuildFacts } from '#server/features/analytics/service/rebuild.ts'
import { sumDays } from '#server/features/analytics/service/sum-days.ts'
import { systemClock } from '#server/platform/clock.ts'
import { openDatabase } from '#server/platform/db/database.ts'
import { parseOrganizationId } from '#server/platform/db/organization-id.ts'
import { silentLog } from '#server/platform/log.ts'
import { withServerClient } from '#test/server-client.ts'
import type { BenchContext, Measurement } from './bench-part.ts'
import { measureSingleCaller, rotate } from './load.ts'
import { startUnlimited } from './unlimited-product.ts'

/** Activities and signals of a contact. */
const EVENTS_PER_CONTACT = 10
const CALL_COUNT = 100
const GOAL_MS = 150

export async function measureAnalytics(context: BenchContext): Promise<Measurement[]> {
  const { ownerUrl, organizationId, contacts, cookie } = context
  await addActivities(ownerUrl, organizationId, contacts)
  const db = openDatabase(ownerUrl, { log: silentLog, max: 2 })
  context.after(() => db.close())
  const startedAt = performance.now()
  await sumDays({ db, clock: systemClock }, parseOrganizationId(organizationId))
  const seconds = (performance.now() - startedAt) / 1000
  const { milestones, facts } = await rebuildFacts({ db }, parseOrganizationId(organizationId), {
    writes: false,
  })
  if (milestones + facts.length > 0) throw new Error('The sums differ from the records')
  await withServerClient(ownerUrl, (client) => client.query('vacuum analyze'))
  const product = await startUnlimited(context)
  const headers = { cookie }
  const to = new Date().toISOString().slice(0, 10)
  const from = shiftDay(to, -364)
  const lines: Measurement[] = []
  for (const view of ANALYTICS_VIEWS) {
    const next = rotate(
      ['', '&compare=previous'].map((query) => ({
        path: `/api/analytics/${view}?from=${from}&to=${to}${query}`,
        headers,
      })),
    )
    const times = await measureSingleCaller({ url: product.url, next }, CALL_COUNT, 0.95)
    lines.push({ operation: `analytics ${view}, a year, p95`, ...times, goal: GOAL_MS })
  }
  const filtered = rotate([
    { path: `/api/analytics/overview?from=${from}&to=${to}&relationship=lead`, headers },
    {
      path: `/api/analytics/funnel?from=${shiftDay(to, -29)}&to=${to}&relationship=lead&signal=debt`,
      headers,
    },
  ])
  const times = await measureSingleCaller({ url: product.url, next: filtered }, CALL_COUNT / 2, 0.95)
  lines.push({ operation: 'analytics with filters, p95', ...times })
  lines.push({ operation: 'analytics, first sums', value: seconds, unit: 's', isLowerBetter: true })
  return lines
}

/** Activities over a year, which members do on any day of it. */
async function addActivities(ownerUrl: string, organizationId: string, contacts: number): Promise<void> {
  await withServerClient(ownerUrl, async (client) => {
    await client.query(
      `insert into activities (organization_id, contact_id, type, outcome, at, recorded_by)
       select c.organization_id, c.id, (array['call', 'text', 'email', 'meeting'])[1 + g % 4],
              case when g % 3 = 0 then 'reached' end, now() - random() * interval '365 days',
              (select user_id from memberships where organization_id = $1 order by user_id limit 1)
         from contacts c cross join generate_series(1, $2::int) g where c.organization_id = $1`,
      [organizationId, EVENTS_PER_CONTACT],
    )
    await client.query('vacuum analyze activities')
    console.log(`  ${(contacts * EVENTS_PER_CONTACT).toLocaleString('en')} activities`)
  })
}
