import { z } from 'zod'
import { isCalendarDay } from '#domain/identity/calendar-day.ts'
import {
  type ContactDetails,
  DETAILS_MAX,
  PHONE_KINDS,
  POINT_KINDS,
} from '#domain/identity/contact-details.ts'
import { CONTACT_FIELD_MAX_LENGTH } from '#domain/identity/contact-draft.ts'
import { optionalLine, optionalText, requiredLine } from './text.ts'

const pointKind = z.enum(POINT_KINDS)
const phoneKind = z.enum(PHONE_KINDS)

/** Details of a contact beyond the eight basic fields, as stored; null without any. */
export const contactDetails = z.object({
  phoneKind: phoneKind.nullable(),
  emails: z.array(z.object({ email: z.string(), kind: pointKind })),
  phones: z.array(z.object({ phone: z.string(), kind: phoneKind })),
  addresses: z.array(
    z.object({
      kind: pointKind,
      address: z.string().nullable(),
      city: z.string().nullable(),
      state: z.string().nullable(),
      zipCode: z.string().nullable(),
    }),
  ),
  birthday: z.string().nullable(),
  company: z.string().nullable(),
  jobTitle: z.string().nullable(),
  website: z.string().nullable(),
  title: z.string().nullable(),
  suffix: z.string().nullable(),
  partner: z.object({ firstName: z.string(), lastName: z.string() }).nullable(),
  labels: z.array(z.string()),
  notes: z.string().nullable(),
  history: z
    .object({
      source: z.string().nullable(),
      stage: z.string().nullable(),
      assignedTo: z.string().nullable(),
      createdOn: z.string().nullable(),
      lastContactOn: z.string().nullable(),
      lastClosingOn: z.string().nullable(),
    })
    .nullable(),
}) satisfies z.ZodType<ContactDetails>

const NAME_MAX = CONTACT_FIELD_MAX_LENGTH.firstName
const HISTORY_MAX = DETAILS_MAX.historyLength

const optional = <T extends z.ZodType>(schema: T) => schema.nullish().transform((value) => value ?? null)

const several = <T extends z.ZodType>(schema: T, max: number, what: string) =>
  z.array(schema).max(max, `Add at most ${max} ${what}`).default([])

const day = optionalLine(10).refine(
  (text) => text === null || (!text.startsWith('--') && isCalendarDay(text)),
  'Use a date like 2024-05-31',
)

const birthday = optionalLine(10).refine(
  (text) => text === null || isCalendarDay(text),
  'Use a date like 1980-05-31, or --05-31 without the year',
)

/** Details as input; omitted parts are empty. */
export const contactDetailsInput = z.strictObject({
  phoneKind: optional(phoneKind),
  emails: several(
    z.strictObject({
      email: requiredLine(CONTACT_FIELD_MAX_LENGTH.email, 'Enter an email address'),
      kind: pointKind.default('other'),
    }),
    DETAILS_MAX.emails,
    'further e-mail addresses',
  ),
  phones: several(
    z.strictObject({
      phone: requiredLine(CONTACT_FIELD_MAX_LENGTH.phone, 'Enter a phone number'),
      kind: phoneKind.default('other'),
    }),
    DETAILS_MAX.phones,
    'further phone numbers',
  ),
  addresses: several(
    z.strictObject({
      kind: pointKind.default('other'),
      address: optionalLine(CONTACT_FIELD_MAX_LENGTH.address),
      city: optionalLine(CONTACT_FIELD_MAX_LENGTH.city),
      state: optionalLine(CONTACT_FIELD_MAX_LENGTH.state),
      zipCode: optionalLine(CONTACT_FIELD_MAX_LENGTH.zipCode),
    }),
    DETAILS_MAX.addresses,
    'further addresses',
  ),
  birthday,
  company: optionalLine(DETAILS_MAX.companyLength),
  jobTitle: optionalLine(DETAILS_MAX.jobTitleLength),
  website: optionalLine(DETAILS_MAX.websiteLength),
  title: optionalLine(NAME_MAX),
  suffix: optionalLine(NAME_MAX),
  partner: optional(
    z.strictObject({
      firstName: optionalLine(NAME_MAX).transform((name) => name ?? ''),
      lastName: optionalLine(NAME_MAX).transform((name) => name ?? ''),
    }),
  ),
  labels: several(requiredLine(DETAILS_MAX.labelLength, 'Enter a label'), DETAILS_MAX.labels, 'labels'),
  notes: optionalText(DETAILS_MAX.notesLength),
  history: optional(
    z.strictObject({
      source: optionalLine(HISTORY_MAX),
      stage: optionalLine(HISTORY_MAX),
      assignedTo: optionalLine(HISTORY_MAX),
      createdOn: day,
      lastContactOn: day,
      lastClosingOn: day,
    }),
  ),
})
