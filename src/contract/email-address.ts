import { z } from 'zod'
import { isEmailAddress, normalizeEmail } from '#domain/identity/email.ts'

const INVALID_EMAIL = 'Please enter a valid email address'

/** Exactly one plain address, lower-cased: nothing that could become a list, a second header or another recipient. */
export const emailAddress = z
  .string('Please enter your email address')
  .max(320, INVALID_EMAIL)
  .transform(normalizeEmail)
  .pipe(z.string().min(1, 'Please enter your email address').refine(isEmailAddress, INVALID_EMAIL))
