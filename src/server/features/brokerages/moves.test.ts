import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { BrokerageMove } from '#contract/brokerages.ts'
import { PROJECT_ROOT } from '#server/project-root.ts'
import { type Brokerages, openBrokerages } from '#test/workspaces/brokerage.ts'

let app: Brokerages
beforeAll(async () => {
  app = await openBrokerages()
})
afterAll(() => app.close())

const INVARIANTS = readFileSync(path.join(PROJECT_ROOT, 'test/invariants.sql'), 'utf8')
const brokenInvariants = () => app.owner.rows(INVARIANTS)

/** A brokerage with two offices, and their ids. */
async function withTwo(terms: { seats?: number } = {}, credits: [number, number] = [1000, 10]) {
  const brokerage = await app.brokerage(terms as never)
  const [first, second] = [await app.office(brokerage, credits[0]), await app.office(brokerage, credits[1])]
  return { brokerage, first, second, a: first.organizationId, b: second.organizationId }
}

describe('A40 moving credits', () => {
  test('writes an entry on both sides, once per request', async () => {
    const { brokerage, first, second, a, b } = await withTwo()
    const requestId = randomUUID()
    for (let i = 0; i < 2; i++)
      expect((await app.moveCredits(brokerage, a, b, 300, requestId)).status).toBe(204)
    expect([await app.creditsOf(first), await app.creditsOf(second)]).toEqual([700, 310])
    const ledger = await second.request('GET', `/api/organizations/${b}/credits?operation=transfer`)
    expect(ledger.json).toMatchObject({
      entries: [{ amount: 300, description: 'From another office of your brokerage' }],
    })
    const { items } = (await brokerage.owner.request('GET', brokerage.at('/moves'))).json as {
      items: BrokerageMove[]
    }
    expect(items).toMatchObject([
      {
        kind: 'credits',
        amount: 300,
        fromName: `Company of ${first.email}`,
        toName: `Company of ${second.email}`,
      },
    ])
    const billing = await first.request('GET', `/api/organizations/${a}/billing`)
    expect(billing.json).toMatchObject({ credits: { granted: 1000, used: 0, adjusted: -300, balance: 700 } })
    expect(await brokenInvariants()).toEqual([])
  })

  test('is refused for more than there is, outside of the brokerage, to itself and while suspended', async () => {
    const { brokerage, first, a, b } = await withTwo()
    const stranger = await app.subscriber(app.newEmail('stranger'))
    expect(await app.moveCredits(brokerage, a, b, 1001)).toMatchObject({
      status: 409,
      json: { fields: { amount: "The office doesn't have that many credits" } },
    })
    for (const [from, to] of [
      [a, stranger.organizationId],
      [stranger.organizationId, a],
      [a, randomUUID()],
    ] as const)
      expect((await app.moveCredits(brokerage, from, to, 1)).status).toBe(404)
    expect((await app.moveCredits(brokerage, a, a, 1)).status).toBe(400)
    for (const amount of [0, -5, 1.5, 1e9])
      expect((await app.moveCredits(brokerage, a, b, amount)).status).toBe(400)
    await app.owner.run(
      `update organizations set suspended_at = now(), suspended_reason = 'x' where id = $1`,
      [b],
    )
    expect((await app.moveCredits(brokerage, a, b, 1)).status).toBe(409)
    expect(await app.creditsOf(first)).toBe(1000)
    expect(
      await app.owner.rows(`select 1 from brokerage_moves where brokerage_id = $1`, [brokerage.id]),
    ).toEqual([])
    expect(await brokenInvariants()).toEqual([])
  })

  test('neither loses nor creates credits when many moves run at once in both directions', async () => {
    const { brokerage, first, second, a, b } = await withTwo({}, [100, 100])
    const statuses = await Promise.all(
      Array.from({ length: 40 }, async (_, n) => {
        const [from, to] = n % 2 ? [a, b] : [b, a]
        return (await app.moveCredits(brokerage, from, to, 1 + (n % 5) * 20)).status
      }),
    )
    expect(new Set(statuses)).toEqual(new Set([204, 409]))
    const balances = [await app.creditsOf(first), await app.creditsOf(second)]
    expect(balances.every((credits) => credits >= 0)).toBe(true)
    expect(balances[0]! + balances[1]!).toBe(200)
    expect(await brokenInvariants()).toEqual([])
  })

  test('moves a balance once when several requests want all of it', async () => {
    const { brokerage, first, second, a, b } = await withTwo()
    const moves = await Promise.all(Array.from({ length: 8 }, () => app.moveCredits(brokerage, a, b, 1000)))
    expect(moves.map(({ status }) => status).sort()).toEqual([204, ...Array(7).fill(409)])
    expect([await app.creditsOf(first), await app.creditsOf(second)]).toEqual([0, 1010])
  })
})

