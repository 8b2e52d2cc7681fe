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
  /** The line about your license that the text carries; null if none is required or something is missing. */
  licenseLine: z.string().nullable(),
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

const licenseRequirement = z.object({
  /** State of the license that applies; null without one. */
  state: z.string().nullable(),
  /** True until a conversation or sent message with the contact is on record. */
  isFirstContact: z.boolean(),
  /** Messages that carry the line besides a first contact. */
  appliesTo: z.enum(['first-contact', 'marketing']),
  /** The line of each channel; null while something is missing. */
  lines: z.record(z.enum(CHANNELS), z.string()).nullable(),
  /** Sentence that names the missing parts and where to add them; null if none. */
  missing: z.string().nullable(),
  /** Such as "Required by California law". */
  title: z.string(),
  citation: z.string().nullable(),
  note: z.string().nullable(),
})

export const getLicenseRequirement = subscriberEndpoint('GET /api/contacts/{id}/outreach/license', {
  summary: 'Get the line about your license that messages to a contact must carry, by state law',
  responses: { 200: licenseRequirement },
})

export const checkOutreachText = subscriberEndpoint('POST /api/outreach/check', {
  summary: 'Check a text with the outreach guard; the text is neither stored nor logged',
  body: z.strictObject({ text: scriptText, channel, kind }),
  responses: { 200: guardVerdict },
})

export const logOutreach = subscriberEndpoint('POST /api/contacts/{id}/outreach/log', {
  summary:
    'Log an outreach to a contact. Its text is checked and stored in the outreach log, with the line about your license added where it is missing. 409 if the person opted out of the channel, 422 outside calling hours, for a blocked text or without a required license',
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

const outreachRetention = z.object({
  /** Years that the log covers: the longest period of the states in which members are licensed. */
  years: z.number().int(),
  /** Periods of these states; empty if no member has a license. */
  states: z.array(
    z.object({
      state: z.string(),
      /** Null if we don't know the state's period; the longest one that we know counts. */
      years: z.number().int().nullable(),
      citation: z.string().nullable(),
      isChecked: z.boolean(),
    }),
  ),
})
export type OutreachRetention = z.infer<typeof outreachRetention>

export const getOutreachRetention = memberEndpoint('GET /api/organizations/{id}/outreach-log', {
  summary: 'Get the period that the outreach log covers, with its sources',
  role: 'OWNER',
  responses: { 200: outreachRetention },
})

export const exportOutreachLog = memberEndpoint('GET /api/organizations/{id}/outreach-log.csv', {
  summary:
    "Download the outreach log as CSV for your state's retention period, newest first; needs no active subscription",
  role: 'OWNER',
  rate: 'heavy',
  duration: 'long',
  responses: { 200: z.string() },
})
