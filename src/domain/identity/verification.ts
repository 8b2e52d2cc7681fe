/** What is said of an e-mail, a phone, an address or an employer; only `verified` counts as such. */
export const VERIFICATION_STATUSES = ['verified', 'unverified', 'failed', 'pending'] as const
export type VerificationStatus = (typeof VERIFICATION_STATUSES)[number]

/** The outcome of looking at one thing: what, why, and when (ISO 8601; null where there was nothing to look at). */
export type Verification = {
  status: VerificationStatus
  reason: string | null
  checkedAt: string | null
}

export const NOTHING_TO_VERIFY: Verification = { status: 'unverified', reason: null, checkedAt: null }

/** What a verification vendor said of an e-mail address or a phone number. */
export type VerificationResponse =
  | { kind: 'not_connected' }
  /** It could not be asked now; `soon` when it is only too busy. */
  | { kind: 'away'; soon: boolean }
  | {
      kind: 'said'
      verdict: 'valid' | 'invalid' | 'unknown'
      reason: string | null
      vendor: string
      /** When it said so, ISO 8601. */
      at: string
      lineType?: string | null
      carrier?: string | null
    }

/** Sentences into one reason; null when nothing is to be said. */
export function joinReasons(...sentences: (string | null | undefined)[]): string | null {
  return sentences.filter(Boolean).join('. ') || null
}