describe('A40 moving seats', () => {
  test('gives an office seats that invitations can use', async () => {
    const { brokerage, second, a, b } = await withTwo({ seats: 4 })
    const invite = (email: string) =>
      second.request('POST', `/api/organizations/${b}/invitations`, { email, role: 'MEMBER' })
    expect(await app.read(brokerage)).toMatchObject({
      freeSeats: 2,
      offices: [{ seatLimit: 1 }, { seatLimit: 1 }],
    })
    expect(await invite('full@example.com')).toMatchObject({
      status: 409,
      json: { message: 'The only seat of your organization is in use. Ask your brokerage for more seats.' },
    })
    expect((await app.moveSeats(brokerage, null, a, 2)).status).toBe(204)
    expect((await app.moveSeats(brokerage, a, b, 1)).status).toBe(204)
    expect((await invite('fits@example.com')).status).toBe(201)
    expect((await invite('over@example.com')).status).toBe(409)
    expect(await app.read(brokerage)).toMatchObject({ freeSeats: 0 })
    // Seats in use stay.
    expect((await app.moveSeats(brokerage, b, null, 1)).status).toBe(409)
    expect((await app.moveSeats(brokerage, a, null, 1)).status).toBe(204)
  })

  test('is refused beyond what is free, outside of the brokerage, and where seats are unlimited', async () => {
    const { brokerage, a, b } = await withTwo({ seats: 3 })
    const stranger = await app.subscriber(app.newEmail('stranger'))
    expect((await app.moveSeats(brokerage, null, a, 2)).status).toBe(409)
    expect((await app.moveSeats(brokerage, a, b, 1)).status).toBe(409)
    expect((await app.moveSeats(brokerage, null, stranger.organizationId, 1)).status).toBe(404)
    expect((await app.moveSeats(brokerage, null, null, 1)).status).toBe(400)
    const unlimited = await withTwo()
    expect(await app.moveSeats(unlimited.brokerage, null, unlimited.a, 1)).toMatchObject({
      status: 409,
      json: { fields: { amount: 'Your brokerage has unlimited seats' } },
    })
  })

  test('never gives out more seats than there are, however many requests run at once', async () => {
    const { brokerage, a, b } = await withTwo({ seats: 12 })
    await Promise.all(
      Array.from({ length: 30 }, (_, n) => {
        const [from, to] = [
          [null, a],
          [a, b],
          [b, a],
          [b, null],
        ][n % 4] as [string | null, string | null]
        return app.moveSeats(brokerage, from, to, 1 + (n % 3))
      }),
    )
    const { offices, freeSeats } = await app.read(brokerage)
    const given = offices.map(({ seatLimit }) => seatLimit ?? 0)
    expect(given.every((seats) => seats >= 1)).toBe(true)
    expect((freeSeats ?? -1) >= 0).toBe(true)
    expect(given.reduce((sum, seats) => sum + seats, freeSeats ?? 0)).toBe(12)
  })

  test('an invitation and a move of the last seat never both succeed', async () => {
    for (let round = 0; round < 3; round++) {
      const { brokerage, first, a, b } = await withTwo({ seats: 3 })
      await app.moveSeats(brokerage, null, a, 1)
      const [invited, moved] = await Promise.all([
        first.request('POST', `/api/organizations/${a}/invitations`, {
          email: 'last@example.com',
          role: 'MEMBER',
        }),
        app.moveSeats(brokerage, a, b, 1),
      ])
      expect([invited.status, moved.status].filter((status) => status < 300)).toHaveLength(1)
    }
  })
})
