import { z } from 'zod'
import { isEmailAddress, normalizeEmail } from '#domain/identity/email.ts'
import { requiredLine } from './text.ts'

const INVALID_EMAIL = 'Please enter a valid email address'

/** One plain lowercase address. Rejects anything that could add recipients or headers. */
export const emailAddress = z
  .string('Please enter your email address')
  .max(320, INVALID_EMAIL)
  .transform(normalizeEmail)
  .pipe(z.string().min(1, 'Please enter your email address').refine(isEmailAddress, INVALID_EMAIL))

const MAX_PHONE_LENGTH = 32

/** An email address or a phone number, with other fields. */
export const contactPointWith = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.union(
    [
      z.strictObject({ email: emailAddress, ...shape }),
      z.strictObject({ phone: requiredLine(MAX_PHONE_LENGTH), ...shape }),
    ],
    'Send {email} or {phone}',
  )
