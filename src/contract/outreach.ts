import { z } from 'zod'
import { CHANNELS, GUARD_RULES, LENGTHS, SCRIPT_MAX, TONES } from '#domain/compliance/outreach.ts'
import { PURPOSES } from '#domain/outreach/purposes.ts'
import { endpoint } from './endpoint.ts'
import { isoDateTime, optionalLine, uuid } from './text.ts'

/** The guard's verdict on a text; positions are UTF-16 offsets. */
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
  /** One sentence for the caller. */
  why: z.string(),
  opensAt: isoDateTime.nullable(),
})
export type CallingHours = z.infer<typeof callingHours>

/** The text is not trimmed, so that positions in the verdict fit. */
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
  /** Subject of an email. */
  subject: z.string().nullable(),
  source: z.enum(['template', 'model']),
  guard: guardVerdict,
  /** Of calls and text messages. */
  callingHours: callingHours.nullable(),
  /** Notes for the sender. */
  warnings: z.array(z.string()),
  /** Postal address in emails and letters. */
  postalAddress: z.string().nullable(),
})
export type OutreachScript = z.infer<typeof outreachScript>

export const writeOutreach = endpoint({
  method: 'POST',
  path: '/api/contacts/{id}/outreach',
  summary:
    'Write a script for a contact and channel, without any life events; 409 if the person opted out of it',
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
  summary: 'Check if you can call or text a contact now, by their local time',
  access: 'subscriber',
  rate: 'read',
  params: contactParams,
  answers: { 200: callingHours },
})

export const checkOutreachText = endpoint({
  method: 'POST',
  path: '/api/outreach/check',
  summary: 'Check a text with the outreach guard; the text is neither stored nor logged',
  access: 'subscriber',
  rate: 'write',
  body: z.strictObject({ text: scriptText, channel }),
  answers: { 200: guardVerdict },
})

export const logOutreach = endpoint({
  method: 'POST',
  path: '/api/contacts/{id}/outreach/log',
  summary:
    'Log an outreach to a contact; its text is checked but not stored. 409 if the person opted out of the channel, 422 outside calling hours or for a blocked text',
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
  summary: 'Get the postal address for emails and letters of your organization',
  access: 'member',
  rate: 'read',
  params: z.object({ id: uuid }),
  answers: { 200: postalAddress },
})

export const setPostalAddress = endpoint({
  method: 'PATCH',
  path: '/api/organizations/{id}/postal-address',
  summary: 'Set the postal address for emails and letters of your organization; null removes it',
  access: 'member',
  role: 'ADMIN',
  rate: 'write',
  params: z.object({ id: uuid }),
  body: z.strictObject({ postalAddress: optionalLine(POSTAL_ADDRESS_MAX) }),
  answers: { 200: postalAddress },
})
