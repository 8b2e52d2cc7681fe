import { z } from 'zod'
import { CHANNELS, GUARD_RULES, LENGTHS, SCRIPT_MAX, TONES } from '#domain/compliance/outreach.ts'
import { PURPOSES } from '#domain/outreach/purposes.ts'
import { endpoint } from './endpoint.ts'
import { isoDateTime, optionalLine, uuid } from './text.ts'

/** What the outreach guard says of a text; places count UTF-16 units of it. */
const guardVerdict = z.object({
  allowed: z.boolean(),
  findings: z.array(
    z.object({
      rule: z.enum(GUARD_RULES),
      words: z.string(),
      start: z.number().int(),
      end: z.number().int(),
      why: z.string(),
    }),
  ),
  clean: z.string().nullable(),
})

const callingHours = z.object({
  allowed: z.boolean(),
  /** One sentence for whoever is about to call. */
  why: z.string(),
  opensAt: isoDateTime.nullable(),
})
export type CallingHours = z.infer<typeof callingHours>

/** The text is taken as it is, so that the places in the verdict are places in it. */
const scriptText = z
  .string('Required')
  .min(1, 'Required')
  .max(SCRIPT_MAX, `Use at most ${SCRIPT_MAX} characters`)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: refusing them is the point
  .refine((text) => !/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]|\p{Surrogate}/u.test(text), {
    message: 'Remove the control characters',
  })

const channel = z.enum(CHANNELS)
const contactParams = z.object({ id: uuid })

const outreachScript = z.object({
  text: z.string(),
  /** Of an e-mail. */
  subject: z.string().nullable(),
  source: z.enum(['template', 'model']),
  guard: guardVerdict,
  /** Of calls and text messages. */
  callingHours: callingHours.nullable(),
  /** What the writer should know before using it. */
  warnings: z.array(z.string()),
  /** The organization's, which e-mails and letters carry. */
  postalAddress: z.string().nullable(),
})
export type OutreachScript = z.infer<typeof outreachScript>

export const writeOutreach = endpoint({
  method: 'POST',
  path: '/api/contacts/{id}/outreach',
  summary:
    'Write a script for a contact and channel; nothing known about their life is in it. 409 for a person who must not be reached there',
  access: 'subscriber',
  rate: 'heavy',
  duration: 'long',
  params: contactParams,
  body: z.strictObject({
    channel,
    tone: z.enum(TONES),
    length: z.enum(LENGTHS),
    purpose: z.enum(PURPOSES).default('check-in'),
  }),
  answers: { 200: outreachScript },
})

export const getCallingHours = endpoint({
  method: 'GET',
  path: '/api/contacts/{id}/calling-hours',
  summary: 'Whether a contact may be called or texted now, by the clock where they live',
  access: 'subscriber',
  rate: 'read',
  params: contactParams,
  answers: { 200: callingHours },
})

export const checkOutreachText = endpoint({
  method: 'POST',
  path: '/api/outreach/check',
  summary: 'Ask the outreach guard about a text; it is neither kept nor logged',
  access: 'subscriber',
  rate: 'write',
  body: z.strictObject({ text: scriptText, channel }),
  answers: { 200: guardVerdict },
})

export const logOutreach = endpoint({
  method: 'POST',
  path: '/api/contacts/{id}/outreach/log',
  summary:
    'Note that a contact was reached; a text is checked and not kept. 409 for a person who must not be reached there, 422 outside calling hours or for a text that must not go out',
  access: 'subscriber',
  rate: 'write',
  params: contactParams,
  body: z.strictObject({ channel, text: scriptText.optional() }),
  answers: { 201: z.object({ id: z.string(), channel, createdAt: isoDateTime }) },
})

const POSTAL_ADDRESS_MAX = 200
const postalAddress = z.object({ postalAddress: z.string().nullable() })

export const getPostalAddress = endpoint({
  method: 'GET',
  path: '/api/organizations/{id}/postal-address',
  summary: 'The postal address that e-mails and letters of your organization carry',
  access: 'member',
  rate: 'read',
  params: z.object({ id: uuid }),
  answers: { 200: postalAddress },
})

export const setPostalAddress = endpoint({
  method: 'PATCH',
  path: '/api/organizations/{id}/postal-address',
  summary: 'Set the postal address that e-mails and letters of your organization carry; null takes it away',
  access: 'member',
  role: 'ADMIN',
  rate: 'write',
  params: z.object({ id: uuid }),
  body: z.strictObject({ postalAddress: optionalLine(POSTAL_ADDRESS_MAX) }),
  answers: { 200: postalAddress },
})
