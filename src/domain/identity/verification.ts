/** Verification status of an email, phone, address or employer; only `verified` means confirmed. */
export const VERIFICATION_STATUSES = ['verified', 'unverified', 'failed', 'pending'] as const
export type VerificationStatus = (typeof VERIFICATION_STATUSES)[number]

/** Result of one verification: status, reason and time (ISO 8601; null if there was nothing to verify). */
export type Verification = {
  status: VerificationStatus
  reason: string | null
  checkedAt: string | null
}

export const NOTHING_TO_VERIFY: Verification = { status: 'unverified', reason: null, checkedAt: null }

/** A vendor's response for an email address or a phone number. */
export type VerificationResponse =
  | { kind: 'not_connected' }
  /** The provider did not answer; `isRateLimited` if it will soon. */
  | { kind: 'unavailable'; isRateLimited: boolean }
  | {
      kind: 'answered'
      verdict: 'valid' | 'invalid' | 'unknown'
      reason: string | null
      vendor: string
      /** Time of the response, ISO 8601. */
      at: string
      lineType?: string | null
      carrier?: string | null
    }

/** Joins sentences into one reason; null if there are none. */
export function joinReasons(...sentences: (string | null | undefined)[]): string | null {
  return sentences.filter(Boolean).join('. ') || null
}

/** Verification by a vendor's response, with default reasons. */
export function judgeByVendor(
  { verdict, reason, at }: Extract<VerificationResponse, { kind: 'answered' }>,
  defaultReasons: { valid: string; note: string | null; invalid: string },
): Verification {
  if (verdict === 'valid')
    return {
      status: 'verified',
      reason: joinReasons(reason ?? defaultReasons.valid, defaultReasons.note),
      checkedAt: at,
    }
  if (verdict === 'invalid')
    return { status: 'failed', reason: reason ?? defaultReasons.invalid, checkedAt: at }
  return { status: 'pending', reason: reason ?? 'The provider has no result yet', checkedAt: at }
}
