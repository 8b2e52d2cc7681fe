import { z } from 'zod'
import { MAX_EMAIL_LENGTH } from '#domain/identity/email.ts'
import { emailAddress } from './email-address.ts'
import { operatorEndpoint, publicEndpoint } from './endpoint.ts'
import { isoDateTime, optionalLine, optionalText, pageOf, pageQuery, requiredLine } from './text.ts'

/** Maximum lengths of the form's fields. */
export const CONTACT_LIMITS = {
  firstName: 100,
  lastName: 100,
  email: MAX_EMAIL_LENGTH,
  company: 200,
  phone: 50,
  subject: 200,
  message: 5000,
} as const

export const contactForm = z.strictObject({
  firstName: requiredLine(CONTACT_LIMITS.firstName),
  lastName: requiredLine(CONTACT_LIMITS.lastName),
  email: emailAddress,
  company: optionalLine(CONTACT_LIMITS.company),
  phone: optionalLine(CONTACT_LIMITS.phone),
  subject: requiredLine(CONTACT_LIMITS.subject),
  message: optionalText(CONTACT_LIMITS.message).pipe(z.string('Required')),
  /** Honeypot, hidden from people. A form with this field filled in is not stored. */
  website: z.string().optional(),
})
export type ContactForm = z.output<typeof contactForm>

export const submitContactForm = publicEndpoint('POST /api/contact/submit', {
  summary: 'Send a message to the operator. The sender gets a confirmation by email.',
  rate: 'public-form', // the feature has stricter limits per network and address
  body: contactForm,
  responses: { 201: z.object({ ok: z.literal(true) }) },
})

export const contactSubmission = z.object({
  id: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  company: z.string().nullable(),
  phone: z.string().nullable(),
  subject: z.string(),
  message: z.string(),
  createdAt: isoDateTime,
})
export type ContactSubmission = z.infer<typeof contactSubmission>

export const listContactSubmissions = operatorEndpoint('GET /api/admin/contact-submissions', {
  summary: 'List contact-form messages, newest first',
  query: z.strictObject(pageQuery(50)),
  responses: { 200: pageOf(contactSubmission) },
})
