import type { Evidence } from '../signals/evidence.ts'
import type { FraudCheck } from './risk-data.ts'

/** The evidence of signal detection, plus the contact's email and phone. */
export type FraudEvidence = Evidence & { contact: { email: string | null; phone: string | null } }

/** Result of a check, without its name and sources. */
export type FraudOutcome = Pick<FraudCheck, 'result' | 'weak' | 'why'>

export const passed = (why: string): FraudOutcome => ({ result: 'passed', weak: false, why })

export const review = (why: string, strength?: 'weak'): FraudOutcome => ({
  result: 'review',
  weak: strength === 'weak',
  why,
})

/** For a check that could not run for lack of data. */
export const skipped = (why: string): FraudOutcome => ({ result: 'not_run', weak: false, why })
