import { describe, expect, it } from 'vitest'
import { suggestEmail } from './email-suggestion.ts'
import { judgeEmail, type MailDomainStatus } from './email-verification.ts'
import type { VerificationResponse } from './verification.ts'

const at = '2026-03-10T12:00:00.000Z'
const NOT_CONNECTED: VerificationResponse = { kind: 'not_connected' }
const vendorResponse = (
  verdict: 'valid' | 'invalid' | 'unknown',
  reason: string | null = null,
): VerificationResponse => ({
  kind: 'answered',
  verdict,
  reason,
  vendor: 'Acme Verify',
  at: '2026-03-09T08:00:00.000Z',
})
const judge = (email: string | null, vendor: VerificationResponse, mail: MailDomainStatus | null = null) =>
  judgeEmail(email, { vendor, mail, at })

describe('A27 email', () => {
  it.each<[string, VerificationResponse, MailDomainStatus | null, string, string]>([
    ['anna', NOT_CONNECTED, 'accepts_email', 'failed', 'This isn’t a complete email address'],
    ['anna@localhost', NOT_CONNECTED, 'accepts_email', 'failed', 'This isn’t a complete email address'],
    ['a@b@c.com', vendorResponse('valid'), null, 'failed', 'This isn’t a complete email address'],
    ['x@mailinator.com', NOT_CONNECTED, 'accepts_email', 'failed', 'It’s a disposable address'],
    ['x@sub.mailinator.com', vendorResponse('valid'), null, 'failed', 'It’s a disposable address'],
    [
      'anna@acme.com',
      NOT_CONNECTED,
      'accepts_email',
      'unverified',
      'Its domain accepts email; the mailbox itself wasn’t checked',
    ],
    [
      'info@acme.com',
      NOT_CONNECTED,
      'accepts_email',
      'unverified',
      'Its domain accepts email; the mailbox itself wasn’t checked. A shared mailbox, not one person’s',
    ],
    ['anna@acme.com', NOT_CONNECTED, 'no_server', 'failed', 'Its domain has no email server'],
    ['anna@acme.com', NOT_CONNECTED, 'rejects_email', 'failed', 'Its domain doesn’t accept email'],
    ['anna@acme.com', NOT_CONNECTED, 'no_domain', 'failed', 'Its domain doesn’t exist'],
    ['anna@acme.com', NOT_CONNECTED, 'unavailable', 'pending', 'Waiting for its email server’s DNS record'],
    ['anna@acme.com', NOT_CONNECTED, null, 'pending', 'Waiting for its email server’s DNS record'],
    ['anna@acme.com', vendorResponse('valid'), null, 'verified', 'Acme Verify confirmed the mailbox'],
    [
      'sales+west@acme.com',
      vendorResponse('valid'),
      null,
      'verified',
      'Acme Verify confirmed the mailbox. A shared mailbox, not one person’s',
    ],
    [
      'anna@acme.com',
      vendorResponse('invalid'),
      'accepts_email',
      'failed',
      'This address doesn’t accept email',
    ],
    [
      'anna@acme.com',
      vendorResponse('invalid', 'The mailbox is full'),
      null,
      'failed',
      'The mailbox is full',
    ],
    [
      'anna@acme.com',
      vendorResponse('unknown'),
      'accepts_email',
      'pending',
      'The provider has no result yet',
    ],
    [
      'anna@acme.com',
      { kind: 'unavailable', isRateLimited: false },
      'accepts_email',
      'pending',
      'Waiting for the verification service',
    ],
  ])('verifies %s with %j, domain %s: %s', (email, vendor, mail, status, reason) => {
    expect(judge(email, vendor, mail)).toMatchObject({ status, reason })
  })

  it("uses the vendor's date, or else the current time", () => {
    expect(judge('anna@acme.com', vendorResponse('valid')).checkedAt).toBe('2026-03-09T08:00:00.000Z')
    expect(judge('anna@acme.com', NOT_CONNECTED, 'accepts_email').checkedAt).toBe(at)
  })

  it('returns no verdict without an address', () => {
    expect(judge(null, vendorResponse('valid'))).toEqual({
      status: 'unverified',
      reason: null,
      checkedAt: null,
    })
  })
})

describe('A27 mistyped domains', () => {
  it.each([
    ['ana@gmial.com', 'ana@gmail.com'],
    ['ana@gamil.com', 'ana@gmail.com'],
    ['ana@gmail.con', 'ana@gmail.com'],
    ['ana@gmail.co', 'ana@gmail.com'],
    ['ANA+x@GMAIL.CM', 'ana+x@gmail.com'],
    ['ana@yaho.com', 'ana@yahoo.com'],
    ['ana@hotmial.com', 'ana@hotmail.com'],
    ['ana@outlok.com', 'ana@outlook.com'],
    ['ana@icloud.cm', 'ana@icloud.com'],
    ['ana@comcast.nte', 'ana@comcast.net'],
    ['ana@aol.con', 'ana@aol.com'],
    ["o'brien%x@gmial.com", "o'brien%x@gmail.com"],
  ])('suggests for %s: %s', (email, suggestion) => {
    expect(suggestEmail(email)).toBe(suggestion)
  })

  it.each([
    ...['ana@gmail.com', 'ana@mail.com', 'ana@email.com', 'ana@mac.com', 'ana@kw.com', 'ana@gmx.de'],
    ...['ana@remax.com', 'ana@yale.edu', 'ana@smithrealty.com', 'ana@fastmail.com', 'ana@live.nl'],
    ...['ana@company.co', 'ana@example.com', 'ana@ool.com', 'ana@acl.com', 'ana', '', 'ana@gmial'],
  ])('suggests nothing for %j', (email) => {
    expect(suggestEmail(email)).toBeNull()
  })
})
