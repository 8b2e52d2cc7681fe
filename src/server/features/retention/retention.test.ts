import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '#test/test-app.ts'

const clock = { time: Date.parse('2026-11-21T12:00:00Z'), now: () => new Date(clock.time) }
let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ clock })
})
afterAll(() => app.close())

const DAY = 86_400_000
const daysAgo = (days: number) => new Date(clock.time - days * DAY)

test('deletes rows past retention and no others', async () => {
  const { organizationId } = await app.subscriber('ann@example.com')
  const statements = [
    // The first of each pair is past retention; an unprocessed event stays.
    `insert into webhook_events (provider, event_id, type, payload, created_at, received_at, processed_at)
      values ('test', 'old', 'x', '{}', $1, $1, $1), ('test', 'new', 'x', '{}', $2, $2, $2), ('test', 'open', 'x', '{}', $1, $1, null)`,
    `insert into money_notes (key, kind, organization, subject, outcome, created_at)
      values ('old', 'late_payment', gen_random_uuid(), 's', 'o', $1), ('new', 'late_payment', gen_random_uuid(), 's', 'o', $2)`,
    `insert into erasure_log (kind, subject, at) values ('account', 'old', $1), ('account', 'new', $2)`,
    `insert into backups (started_at, finished_at, file, failure) values ($1, $1, 'old', null), ($2, $2, 'new', null)`,
  ]
  for (const sql of statements) await app.owner.run(sql, [daysAgo(401), daysAgo(399)])
  await app.owner.run(
    `insert into generation_queue (subject, category, cause, status, created_at)
     values ('old', 'Market Analysis', 'prompt', 'completed', $1), ('open', 'Market Analysis', 'prompt', 'pending', $1)`,
    [daysAgo(401)],
  )
  await app.owner.run(
    `insert into data_exports (organization_id, id, status, created_at)
     values ($1, gen_random_uuid(), 'expired', $2), ($1, gen_random_uuid(), 'expired', $3)`,
    [organizationId, daysAgo(401), daysAgo(399)],
  )
  await app.owner.run(
    `with c as (insert into contacts (organization_id, first_name, last_name, search, last_name_key)
       values ($1, 'A', 'B', '', ''), ($1, 'C', 'D', '', '') returning id, first_name)
     insert into score_history (organization_id, contact_id, score, chance, lift, points, cause, model_version, recorded_at)
     select $1, c.id, p.score, 0, 1, '[]', 'test', '1', p.at
       from c, (values (1, $2::timestamptz), (2, $3::timestamptz)) p(score, at)
      where c.first_name = 'A' or p.score = 1`,
    [organizationId, daysAgo(1200), daysAgo(1000)],
  )
  const removedCounts = await app.services.retention.removeAll()
  expect(removedCounts).toMatchObject({
    ...{ webhook_events: 1, money_notes: 1, erasure_log: 1, backups: 1, generation_queue: 1 },
    ...{ data_exports: 1, score_history: 1 },
  })
  const events = await app.owner.rows(`select event_id from webhook_events order by 1`)
  expect(events).toEqual([{ eventId: 'new' }, { eventId: 'open' }])
  // Score history keeps its newest entry at any age.
  expect(await app.owner.rows('select score from score_history order by 1')).toEqual([
    { score: 1 },
    { score: 2 },
  ])
  expect(await app.owner.rows(`select file from backups`)).toEqual([{ file: 'new' }])
})

test('can delete from no other table, such as the audit log', async () => {
  await expect(app.db.row(`select remove_outdated('audit_log', now(), 10)`)).rejects.toThrow(
    'Nothing is removed',
  )
})
