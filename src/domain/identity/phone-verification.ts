import { parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { normalizePhone } from './phone.ts'
import {
  joinReasons,
  judgeByVendor,
  NOTHING_TO_VERIFY,
  type Verification,
  type VerificationResponse,
} from './verification.ts'

// Separate from phone.ts because number types need the full numbering plan, which must stay out of the browser
// bundle.

const LINE_LABELS = new Map([
  ['mobile', 'Mobile line'],
  ['landline', 'Landline'],
  ['tollfree', 'Toll-free number, not one person’s'],
  ['premium', 'Premium-rate number: calling it costs extra'],
  ['premiumrate', 'Premium-rate number: calling it costs extra'],
  ['sharedcost', 'Shared-cost number'],
  ['voip', 'Internet line (VoIP)'],
  ['fixedvoip', 'Fixed-location internet line (VoIP)'],
  ['nonfixedvoip', 'Internet line (VoIP), no fixed location'],
  ['voicemail', 'Voicemail line'],
  ['pager', 'Pager'],
  ['uan', 'Company number'],
])

/** Line types that the numbering plan determines; ported numbers can be mobile or landline. */
const TYPES_KNOWN_BY_PLAN = new Set('TOLL_FREE PREMIUM_RATE SHARED_COST VOIP PAGER UAN VOICEMAIL'.split(' '))

/**
 * Verifies a phone number. Only a carrier can confirm it. A number outside its country's plan fails, unless a carrier
 * knows it, because plans grow.
 */
export function judgePhone(
  phone: string | null,
  { vendor, at }: { vendor: VerificationResponse; at: string },
): Verification {
  if (!phone) return NOTHING_TO_VERIFY
  const { e164 } = normalizePhone(phone)
  if (!e164) return { status: 'failed', reason: 'This isn’t a valid phone number', checkedAt: at }
  if (vendor.kind === 'answered') {
    return judgeByVendor(vendor, {
      valid: `${vendor.vendor} confirmed the number is in service`,
      note: [lineLabelOf(vendor.lineType), vendor.carrier].filter(Boolean).join(', '),
      invalid: 'The number isn’t in service',
    })
  }
  const number = parsePhoneNumberFromString(e164)
  if (!number?.isValid()) {
    return { status: 'failed', reason: 'Phone numbers don’t start with these digits', checkedAt: at }
  }
  if (vendor.kind === 'unavailable') {
    return { status: 'pending', reason: 'Waiting for the carrier', checkedAt: at }
  }
  const type = number.getType()
  const lineLabel = type && TYPES_KNOWN_BY_PLAN.has(type) ? lineLabelOf(type) : null
  const reason = joinReasons('The number is valid; not checked with a carrier', lineLabel)
  return { status: 'unverified', reason, checkedAt: at }
}

/** Normalizes vendor spellings `tollFree`, `TollFree` and `TOLL_FREE`; null for an unknown type. */
function lineLabelOf(type: string | null | undefined): string | null {
  return LINE_LABELS.get((type ?? '').toLowerCase().replace(/[^a-z]/g, '')) ?? null
}
