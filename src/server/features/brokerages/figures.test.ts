import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { BrokerageCompliance } from '#contract/brokerages.ts'
import type { Person } from '#test/test-app.ts'
import { type Brokerages, openBrokerages } from '#test/workspaces/brokerage.ts'

let app: Brokerages
beforeAll(async () => {
  app = await openBrokerages()
})
afterAll(() => app.close())

async function addContacts(person: Person, amount: number): Promise<string[]> {
  const ids: string[] = []
  for (let n = 0; n < amount; n++) {
    const body = { firstName: `Zebulon${n}`, lastName: 'Quillfeather', email: `zeb${n}@canary.example` }
    ids.push(((await person.request('POST', '/api/contacts', body)).json as { id: string }).id)
  }
  return ids
}

describe('A40 the sums of an office', () => {
  test('count its contacts and work, and hide those of fewer than five people', async () => {
    const brokerage = await app.brokerage()
    const [large, small] = [await app.office(brokerage), await app.office(brokerage)]
    const [id] = await addContacts(large, 6)
    await addContacts(small, 4)
    await large.request('POST', `/api/contacts/${id}/activities`, { type: 'call', outcome: 'appointment' })
    await large.request('POST', `/api/contacts/${id}/outcomes`, { movedOn: '2026-01-02' })
    const { offices } = await app.read(brokerage)
    const sumsOf = (person: Person) => offices.find((office) => office.id === person.organizationId)?.sums
    expect(sumsOf(large)).toEqual({
      ...{ contacts: 6, withEmail: 6, withPhone: 0, enriched: 0 },
      ...{ activities: 1, conversations: 1, appointments: 1, moves: 1, agreements: 0 },
    })
    expect(sumsOf(small)).toBeNull()
  })

  test('include each team', async () => {
    const brokerage = await app.brokerage()
    const office = await app.office(brokerage)
    await addContacts(office, 6)
    const team = await app.owner.value<string>(
      `insert into teams (organization_id, name) values ($1, 'Lakes') returning id`,
      [office.organizationId],
    )
    const move = (limit: number) =>
      app.owner.run(
        `update contacts set team_id = $2 where organization_id = $1
            and id in (select id from contacts where organization_id = $1 order by id limit $3)`,
        [office.organizationId, team, limit],
      )
    await move(4)
    const teams = async () => (await app.read(brokerage)).offices[0]?.teams
    expect(await teams()).toMatchObject([{ name: 'Lakes', members: 0, sums: null }])
    await move(5)
    expect(await teams()).toMatchObject([{ name: 'Lakes', sums: { contacts: 5, withEmail: 5 } }])
  })

  test('are figures of the database only for an owner or supervisor', async () => {
    const brokerage = await app.brokerage()
    const office = await app.office(brokerage)
    await addContacts(office, 5)
    for (const call of [
      'brokerage_sums($1, $2, $3)',
      'brokerage_team_sums($1, $2, $3)',
      'brokerage_members($1, $2, $3)',
    ])
      expect(await app.db.rows(`select * from ${call}`, [brokerage.id, office.userId, new Date(0)])).toEqual(
        [],
      )
    expect(
      await app.db.rows('select * from brokerage_overrides($1, $2, $3, 9)', [
        brokerage.id,
        office.userId,
        new Date(0),
      ]),
    ).toEqual([])
    expect(
      await app.db.rows('select * from brokerage_sums($1, $2, $3)', [
        brokerage.id,
        brokerage.owner.userId,
        new Date(0),
      ]),
    ).toHaveLength(1)
  })
})

describe('A40 the compliance of an office', () => {
  test('shows age of the list, opt-outs with their time to honor, and overrides without names', async () => {
    const brokerage = await app.brokerage()
    const office = await app.office(brokerage)
    const [id = ''] = await addContacts(office, 5)
    const list = `/api/organizations/${office.organizationId}/do-not-call`
    const asOf = new Date(Date.now() - 10 * 86_400_000).toISOString().slice(0, 10)
    await office.request('POST', `${list}?asOf=${asOf}`, '512,5550142\n', { 'content-type': 'text/plain' })
    const at = new Date(Date.now() - 3 * 3_600_000).toISOString()
    await office.request('POST', `/api/contacts/${id}/activities`, {
      type: 'call',
      outcome: 'do_not_contact',
      at,
    })
    const lift = { doNotContact: false, reason: 'Zebulon0 wrote to Ms. Quillfeather at zeb@canary.example' }
    expect((await office.request('PATCH', `/api/contacts/${id}/do-not-contact`, lift)).status).toBe(200)
    const exemption = { kind: 'inquiry', note: 'asked quillfeather about a home' }
    await office.request('POST', `/api/contacts/${id}/call-exemptions`, exemption)
    const selection = { area: '', reason: 'neighbors of quillfeather' }
    expect((await office.request('POST', '/api/map/selections', selection)).status).toBe(200)

    const response = await brokerage.owner.request('GET', brokerage.at('/compliance'))
    const { offices, overrides } = response.json as BrokerageCompliance
    expect(offices).toMatchObject([
      {
        registry: { asOf, isCurrent: true, areaCodes: 1 },
        members: [{ name: 'Ada Okafor', optOuts: 1, overrides: 3, lastUpload: expect.any(String) }],
      },
    ])
    expect(offices[0]?.members[0]?.medianHours).toBeCloseTo(3, 0)
    expect(overrides.map(({ kind, reason }) => [kind, reason])).toEqual([
      ['area-selected', 'neighbors of […]'],
      ['call-exemption', 'asked […] about a home'],
      ['opt-out-lifted', '[…] wrote to […] at […]'],
    ])
    for (const name of ['Zebulon', 'quillfeather', 'canary.example', id])
      expect(response.text.toLowerCase()).not.toContain(name.toLowerCase())
  })
})
