import { z } from 'zod'
import { isCalendarDay } from '#domain/identity/calendar-day.ts'
import { DETAILS_LIMITS, PHONE_KINDS, POINT_KINDS } from '#domain/identity/contact-details.ts'
import { MAX_CONTACT_FIELD_LENGTH } from '#domain/identity/contact-draft.ts'
import { optionalLine, requiredLine } from './text.ts'

const pointKind = z.enum(POINT_KINDS)
const phoneKind = z.enum(PHONE_KINDS)

const MAX_NAME_LENGTH = MAX_CONTACT_FIELD_LENGTH.firstName
const MAX_HISTORY_LENGTH = DETAILS_LIMITS.historyLength

const nullByDefault = <T extends z.ZodType>(schema: T) => schema.nullish().transform((value) => value ?? null)

const listOf = <T extends z.ZodType>(schema: T, max: number, itemName: string) =>
  z.array(schema).max(max, `Add up to ${max} ${itemName}`).default([])

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
  phoneKind: nullByDefault(phoneKind),
  emails: listOf(
    z.strictObject({
      email: requiredLine(MAX_CONTACT_FIELD_LENGTH.email, 'Enter an email address'),
      kind: pointKind.default('other'),
    }),
    DETAILS_LIMITS.emails,
    'more email addresses',
  ),
  phones: listOf(
    z.strictObject({
      phone: requiredLine(MAX_CONTACT_FIELD_LENGTH.phone, 'Enter a phone number'),
      kind: phoneKind.default('other'),
    }),
    DETAILS_LIMITS.phones,
    'more phone numbers',
  ),
  addresses: listOf(
    z.strictObject({
      kind: pointKind.default('other'),
      address: optionalLine(MAX_CONTACT_FIELD_LENGTH.address),
      city: optionalLine(MAX_CONTACT_FIELD_LENGTH.city),
      state: optionalLine(MAX_CONTACT_FIELD_LENGTH.state),
      zipCode: optionalLine(MAX_CONTACT_FIELD_LENGTH.zipCode),
    }),
    DETAILS_LIMITS.addresses,
    'more addresses',
  ),
  birthday,
  company: optionalLine(DETAILS_LIMITS.companyLength),
  jobTitle: optionalLine(DETAILS_LIMITS.jobTitleLength),
  website: optionalLine(DETAILS_LIMITS.websiteLength),
  title: optionalLine(MAX_NAME_LENGTH),
  suffix: optionalLine(MAX_NAME_LENGTH),
  partner: nullByDefault(
    z.strictObject({
      firstName: optionalLine(MAX_NAME_LENGTH).transform((name) => name ?? ''),
      lastName: optionalLine(MAX_NAME_LENGTH).transform((name) => name ?? ''),
    }),
  ),
  history: nullByDefault(
    z.strictObject({
      source: optionalLine(MAX_HISTORY_LENGTH),
      stage: optionalLine(MAX_HISTORY_LENGTH),
      assignedTo: optionalLine(MAX_HISTORY_LENGTH),
      createdOn: day,
      lastContactOn: day,
      lastClosingOn: day,
    }),
  ),
})
