import { afterAll, beforeAll, expect, test } from 'vitest'
import { withJobsRunning, withoutRequest } from '#test/checks.ts'
import { createObjects, nameOf, type SampleObjects, sampleRequest } from '#test/sample-requests.ts'
import type { Person } from '#test/test-app.ts'
import { type Brokerages, openBrokerages } from '#test/workspaces/brokerage.ts'

let app: Brokerages
let office: Person
beforeAll(async () => {
  app = await openBrokerages()
  office = await app.subscriber('office@example.com')
})
afterAll(() => app.close())

const LABEL = 'CanaryBird'
/** An endless stream, and calls that change the caller itself. */
const SKIPPED_ROUTES = ['GET /api/events', 'GET /api/logout', 'POST /api/profile/sessions/end']
/** Kinds of objects that a brokerage's owner may know. */
const KNOWN: (keyof SampleObjects)[] = [
  'organization',
  'brokerage',
  'member',
  'team',
  'post',
  'topic',
  'generation',
]

/** The objects of the office, in a brokerage that the person owns. */
async function objectsFor(broker: Person): Promise<SampleObjects> {
  const objects = await createObjects(app, office, LABEL)
  await app.owner.run('update brokerages set owner_id = $2 where id = $1', [objects.brokerage, broker.userId])
  // The owner sees the names of teams and members.
  await app.owner.run(`update users set first_name = 'Cleo', last_name = 'Marsh' where id = $1`, [
    objects.member,
  ])
  await app.owner.run(`update teams set name = 'Team ' || id where organization_id = $1`, [
    office.organizationId,
  ])
  return objects
}

test.each([
  ['without an organization', () => app.signIn('broker@example.com')],
  ['with an organization of their own', () => app.subscriber('other@example.com')],
])('Trust 4 a brokerage owner %s gets no name or id of a contact from any route', async (_, signIn) => {
  const broker = await signIn()
  let objects = await objectsFor(broker)
  const served: string[] = []
  for (const endpoint of app.app.endpoints.filter((each) => !SKIPPED_ROUTES.includes(nameOf(each)))) {
    const { url, body, headers } = sampleRequest(endpoint, objects)
    const response = await withJobsRunning(app, broker.request(endpoint.method, url, body, headers))
    const text = JSON.stringify(response.headers) + withoutRequest(response.text)
    const secrets = Object.entries(objects).filter(([kind]) => !KNOWN.includes(kind as keyof SampleObjects))
    const leaks = [LABEL, ...secrets.map(([, id]) => id)].filter((secret) => text.includes(secret))
    expect([nameOf(endpoint), leaks]).toEqual([nameOf(endpoint), []])
    if (response.status < 300 && endpoint.path.startsWith('/api/brokerages/{id}'))
      served.push(nameOf(endpoint))
    if (endpoint.method !== 'GET' && response.status < 300) objects = await objectsFor(broker)
  }
  expect(served).toContain('GET /api/brokerages/{id}')
  expect(served).toContain('GET /api/brokerages/{id}/compliance')
  expect(await app.owner.exists('select 1 from contacts where id = $1', [objects.contact])).toBe(true)
})
