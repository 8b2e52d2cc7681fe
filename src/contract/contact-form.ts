import { z } from 'zod'
import { emailAddress } from './email-address.ts'
import { endpoint } from './endpoint.ts'
import { isoDateTime, optionalLine, optionalText, pageQuery, requiredLine } from './text.ts'

export const CONTACT_NAME_MAX = 100
export const CONTACT_COMPANY_MAX = 200
export const CONTACT_PHONE_MAX = 50
export const CONTACT_SUBJECT_MAX = 200
export const CONTACT_MESSAGE_MAX = 5000

export const contactForm = z.strictObject({
  firstName: requiredLine(CONTACT_NAME_MAX),
  lastName: requiredLine(CONTACT_NAME_MAX),
  email: emailAddress,
  company: optionalLine(CONTACT_COMPANY_MAX),
  phone: optionalLine(CONTACT_PHONE_MAX),
  subject: requiredLine(CONTACT_SUBJECT_MAX),
  message: optionalText(CONTACT_MESSAGE_MAX).pipe(z.string('Required')),
  /** Honeypot, hidden from people. A form with this field filled in is not stored. */
  website: z.string().optional(),
})
export type ContactForm = z.output<typeof contactForm>

export const submitContactForm = endpoint({
  method: 'POST',
  path: '/api/contact/submit',
  summary: 'Send a message to the operator. The sender gets a confirmation by email.',
  access: 'public',
  rate: 'public-form', // the feature has stricter limits per network and address
  body: contactForm,
  answers: { 201: z.object({ ok: z.literal(true) }) },
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

export const listContactSubmissions = endpoint({
  method: 'GET',
  path: '/api/admin/contact-submissions',
  summary: 'List contact-form messages, newest first',
  access: 'platform-admin',
  rate: 'read',
  query: z.strictObject(pageQuery(50)),
  answers: { 200: z.object({ submissions: z.array(contactSubmission), next: z.string().nullable() }) },
})
