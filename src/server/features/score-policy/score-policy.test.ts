import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ContactDetail } from '#contract/contacts.ts'
import { createTestApp, type Person, type TestApp } from '#test/test-app.ts'

let app: TestApp
let ann: Person
beforeAll(async () => {
  app = await createTestApp()
  ann = await app.subscriber('ann@example.com')
})
afterAll(() => app.close())

const path = (person = ann) => `/api/organizations/${person.organizationId}/score-policy`

test("A35 owners and admins change the settings, members read them, others can't see them", async () => {
  const admin = await app.member('admin@example.com', ann.organizationId, 'ADMIN')
  const member = await app.member('member@example.com', ann.organizationId, 'MEMBER')
  const bob = await app.subscriber('bob@example.com')
  expect((await ann.request('GET', path())).json).toEqual({ excludeFamilial: false, excludeAge: false })
  expect((await admin.request('PATCH', path(), { excludeAge: true })).json).toEqual({
    excludeFamilial: false,
    excludeAge: true,
  })
  expect((await member.request('PATCH', path(), { excludeAge: false })).status).toBe(403)
  expect((await member.request('GET', path())).json).toEqual({ excludeFamilial: false, excludeAge: true })
  expect((await bob.request('PATCH', path(), { excludeAge: false })).status).toBe(404)
  expect((await bob.request('GET', path())).status).toBe(404)
  expect((await ann.request('PATCH', path(), { excludeAge: false, other: true })).status).toBe(400)
  const auditEntries = await app.owner.rows<{ details: object }>(
    `select details from audit_log where action = 'score-policy.set'`,
  )
  expect(auditEntries).toEqual([{ details: { excludeFamilial: false, excludeAge: true } }])
})

test('A30 a change rescores all contacts with its cause; repeating a setting does not', async () => {
  const cid = await app.subscriber('cid@example.com')
  const contact: ContactDetail = (
    await cid.request('POST', '/api/contacts', { firstName: 'Ada', lastName: 'Byron' })
  ).json
  await app.owner.run(
    `insert into signals (organization_id, contact_id, category, score, confidence_score, event_date, evidence_key, metadata)
     values ($1, $2, 'diapers', 50, 0.8, now()::date - 90, 'x', '{"subtype": "diapers"}')`,
    [cid.organizationId, contact.id],
  )
  await app.owner.run(
    `update contacts set nine_d_score = 20, move_chance = 0.2, scored_at = now() where id = $1`,
    [contact.id],
  )
  const getScore = async () =>
    ((await cid.request('GET', `/api/contacts/${contact.id}`)).json as ContactDetail).nineDScore
  await cid.request('PATCH', path(cid), { excludeFamilial: true })
  await app.queue.drain()
  expect(await getScore()).toBe(0)
  const history = await app.owner.rows<{ score: number; cause: string }>(
    'select score, cause from score_history where contact_id = $1',
    [contact.id],
  )
  expect(history).toEqual([{ score: 0, cause: 'policy' }])
  await cid.request('PATCH', path(cid), { excludeFamilial: true })
  expect(app.queue.pendingJobs.filter(({ job }) => job.startsWith('rescore'))).toEqual([])
  await cid.request('PATCH', path(cid), { excludeFamilial: false })
  await app.queue.drain()
  expect(await getScore()).toBeGreaterThan(0)
})

test('A30 stores a setting and its run together, so that a stopped process loses neither', async () => {
  const dee = await app.subscriber('dee@example.com')
  await dee.request('PATCH', path(dee), { excludeFamilial: true })
  const runs = await app.owner.rows(
    `select r.cause, r.finished_at, r.xmin = o.xmin as together
       from score_runs r join organizations o on o.id = r.organization_id where o.id = $1`,
    [dee.organizationId],
  )
  expect(runs).toEqual([{ cause: 'policy', finishedAt: null, together: true }])
})
