import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ContactDetail } from '#contract/contacts.ts'
import type { Notification } from '#contract/notifications.ts'
import { parseOrganizationId } from '#server/platform/db/organization-id.ts'
import { loadList } from '#test/builders/sanctions-list.ts'
import { createTestApp, type Person, type TestApp } from '#test/test-app.ts'
import { RESCREEN_ALL } from './jobs.ts'

const clock = { now: () => new Date('2026-11-15T12:00:00Z') }

let app: TestApp
let ann: Person
let bob: Person
beforeAll(async () => {
  app = await createTestApp({ clock })
  ann = await app.subscriber('ann@example.com')
  bob = await app.subscriber('bob@example.com')
})
afterAll(() => app.close())

const NEVER_RUN = {
  review: 0,
  checkedAt: '2026-05-01T00:00:00.000Z',
  sample: false,
  sources: [],
  ownership: { status: 'not_run', home: null, deeds: [], yearsCovered: null, gaps: [], quickResales: [] },
  fraud: [],
  sanctions: { status: 'not_run', why: 'no_list', listDate: null, screenedAt: null, matches: [] },
  foreclosure: { status: 'none_found', records: [] },
}

async function addContact(
  person: Person,
  firstName: string,
  lastName: string,
  birthYear: number | null,
  isEnriched = true,
) {
  const { id } = (await person.request('POST', '/api/contacts', { firstName, lastName }))
    .json as ContactDetail
  if (isEnriched) {
    await app.owner.run(
      'update contacts set birth_year = $2, risk_data = $3, enriched_at = $4 where id = $1',
      [id, birthYear, JSON.stringify(NEVER_RUN), NEVER_RUN.checkedAt],
    )
  }
  return id
}

const getContact = async (id: string, person = ann): Promise<ContactDetail> =>
  (await person.request('GET', `/api/contacts/${id}`)).json

const notificationsOf = async (person: Person): Promise<Notification[]> =>
  ((await person.request('GET', '/api/notifications')).json as { items: Notification[] }).items

async function rescreen(): Promise<void> {
  await app.queue.send(RESCREEN_ALL, {})
  await app.queue.drain()
}

test('A29 screens enriched contacts against a new list and notifies once about a possible match', async () => {
  const [viktor, common, other] = [
    await addContact(ann, 'Viktor', 'Malenko', 1961),
    await addContact(ann, 'John', 'Smith', null),
    await addContact(bob, 'Ana', 'Núñez', 1981),
  ]
  const notEnriched = await addContact(ann, 'Victor', 'Malenko', 1961, false)
  await rescreen()
  expect((await getContact(viktor)).riskData?.sanctions).toMatchObject({ status: 'not_run' })

  await loadList(app, '2026-11-03', [
    { number: 7, name: 'MALENKO, Viktor', birthYear: 1961 },
    { number: 8, name: 'SMITH, John', birthYear: 1959 },
  ])
  await rescreen()
  expect(await getContact(viktor)).toMatchObject({
    hasRiskData: true,
    hasRiskFindings: true,
    riskData: {
      review: 1,
      checkedAt: NEVER_RUN.checkedAt,
      sanctions: { status: 'possible_match', listDate: '2026-11-03' },
    },
  })
  expect(await getContact(common)).toMatchObject({
    hasRiskData: true,
    hasRiskFindings: false,
    riskData: { review: 0, sanctions: { matches: [{ strength: 'weak' }] } },
  })
  expect((await getContact(other, bob)).riskData?.sanctions).toMatchObject({
    status: 'no_match',
    listDate: '2026-11-03',
  })
  expect((await getContact(notEnriched)).riskData).toBeNull()
  expect(await notificationsOf(bob)).toEqual([])
  expect(await notificationsOf(ann)).toMatchObject([
    {
      title: 'Possible match, review: Viktor Malenko',
      link: `/dashboard?contact=${viktor}&tab=intelligence`,
    },
  ])
  expect(JSON.stringify(await notificationsOf(ann))).not.toMatch(/sanction/i)

  await loadList(app, '2026-11-10', [{ number: 7, name: 'MALENKO, Viktor', birthYear: 1961 }])
  await rescreen()
  expect((await getContact(viktor)).riskData?.sanctions.listDate).toBe('2026-11-10')
  expect((await getContact(common)).riskData?.sanctions.status).toBe('no_match')
  expect(await notificationsOf(ann)).toHaveLength(1)
})

test('A29 resumes an interrupted run', async () => {
  const ids = await Promise.all(
    Array.from({ length: 130 }, (_, i) => addContact(ann, `Nobody ${i}`, 'Malenka', 1930)),
  )
  const organizationId = parseOrganizationId(ann.organizationId)
  const screenedIds = async () =>
    (
      await app.owner.rows<{ id: string }>(
        `select id from contacts where id = any($1) and risk_data #>> '{sanctions,listDate}' = '2026-11-10'`,
        [ids],
      )
    ).map(({ id }) => id)
  const stop = new AbortController()
  const stopping = new Proxy(stop.signal, {
    // Stops after the first batch.
    get: (signal, key) => (key === 'aborted' ? stopAfterFirst() : Reflect.get(signal, key)),
  })
  let checks = 0
  const stopAfterFirst = () => checks++ > 0
  expect(await app.services.screening.rescreen(organizationId, stopping)).toBe(100)
  expect(await screenedIds()).toHaveLength(100)
  expect(await app.services.screening.rescreen(organizationId)).toBe(30)
  expect(await screenedIds()).toHaveLength(130)
  expect(await app.services.screening.rescreen(organizationId)).toBe(0)
})
