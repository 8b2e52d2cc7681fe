import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ManagedBrokerage } from '#contract/admin-brokerages.ts'
import { PROJECT_ROOT } from '#server/project-root.ts'
import { withJobsRunning } from '#test/checks.ts'
import { type Brokerages, openBrokerages } from '#test/workspaces/brokerage.ts'

let app: Brokerages
beforeAll(async () => {
  app = await openBrokerages()
})
afterAll(() => app.close())

const INVARIANTS = readFileSync(path.join(PROJECT_ROOT, 'test/invariants.sql'), 'utf8')
const brokenInvariants = async () => app.owner.rows(INVARIANTS)

describe('A40 the enterprise console', () => {
  test('sets one plan for all organizations, with a success manager shown to members', async () => {
    const terms = { slaNotes: '99.9% uptime', managerName: 'Sam Field', managerEmail: 'sam@example.com' }
    const brokerage = await app.brokerage(terms as never)
    const ownerEmail = app.newEmail('operated')
    const added = await app.manage(brokerage.id, '/organizations', { name: 'North', ownerEmail })
    expect([added.status, (added.json as ManagedBrokerage).organizations]).toMatchObject([
      201,
      [{ name: 'North', status: 'incomplete' }],
    ])
    const north = await app.signIn(ownerEmail)
    const payer = await app.office(brokerage)
    expect((await north.request('GET', '/api/contacts')).status).toBe(402)
    const plan = { until: '2030-01-31', requestId: randomUUID() }
    expect((await app.manage(brokerage.id, '/plan', plan)).status).toBe(200)
    expect((await app.manage(brokerage.id, '/plan', plan)).status).toBe(200)
    expect((await north.request('GET', '/api/contacts')).status).toBe(200)
    expect([await app.creditsOf(north), await app.creditsOf(payer)]).toEqual([1000, 1000])
    const membership = await north.request('GET', `/api/organizations/${north.organizationId}/brokerage`)
    expect(membership.json).toMatchObject({
      brokerage: {
        slaNotes: '99.9% uptime',
        successManager: { name: 'Sam Field', email: 'sam@example.com', phone: null },
      },
    })
    expect((await app.manage(brokerage.id, '/plan/end', {})).status).toBe(200)
    expect((await north.request('GET', '/api/contacts')).status).toBe(402)
    expect((await app.manage(brokerage.id, '/plan/end', {})).status).toBe(409)
    expect(await brokenInvariants()).toEqual([])
  })

  test('grants the credits of a plan once, also to an office that leaves and joins again', async () => {
    const brokerage = await app.brokerage()
    await app.manage(brokerage.id, '/plan', { until: '2030-01-31', requestId: randomUUID() })
    const [office, sink] = [await app.subscriber(app.newEmail('again'), 0), await app.office(brokerage)]
    await app.owner.run(`update organizations set subscription_status = 'incomplete' where id = $1`, [
      office.organizationId,
    ])
    await app.join(brokerage, office)
    expect(await app.creditsOf(office)).toBe(1000)
    await app.moveCredits(brokerage, office.organizationId, sink.organizationId, 900)
    await office.request('POST', `/api/organizations/${office.organizationId}/brokerage/leave`)
    expect((await office.request('GET', '/api/contacts')).status).toBe(402)
    await app.join(brokerage, office)
    expect((await office.request('GET', '/api/contacts')).status).toBe(200)
    expect(await app.creditsOf(office)).toBe(100)
    expect(await brokenInvariants()).toEqual([])
  })

  test('grants what a reservation takes with unlimited credits, and still counts it', async () => {
    const brokerage = await app.brokerage({ hasUnlimitedCredits: true } as never)
    const office = await app.office(brokerage, 1)
    const contacts = [...Array(5).keys()].map((n) => ({
      name: `Person Number${n}`,
      email: `p${n}@example.com`,
    }))
    await withJobsRunning(app, office.request('POST', '/api/contacts/import/bulk', { contacts }))
    await app.queue.drain()
    const list = (await office.request('GET', '/api/contacts')).json as { id: string }[]
    for (const { id } of list)
      await withJobsRunning(app, office.request('POST', `/api/contacts/${id}/enrich`))
    const sumOf = (condition: string) =>
      app.owner.value<number>(
        `select coalesce(sum(amount), 0)::int from credit_ledger where organization_id = $1 and ${condition}`,
        [office.organizationId],
      )
    const taken = -(await sumOf(`operation = 'enrich'`))
    expect(taken).toBeGreaterThanOrEqual(5)
    const refunded = await sumOf(`operation = 'refund'`)
    // Refunds leave no credits behind for the time when credits are limited again.
    expect(await sumOf(`idempotency_key like 'unlimited:%'`)).toBe(taken - refunded)
    expect(await app.creditsOf(office)).toBe(1)
    const billing = await office.request('GET', `/api/organizations/${office.organizationId}/billing`)
    const { credits } = billing.json as { credits: Record<string, number> }
    expect(credits).toMatchObject({ used: taken - refunded, carriedOver: 0 })
    expect(credits.carriedOver! + credits.granted! - credits.used! + credits.adjusted!).toBe(credits.balance)
    expect(await brokenInvariants()).toEqual([])
  })

  test('refuses operators’ terms below what offices use', async () => {
    const brokerage = await app.brokerage({ seats: 4 })
    await app.office(brokerage)
    await app.office(brokerage)
    const terms = {
      ...{ hasUnlimitedCredits: false, seats: 1, maxOffices: null, slaNotes: null },
      ...{ managerName: null, managerEmail: null, managerPhone: null },
    }
    expect(await app.manage(brokerage.id, '', terms, 'PATCH')).toMatchObject({
      status: 409,
      json: { fields: { seats: 'The offices have 2 seats. Enter at least as many.' } },
    })
    expect((await app.manage(brokerage.id, '', { ...terms, seats: 2, maxOffices: 1 }, 'PATCH')).status).toBe(
      409,
    )
    expect((await app.manage(brokerage.id, '', { ...terms, seats: null }, 'PATCH')).status).toBe(200)
    expect((await app.read(brokerage)).offices.map(({ seatLimit }) => seatLimit)).toEqual([null, null])
  })
})
