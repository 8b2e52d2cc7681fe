import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import type { ContactDetail } from '#contract/contacts.ts'
import type { ProviderResult, Verdict } from '#server/platform/providers/provider.ts'
import { balanceOf, withJobsRunning } from '#test/checks.ts'
import { matchResult, openVerificationWorkspace } from '#test/workspaces/verification.ts'

const workspace = await openVerificationWorkspace()
const { app, ann, vendor, add, addVerified, read, patch, verifyWhenDue, readWait } = workspace
afterAll(() => app.close())
beforeEach(workspace.reset)

describe('A27 without a verification provider', () => {
  test.each([
    ['anna@mail.example', 'unverified', 'Its domain accepts email; the mailbox itself wasn’t checked'],
    ['anna@host-only.example', 'unverified', 'Its domain accepts email; the mailbox itself wasn’t checked'],
    ['anna@gone.example', 'failed', 'Its domain doesn’t exist'],
    ['anna@nothing.example', 'failed', 'Its domain has no email server'],
    ['anna@null-mx.example', 'failed', 'Its domain doesn’t accept email'],
    ['anna@mailinator.com', 'failed', 'It’s a disposable address'],
    ['anna@broken.example', 'pending', 'Waiting for its email server’s DNS record'],
  ])('the email %s is %s', async (email, status, reason) => {
    expect(await addVerified({ email })).toMatchObject({
      emailVerified: status,
      emailVerificationReason: reason,
      emailVerifiedAt: expect.any(String),
    })
  })

  test('classifies phone and address', async () => {
    const place = { address: '1428 N Orchard St', city: 'Chicago', zipCode: '60614' }
    expect(await addVerified({ phone: '6305550142', ...place, state: 'IL' })).toMatchObject({
      phoneVerified: 'unverified',
      phoneVerificationReason: 'The number is valid; not checked with a carrier',
      addressVerified: 'unverified',
      addressVerificationReason: 'ZIP, city and state match; the house itself wasn’t checked',
      employerVerified: 'unverified',
      employerVerificationReason: null,
      employerVerifiedAt: null,
    })
    expect(await addVerified({ phone: '5551234567', ...place, state: 'TX' })).toMatchObject({
      phoneVerified: 'failed',
      addressVerified: 'failed',
      addressVerificationReason: 'ZIP 60614 is in Chicago, Illinois, not in Texas. Did you mean IL?',
    })
  })
})

test('A27 verification costs no credit, whatever the provider responds', async () => {
  const balance = await balanceOf(app.owner, ann.organizationId)
  for (const verdict of ['valid', 'invalid', 'unknown'] as const) {
    vendor.email = async () => matchResult({ verdict, reason: null })
    vendor.phone = async () => matchResult({ verdict, reason: null })
    await addVerified({ email: `free.${verdict}@mail.example`, phone: '6305550146' })
  }
  expect(vendor.requests).toHaveLength(6)
  expect(await balanceOf(app.owner, ann.organizationId)).toBe(balance)
})

describe('A27 a change of a verified field', () => {
  test('resets only its own status, in the same write', async () => {
    vendor.email = async () => matchResult({ verdict: 'valid', reason: null })
    vendor.phone = async () => matchResult({ verdict: 'valid', reason: null })
    const place = { address: '1428 N Orchard St', city: 'Chicago', state: 'IL', zipCode: '60614' }
    const { id } = await addVerified({ email: 'anna@mail.example', phone: '6305550144', ...place })
    const updated = await patch(id, { email: 'other@mail.example' })
    expect(updated).toMatchObject({
      emailVerified: 'unverified',
      emailVerificationReason: null,
      emailVerifiedAt: null,
      phoneVerified: 'verified',
      addressVerificationReason: expect.stringContaining('match'),
    })
    await app.queue.drain()
    expect((await read(id)).emailVerified).toBe('verified')
    expect(await patch(id, { zipCode: '60615' })).toMatchObject({
      emailVerified: 'verified',
      addressVerified: 'unverified',
      addressVerificationReason: null,
    })
    await app.queue.drain()
    expect(await patch(id, { firstName: 'Anne' })).toMatchObject({
      emailVerified: 'verified',
      phoneVerified: 'verified',
      addressVerificationReason: expect.any(String),
    })
    expect(await readWait(id)).toEqual({ minutes: null, attempts: 0 })
  })

  test('during a request is not overwritten by the response about the old value', async () => {
    const queried = Promise.withResolvers<void>()
    const response = Promise.withResolvers<ProviderResult<Verdict>>()
    vendor.email = () => {
      queried.resolve()
      return response.promise
    }
    const { id } = await add({ email: 'former@mail.example' })
    const verification = app.queue.drain()
    await queried.promise
    await patch(id, { email: 'present@mail.example' })
    vendor.email = async () => matchResult({ verdict: 'invalid', reason: null })
    response.resolve(matchResult({ verdict: 'valid', reason: null }))
    await verification
    expect(await read(id)).toMatchObject({ email: 'present@mail.example', emailVerified: 'failed' })
  })
})

