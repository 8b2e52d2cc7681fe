import { describe, expect, it } from 'vitest'
import { judgePhone } from './phone-verification.ts'
import type { VerificationResponse } from './verification.ts'

const at = '2026-03-10T12:00:00.000Z'
const NOT_CONNECTED: VerificationResponse = { kind: 'not_connected' }
type VendorVerdict = Extract<VerificationResponse, { kind: 'answered' }>
const vendorResponse = (overrides: Partial<VendorVerdict>): VendorVerdict => ({
  kind: 'answered',
  verdict: 'valid',
  reason: null,
  vendor: 'Acme Lookup',
  at,
  ...overrides,
})
const UNCHECKED_REASON = 'The number is valid; not checked with a carrier'
const INVALID_REASON = 'This isn’t a valid phone number'
const CONFIRMED_REASON = 'Acme Lookup confirmed the number is in service'

describe('A27 phone', () => {
  it.each<[string, VerificationResponse, string, string]>([
    ['12', NOT_CONNECTED, 'failed', INVALID_REASON],
    ['call me', NOT_CONNECTED, 'failed', INVALID_REASON],
    ['630-555-0142 / 312-555-0143', vendorResponse({}), 'failed', INVALID_REASON],
    ['+1 630 555 01422222', NOT_CONNECTED, 'failed', INVALID_REASON],
    ['+15551234567', NOT_CONNECTED, 'failed', 'Phone numbers don’t start with these digits'],
    ['+15551234567', vendorResponse({}), 'verified', CONFIRMED_REASON],
    ['+16305550142', NOT_CONNECTED, 'unverified', UNCHECKED_REASON],
    ['(630) 555-0142', NOT_CONNECTED, 'unverified', UNCHECKED_REASON],
    ['+442079460958', NOT_CONNECTED, 'unverified', UNCHECKED_REASON],
    ['+18005550199', NOT_CONNECTED, 'unverified', `${UNCHECKED_REASON}. Toll-free number, not one person’s`],
    [
      '+19002345678',
      NOT_CONNECTED,
      'unverified',
      `${UNCHECKED_REASON}. Premium-rate number: calling it costs extra`,
    ],
    [
      '+16305550142',
      vendorResponse({ lineType: 'mobile', carrier: 'Acme Wireless' }),
      'verified',
      `${CONFIRMED_REASON}. Mobile line, Acme Wireless`,
    ],
    ['+16305550142', vendorResponse({ lineType: 'Landline' }), 'verified', `${CONFIRMED_REASON}. Landline`],
    [
      '+16305550142',
      vendorResponse({ lineType: 'nonFixedVoip' }),
      'verified',
      `${CONFIRMED_REASON}. Internet line (VoIP), no fixed location`,
    ],
    [
      '+16305550142',
      vendorResponse({ lineType: 'FixedVOIP' }),
      'verified',
      `${CONFIRMED_REASON}. Fixed-location internet line (VoIP)`,
    ],
    [
      '+16305550142',
      vendorResponse({ lineType: 'tollFree' }),
      'verified',
      `${CONFIRMED_REASON}. Toll-free number, not one person’s`,
    ],
    ['+16305550142', vendorResponse({ lineType: 'unheard-of' }), 'verified', CONFIRMED_REASON],
    ['+16305550142', vendorResponse({ lineType: 'constructor' }), 'verified', CONFIRMED_REASON],
    ['+16305550142', vendorResponse({ verdict: 'invalid' }), 'failed', 'The number isn’t in service'],
    [
      '+16305550142',
      vendorResponse({ verdict: 'invalid', reason: 'Disconnected' }),
      'failed',
      'Disconnected',
    ],
    ['+16305550142', vendorResponse({ verdict: 'unknown' }), 'pending', 'The provider has no result yet'],
    ['+16305550142', { kind: 'unavailable', isRateLimited: true }, 'pending', 'Waiting for the carrier'],
  ])('verifies %s with %j: %s', (phone, vendor, status, reason) => {
    expect(judgePhone(phone, { vendor, at })).toEqual({ status, reason, checkedAt: at })
  })

  it('returns no verdict without a number', () => {
    const noVerdict = { status: 'unverified', reason: null, checkedAt: null }
    expect(judgePhone(null, { vendor: vendorResponse({}), at })).toEqual(noVerdict)
  })
})
