import { z } from 'zod'
import { isEmailAddress, normalizeEmail } from '#domain/identity/email.ts'

const INVALID_EMAIL = 'Please enter a valid email address'

/** One plain lowercase address. Rejects anything that could add recipients or headers. */
export const emailAddress = z
  .string('Please enter your email address')
  .max(320, INVALID_EMAIL)
  .transform(normalizeEmail)
  .pipe(z.string().min(1, 'Please enter your email address').refine(isEmailAddress, INVALID_EMAIL))
