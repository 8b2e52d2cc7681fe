import { z } from 'zod'
import {
  CHANNELS,
  GUARD_RULES,
  LENGTHS,
  MAX_SCRIPT_LENGTH,
  MESSAGE_KINDS,
  TONES,
} from '#domain/compliance/outreach.ts'
import { PURPOSES } from '#domain/outreach/purposes.ts'
import { memberEndpoint, subscriberEndpoint } from './endpoint.ts'
import { isoDateTime, optionalLine } from './text.ts'

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

export const callingHours = z.object({
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
  .max(MAX_SCRIPT_LENGTH, `Use at most ${MAX_SCRIPT_LENGTH} characters`)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: refusing them is the point
  .refine((text) => !/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]|\p{Surrogate}/u.test(text), {
    message: 'Remove the control characters',
  })

const channel = z.enum(CHANNELS)
/** A personal message needs neither an opt-out nor the postal address. */
const kind = z.enum(MESSAGE_KINDS).default('marketing')
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

export const writeOutreach = subscriberEndpoint('POST /api/contacts/{id}/outreach', {
  summary:
    'Write a script for a contact and channel, without any life events; 409 if the person opted out of it',
  rate: 'heavy',
  duration: 'long',
  body: z.strictObject({
    channel,
    kind,
    tone: z.enum(TONES),
    length: z.enum(LENGTHS),
    purpose: z.enum(PURPOSES).default('check-in'),
  }),
  responses: { 200: outreachScript },
})

export const getCallingHours = subscriberEndpoint('GET /api/contacts/{id}/calling-hours', {
  summary: 'Check if you can call or text a contact now, by their local time',
  responses: { 200: callingHours },
})

export const checkOutreachText = subscriberEndpoint('POST /api/outreach/check', {
  summary: 'Check a text with the outreach guard; the text is neither stored nor logged',
  body: z.strictObject({ text: scriptText, channel, kind }),
  responses: { 200: guardVerdict },
})

export const logOutreach = subscriberEndpoint('POST /api/contacts/{id}/outreach/log', {
  summary:
    'Log an outreach to a contact; its text is checked but not stored. 409 if the person opted out of the channel, 422 outside calling hours or for a blocked text',
  body: z.strictObject({ channel, kind, text: scriptText.optional() }),
  responses: { 201: z.object({ id: z.string(), channel, createdAt: isoDateTime }) },
})

const MAX_POSTAL_ADDRESS_LENGTH = 200
const postalAddress = z.object({ postalAddress: z.string().nullable() })

export const getPostalAddress = memberEndpoint('GET /api/organizations/{id}/postal-address', {
  summary: "Get your organization's postal address for emails and letters",
  responses: { 200: postalAddress },
})

export const setPostalAddress = memberEndpoint('PATCH /api/organizations/{id}/postal-address', {
  summary: "Set your organization's postal address for emails and letters; null removes it",
  role: 'ADMIN',
  body: z.strictObject({ postalAddress: optionalLine(MAX_POSTAL_ADDRESS_LENGTH) }),
  responses: { 200: postalAddress },
})
