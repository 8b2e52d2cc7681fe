import type { ContactPointInput } from '#contract/erasure.ts'
import { fieldErrorsOf, messageOf } from '#web/lib/api-error.ts'

/** The typed text as an email address where it has an @, otherwise as a phone number. */
export const toContactPoint = (typed: string): ContactPointInput =>
  typed.includes('@') ? { email: typed } : { phone: typed }

/** The error to show at the field. */
export function contactPointErrorOf(failure: Error | null): string | undefined {
  if (!failure) return undefined
  const { email, phone } = fieldErrorsOf(failure)
  return email ?? phone ?? messageOf(failure, "That didn't work. Try again.")
}
