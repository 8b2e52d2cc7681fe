import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ContactDetail } from '#contract/contacts.ts'
import type { Person } from '#test/test-app.ts'
import { type Brokerages, openBrokerages } from '#test/workspaces/brokerage.ts'

let app: Brokerages
beforeAll(async () => {
  app = await openBrokerages()
})
afterAll(() => app.close())

const PHONE = '(512) 555-0147'
const ALL_BUT_LETTER = ['call', 'email', 'text']

async function addAnna(person: Person, lastName = 'Canary'): Promise<string> {
  const body = { firstName: 'Anna', lastName, phone: PHONE, email: 'anna@example.com' }
  return ((await person.request('POST', '/api/contacts', body)).json as { id: string }).id
}
const read = async (person: Person, id: string) =>
  (await person.request('GET', `/api/contacts/${id}`)).json as ContactDetail
const channelsOf = async (person: Person, id: string) => (await read(person, id)).optedOutChannels.toSorted()
const optOut = (person: Person, id: string) =>
  person.request('PATCH', `/api/contacts/${id}/do-not-contact`, { doNotContact: true, reason: 'Told Ben' })
const share = (brokerage: { owner: Person; at(path?: string): string }, sharesDoNotContact: boolean) =>
  brokerage.owner.request('PATCH', brokerage.at(), { sharesDoNotContact })

describe('A40 a do-not-contact request in a brokerage that shares them', () => {
  test('blocks the same number and address in every office, also on contacts added later', async () => {
    const brokerage = await app.brokerage()
    const [north, south, west] = [
      await app.office(brokerage),
      await app.office(brokerage),
      await app.office(brokerage),
    ]
    const outside = await app.subscriber(app.newEmail('outside'))
    await share(brokerage, true)
    const [inNorth, inSouth] = [await addAnna(north), await addAnna(south, 'Married')]
    const inOutside = await addAnna(outside)
    await optOut(north, inNorth)
    await app.queue.drain()
    expect(await channelsOf(south, inSouth)).toEqual(ALL_BUT_LETTER)
    expect(await channelsOf(west, await addAnna(west, 'Later'))).toEqual(ALL_BUT_LETTER)
    expect(await channelsOf(outside, inOutside)).toEqual([])

    const consents = await south.request('GET', `/api/contacts/${inSouth}/consents`)
    expect(consents.text).toMatch(/Opt-out request received on/)
    for (const secret of ['Told Ben', north.organizationId, north.email, north.userId, inNorth, 'Canary'])
      expect(consents.text).not.toContain(secret)
  })

  test('reaches every office at once when an agent brings it along', async () => {
    const brokerage = await app.brokerage()
    const [north, south] = [await app.office(brokerage), await app.office(brokerage)]
    const outside = await app.subscriber(app.newEmail('outside'))
    const agent = await app.member(app.newEmail('agent'), outside.organizationId, 'MEMBER')
    await app.owner.run('insert into memberships (user_id, organization_id) values ($1, $2)', [
      ...[agent.userId, north.organizationId],
    ])
    await share(brokerage, true)
    await app.queue.drain()
    const inSouth = await addAnna(south, 'Married')
    await optOut(agent, await addAnna(agent))
    const transfer = await agent.request('POST', '/api/profile/contact-transfers', {
      ...{ from: outside.organizationId, to: north.organizationId },
    })
    expect(transfer.status).toBe(201)
    expect(await channelsOf(south, inSouth)).toEqual([])
    await app.queue.drain()
    expect(await channelsOf(south, inSouth)).toEqual(ALL_BUT_LETTER)
  })

  test('applies to requests from before once it is switched on, and not while it is off', async () => {
    const brokerage = await app.brokerage()
    const [north, south] = [await app.office(brokerage), await app.office(brokerage)]
    const [inNorth, inSouth] = [await addAnna(north), await addAnna(south, 'Married')]
    await optOut(north, inNorth)
    await app.queue.drain()
    expect(await channelsOf(south, inSouth)).toEqual([])
    await share(brokerage, true)
    await app.queue.drain()
    expect(await channelsOf(south, inSouth)).toEqual(ALL_BUT_LETTER)
    // A block that an office lifted with a reason stays lifted there.
    const lift = { doNotContact: false, reason: 'Signed a new permission' }
    for (const channel of ALL_BUT_LETTER)
      await south.request('PATCH', `/api/contacts/${inSouth}/do-not-contact`, { ...lift, channel })
    await share(brokerage, true)
    await app.queue.drain()
    expect(await channelsOf(south, inSouth)).toEqual([])
    await share(brokerage, false)
    const west = await app.office(brokerage)
    expect(await channelsOf(west, await addAnna(west))).toEqual([])
  })

  test('reaches an office that joins later', async () => {
    const brokerage = await app.brokerage()
    const north = await app.office(brokerage)
    await share(brokerage, true)
    await optOut(north, await addAnna(north))
    const late = await app.subscriber(app.newEmail('late'))
    const inLate = await addAnna(late, 'Late')
    await app.join(brokerage, late)
    await app.queue.drain()
    expect(await channelsOf(late, inLate)).toEqual(ALL_BUT_LETTER)
  })
})
