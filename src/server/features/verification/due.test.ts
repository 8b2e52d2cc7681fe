import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { parseOrganizationId } from '#server/platform/db/organization-id.ts'
import type { ProviderResult, Verdict } from '#server/platform/providers/provider.ts'
import { matchResult, openVerificationWorkspace } from '#test/workspaces/verification.ts'

const workspace = await openVerificationWorkspace()
const { app, ann, vendor, nameServer, addVerified, read, verifyWhenDue, readWait } = workspace
afterAll(() => app.close())
beforeEach(workspace.reset)

describe('A27 an unavailable provider', () => {
  test('leaves the field pending until name servers respond again', async () => {
    nameServer.isUnavailable = true
    const { id, emailVerified } = await addVerified({ email: 'later@mail-later.example' })
    expect(emailVerified).toBe('pending')
    expect(await readWait(id)).toEqual({ minutes: 60, attempts: 1 })
    await app.services.verification.sweep()
    expect(app.queue.pendingJobs).toEqual([])

    vendor.email = async () => ({ status: 'error', provider: 'Acme', message: 'down' })
    expect((await verifyWhenDue(id)).emailVerified).toBe('pending')
    expect(await readWait(id)).toEqual({ minutes: 360, attempts: 2 })

    vendor.email = async () => matchResult({ verdict: 'valid', reason: null })
    expect(await verifyWhenDue(id)).toMatchObject({
      emailVerified: 'verified',
      emailVerificationReason: 'Acme confirmed the mailbox',
      emailVerifiedAt: '2026-03-01T10:00:00.000Z',
    })
    expect(await readWait(id)).toEqual({ minutes: null, attempts: 0 })
  })

  test('is retried less and less often, then given up on', async () => {
    vendor.email = () => Promise.reject(new Error('broken'))
    const { id } = await addVerified({ email: 'never@mail.example' })
    const waits = [await readWait(id)]
    for (let i = 0; i < 5; i++) {
      await verifyWhenDue(id)
      waits.push(await readWait(id))
    }
    expect(waits.map((wait) => wait?.minutes && wait.minutes / 60)).toEqual([1, 6, 24, 24, 24, null])
    expect((await read(id)).emailVerified).toBe('pending')
  })

  test('is retried soon when it was only rate limited', async () => {
    vendor.phone = async () => ({ status: 'rate_limited', provider: 'Acme', retryAfterSeconds: 1 })
    const { id, phoneVerified } = await addVerified({ phone: '6305550143' })
    expect(phoneVerified).toBe('pending')
    expect(await readWait(id)).toEqual({ minutes: 5, attempts: 0 })
    vendor.phone = async () =>
      matchResult({ verdict: 'valid', reason: null, lineType: 'nonFixedVoip', carrier: 'Acme Voice' })
    expect(await verifyWhenDue(id)).toMatchObject({
      phoneVerified: 'verified',
      phoneVerificationReason:
        'Acme confirmed the number is in service. Internet line (VoIP), no fixed location, Acme Voice',
    })
  })
})

describe('A27 A38 a stopped process', () => {
  let personCount = 0
  const organization = () => parseOrganizationId(ann.organizationId)
  const addInOneTransaction = (count: number) =>
    app.db.tenant(organization(), async (tx) => {
      const drafts = Array.from({ length: count }, () => ({
        ...{
          firstName: 'Lost',
          lastName: `Person ${++personCount}`,
          email: `lost${personCount}@mail.example`,
        },
        ...{ phone: null, address: null, city: null, state: null, zipCode: null },
      }))
      const outcomes = await app.services.contacts.addDrafts(tx, drafts, null)
      return outcomes.map(({ contactId }) => contactId ?? '')
    })
  const countVerified = async (ids: string[]) => {
    const rows = await app.owner.rows<{ reason: string | null }>(
      'select email_verification_reason as reason from contacts where id = any($1)',
      [ids],
    )
    return rows.filter(({ reason }) => reason !== null).length
  }

  test('between commit and wake-up loses no contact: the sweep finds them', async () => {
    const ids = await addInOneTransaction(450)
    expect(app.queue.pendingJobs).toEqual([])
    await app.services.verification.sweep()
    await app.queue.drain()
    expect(await countVerified(ids)).toBe(450)
  })

  test('the sweep verifies contacts after an import, but not during it', async () => {
    const ids = await addInOneTransaction(3)
    const [openImport] = await app.owner.rows<{ id: string }>(
      `insert into imports (organization_id, kind, status, total) values ($1, 'csv', 'running', 1) returning id`,
      [ann.organizationId],
    )
    await app.services.verification.sweep()
    await app.queue.drain()
    expect(await countVerified(ids)).toBe(0)
    await app.owner.run(`update imports set status = 'failed', finished_at = now() where id = $1`, [
      openImport?.id,
    ])
    await app.services.verification.sweep()
    await app.queue.drain()
    expect(await countVerified(ids)).toBe(3)
  })

  test('halfway locks its organization only until the lease ends', async () => {
    const ids = await addInOneTransaction(3)
    const setLease = (until: string) =>
      app.owner.run(
        `update organization_counters set verifying_until = ${until} where organization_id = $1`,
        [ann.organizationId],
      )
    await setLease(`now() + interval '1 minute'`)
    await app.services.verification.verifyDue(organization())
    expect(await countVerified(ids)).toBe(0)
    await setLease(`now() - interval '1 second'`)
    await app.services.verification.verifyDue(organization())
    expect(await countVerified(ids)).toBe(3)
  })

  test('two concurrent runs check no contact twice', async () => {
    await addInOneTransaction(30)
    const run = () => app.services.verification.verifyDue(organization())
    const queried = Promise.withResolvers<void>()
    const response = Promise.withResolvers<ProviderResult<Verdict>>()
    vendor.email = () => {
      queried.resolve()
      return response.promise
    }
    const first = run()
    await queried.promise
    await run()
    response.resolve(matchResult({ verdict: 'valid', reason: null }))
    await first
    expect(vendor.requests).toHaveLength(30)
    expect(new Set(vendor.requests).size).toBe(30)
  })
})
