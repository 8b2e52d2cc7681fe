import type { Evidence } from '../signals/evidence.ts'
import type { FraudCheck, FraudCheckName } from './risk-data.ts'

/** Evidence of signal detection plus the contact's email and phone. */
export type FraudEvidence = Evidence & { contact: { email: string | null; phone: string | null } }

/** A check that could not run for lack of data. */
export function skippedCheck(check: FraudCheckName, why: string): FraudCheck {
  return { check, result: 'not_run', weak: false, why, sources: [] }
}

/** Builds the result of a check against `sources`. */
export function checkOutcomes(check: FraudCheckName, sources: string[]) {
  return {
    passed: (why: string): FraudCheck => ({ check, result: 'passed', weak: false, why, sources }),
    review: (why: string, strength: 'weak' | null = null): FraudCheck => ({
      check,
      result: 'review',
      weak: strength === 'weak',
      why,
      sources,
    }),
  }
}
