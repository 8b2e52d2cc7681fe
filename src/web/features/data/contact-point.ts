import type { ContactPointInput } from '#contract/erasure.ts'
import { fieldErrorsOf, messageOf } from '#web/lib/api-error.ts'

/** What a person is looked up by: an e-mail address where there is an @, a phone number otherwise. */
export const toContactPoint = (typed: string): ContactPointInput =>
  typed.includes('@') ? { email: typed } : { phone: typed }

/** What to say beside the field where the look-up failed. */
export function contactPointErrorOf(failure: Error | null): string | undefined {
  if (!failure) return undefined
  const { email, phone } = fieldErrorsOf(failure)
  return email ?? phone ?? messageOf(failure, 'That did not work. Please try again.')
}