describe('A27 a mistyped domain', () => {
  test('gets a suggestion that never changes the address and can be dismissed', async () => {
    const { id, email, emailSuggestion } = await addVerified({ email: 'ana@gmial.com' })
    expect([email, emailSuggestion]).toEqual(['ana@gmial.com', 'ana@gmail.com'])
    expect((await ann.request('DELETE', `/api/contacts/${id}/email-suggestion`)).status).toBe(204)
    expect((await read(id)).emailSuggestion).toBeNull()
    expect((await verifyWhenDue(id)).emailSuggestion).toBeNull()

    expect((await patch(id, { email: 'ana@yaho.com' })).emailSuggestion).toBeNull()
    await app.queue.drain()
    expect((await read(id)).emailSuggestion).toBe('ana@yahoo.com')
    expect((await patch(id, { email: 'ana@yahoo.com' })).emailSuggestion).toBeNull()
    await app.queue.drain()
    expect((await read(id)).emailSuggestion).toBeNull()
  })

  test('returns 404 for an unknown contact', async () => {
    const unknownId = '018f0000-0000-7000-8000-000000000000'
    expect((await ann.request('DELETE', `/api/contacts/${unknownId}/email-suggestion`)).status).toBe(404)
  })
})

describe('A27 an address known to the geocoder', () => {
  const place = { address: '1428 N Orchard St', city: 'Chicago', state: 'IL', zipCode: '60614' }

  test('is verified when found in the same ZIP code', async () => {
    vendor.geocoder = async () => matchResult({ zip: '60614', state: 'IL' })
    const { id, ...contact } = await addVerified(place)
    expect(contact).toMatchObject({
      addressVerified: 'verified',
      addressVerificationReason: 'Acme has this address',
      addressVerifiedAt: '2026-03-01T10:00:00.000Z',
    })
    vendor.geocoder = async () => matchResult({ zip: '60657', state: 'IL' })
    expect(await verifyWhenDue(id)).toMatchObject({
      addressVerified: 'unverified',
      addressVerificationReason: 'The geocoder couldn’t find this address',
    })
  })

  test('is pending while the geocoder is unavailable; no other provider is asked again', async () => {
    vendor.geocoder = async () => ({ status: 'error', provider: 'Acme', message: 'down' })
    vendor.phone = async () => matchResult({ verdict: 'valid', reason: null })
    const { id, addressVerified } = await addVerified({ ...place, phone: '6305550170' })
    expect(addressVerified).toBe('pending')
    expect(await readWait(id)).toEqual({ minutes: 60, attempts: 1 })
    await app.owner.run('update contacts set phone_verified_at = now() where id = $1', [id])
    vendor.geocoder = async () => matchResult({ zip: null, state: 'IL' })
    expect(await verifyWhenDue(id)).toMatchObject({ addressVerified: 'verified', phoneVerified: 'verified' })
    expect(vendor.requests).toEqual(['+16305550170'])
  })
})

test('A27 an enrichment verifies employer and address by its records, without a provider', async () => {
  vendor.email = async () => matchResult({ verdict: 'valid', reason: null })
  vendor.phone = async () => matchResult({ verdict: 'valid', reason: null })
  const enriched: ContactDetail[] = []
  for (let i = 0; i < 8; i++) {
    const address = { address: `${1400 + i} N Orchard St`, city: 'Chicago', state: 'IL', zipCode: '60614' }
    const { id } = await addVerified({
      email: `worker${i}@mail.example`,
      phone: `63055502${10 + i}`,
      ...address,
    })
    const assignments = 'email_verified_at = now(), phone_verified_at = now()'
    await app.owner.run(`update contacts set ${assignments} where id = $1`, [id])
    vendor.requests = []
    const response = await withJobsRunning(app, ann.request('POST', `/api/contacts/${id}/enrich`))
    expect(vendor.requests).toEqual([])
    if (response.status === 200) enriched.push(response.json)
  }
  const verified = enriched.filter(({ employerVerified }) => employerVerified === 'verified')
  expect(verified.length).toBeGreaterThan(0)
  for (const { enrichmentData, employerVerificationReason: reason } of verified) {
    expect(reason).toContain(
      `lists ${enrichmentData?.employment.current?.company} as the current employer since`,
    )
  }
  const home = enriched.find(({ properties }) => properties.length > 0)
  expect(home).toMatchObject({
    addressVerified: 'verified',
    addressVerificationReason: 'Sample ATTOM has this address',
    emailVerified: 'verified',
  })
})
