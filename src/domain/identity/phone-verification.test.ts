import { describe, expect, it } from 'vitest'
import { judgePhone } from './phone-verification.ts'
import type { VerificationResponse } from './verification.ts'

const at = '2026-03-10T12:00:00.000Z'
const NOT_CONNECTED: VerificationResponse = { kind: 'not_connected' }
type VendorVerdict = Extract<VerificationResponse, { kind: 'answered' }>
const verdict = (answer: Partial<VendorVerdict>): VendorVerdict => ({
  kind: 'answered',
  verdict: 'valid',
  reason: null,
  vendor: 'Acme Lookup',
  at,
  ...answer,
})
const CAN_EXIST = 'The number is valid; not checked with a carrier'
const IMPOSSIBLE = 'This isn’t a valid phone number'
const CONFIRMED = 'Acme Lookup confirmed the number is in service'

describe('A27 phone', () => {
  it.each<[string, VerificationResponse, string, string]>([
    ['12', NOT_CONNECTED, 'failed', IMPOSSIBLE],
    ['call me', NOT_CONNECTED, 'failed', IMPOSSIBLE],
    ['630-555-0142 / 312-555-0143', verdict({}), 'failed', IMPOSSIBLE],
    ['+1 630 555 01422222', NOT_CONNECTED, 'failed', IMPOSSIBLE],
    ['+15551234567', NOT_CONNECTED, 'failed', 'Phone numbers don’t start with these digits'],
    ['+15551234567', verdict({}), 'verified', CONFIRMED],
    ['+16305550142', NOT_CONNECTED, 'unverified', CAN_EXIST],
    ['(630) 555-0142', NOT_CONNECTED, 'unverified', CAN_EXIST],
    ['+442079460958', NOT_CONNECTED, 'unverified', CAN_EXIST],
    ['+18005550199', NOT_CONNECTED, 'unverified', `${CAN_EXIST}. Toll-free number, not one person’s`],
    [
      '+19002345678',
      NOT_CONNECTED,
      'unverified',
      `${CAN_EXIST}. Premium-rate number: calling it costs extra`,
    ],
    [
      '+16305550142',
      verdict({ lineType: 'mobile', carrier: 'Acme Wireless' }),
      'verified',
      `${CONFIRMED}. Mobile line, Acme Wireless`,
    ],
    ['+16305550142', verdict({ lineType: 'Landline' }), 'verified', `${CONFIRMED}. Landline`],
    [
      '+16305550142',
      verdict({ lineType: 'nonFixedVoip' }),
      'verified',
      `${CONFIRMED}. Internet line (VoIP), no fixed location`,
    ],
    [
      '+16305550142',
      verdict({ lineType: 'FixedVOIP' }),
      'verified',
      `${CONFIRMED}. Fixed-location internet line (VoIP)`,
    ],
    [
      '+16305550142',
      verdict({ lineType: 'tollFree' }),
      'verified',
      `${CONFIRMED}. Toll-free number, not one person’s`,
    ],
    ['+16305550142', verdict({ lineType: 'unheard-of' }), 'verified', CONFIRMED],
    ['+16305550142', verdict({ lineType: 'constructor' }), 'verified', CONFIRMED],
    ['+16305550142', verdict({ verdict: 'invalid' }), 'failed', 'The number isn’t in service'],
    ['+16305550142', verdict({ verdict: 'invalid', reason: 'Disconnected' }), 'failed', 'Disconnected'],
    ['+16305550142', verdict({ verdict: 'unknown' }), 'pending', 'The provider has no result yet'],
    ['+16305550142', { kind: 'unavailable', isRateLimited: true }, 'pending', 'Waiting for the carrier'],
  ])('%s, %j: %s', (phone, vendor, status, reason) => {
    expect(judgePhone(phone, { vendor, at })).toEqual({ status, reason, checkedAt: at })
  })

  it('has no verdict without a number', () => {
    const nothing = { status: 'unverified', reason: null, checkedAt: null }
    expect(judgePhone(null, { vendor: verdict({}), at })).toEqual(nothing)
  })
})
