import type { Evidence } from '../signals/evidence.ts'
import type { FraudCheck, FraudCheckName } from './risk-data.ts'

/** What the checks compare: the evidence of detection, with the e-mail and phone on file. */
export type FraudEvidence = Evidence & { contact: { email: string | null; phone: string | null } }

/** A check that something was missing for. */
export function skippedCheck(check: FraudCheckName, why: string): FraudCheck {
  return { check, result: 'not_run', weak: false, why, sources: [] }
}

/** The outcomes of a check that was run against `sources`. */
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
