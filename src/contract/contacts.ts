import { z } from 'zod'
import {
  AGREEMENT_SIDES,
  AGREEMENT_STATUSES,
  BROKERS,
  RELATIONSHIPS,
} from '#domain/activities/relationship.ts'
import { CHANNELS } from '#domain/compliance/outreach.ts'
import { apiPersonRecord } from '#domain/enrichment/person-record.ts'
import { propertyRecord } from '#domain/enrichment/property-record.ts'
import { contactDetails } from '#domain/identity/contact-details.ts'
import { VERIFICATION_STATUSES } from '#domain/identity/verification.ts'
import { riskData } from '#domain/risk/risk-data.ts'
import { CATEGORIES } from '#domain/signals/categories.ts'
import { contactDetailsInput } from './contact-details.ts'
import { memberEndpoint, subscriberEndpoint } from './endpoint.ts'
import { contactNote } from './notes.ts'
import { contactTag } from './tags.ts'
import { task } from './tasks.ts'
import { isoDate, isoDateTime, optionalLine, pageQuery, requiredLine, uuid } from './text.ts'

export const category = z.enum(CATEGORIES)
const verificationStatus = z.enum(VERIFICATION_STATUSES)

const MAX_NAME_LENGTH = 100

/** The eight basic fields. `organizationId` is accepted but ignored. */
export const contactInput = z.strictObject({
  firstName: requiredLine(MAX_NAME_LENGTH),
  lastName: requiredLine(MAX_NAME_LENGTH),
  email: optionalLine(254),
  phone: optionalLine(32),
  address: optionalLine(200),
  city: optionalLine(100),
  state: optionalLine(50),
  zipCode: optionalLine(16),
  organizationId: z.unknown().optional(),
})
export type ContactInput = z.output<typeof contactInput>

/** The basic fields and details. `details` replaces all existing details; null removes them. */
const detailedInput = contactInput.extend({ details: contactDetailsInput.nullish() })
export type DetailedContactInput = z.output<typeof detailedInput>

/** A contact in lists. */
export const contactSummary = z.object({
  id: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  address: z.string().nullable(),
  city: z.string().nullable(),
  state: z.string().nullable(),
  zipCode: z.string().nullable(),
  profilePhotoUrl: z.string().nullable(),
  emailVerified: verificationStatus,
  phoneVerified: verificationStatus,
  /** Null if never scored, 0 without any signal. */
  nineDScore: z.number().int().nullable(),
  /** Chance of a move within 12 months for any reason, 0..1. */
  moveChance: z.number().nullable(),
  /** `chance` relative to similar people. */
  moveLift: z.number().nullable(),
  signalsDetected: z.number().int(),
  topSignal: category.nullable(),
  /** Risk checks have run and `riskData` is set. */
  hasRiskData: z.boolean(),
  /** Risk checks have findings to review. */
  hasRiskFindings: z.boolean(),
  /** The newest active record behind the top signal; null without one. */
  topRecord: z
    .object({
      /** Document type as named by the registry. */
      documentType: z.string().nullable(),
      description: z.string().nullable(),
      on: isoDate.nullable(),
      /** Precision of the date. */
      precision: z.enum(['day', 'month', 'year']),
    })
    .nullable(),
  /** The member who works with the contact; null for unassigned ones. */
  ownerId: z.string().nullable(),
  teamId: z.string().nullable(),
  enrichedAt: isoDateTime.nullable(),
  doNotContact: z.boolean(),
  /** Channels the person opted out of; `doNotContact` covers all of them. */
  optedOutChannels: z.array(z.enum(CHANNELS)),
  /**
   * True if the home is listed for sale. Another broker may have it under contract, so call lists exclude the contact.
   */
  listed: z.boolean(),
  /** A move on record or implied by a newer address; null without one. */
  moved: z.object({ on: isoDate, source: z.enum(['person', 'address']) }).nullable(),
  relationship: z.enum(RELATIONSHIPS).nullable(),
  /** By name. */
  tags: z.array(contactTag),
  /** Time of the last conversation, by logged activities. */
  lastConversationAt: isoDateTime.nullable(),
  /** Day of the last conversation, or of the last contact in the person's original program if later. */
  lastContactOn: isoDate.nullable(),
  /** Lead source from an import. */
  leadSource: z.string().nullable(),
  /** Day of the last sale of the person's home; null for renters. */
  ownedSince: isoDate.nullable(),
  openTasks: z.number().int(),
  /** Due time of the next open task; null without a due date. */
  nextTaskDue: isoDateTime.nullable(),
  createdAt: isoDateTime,
  updatedAt: isoDateTime,
})
export type ContactSummary = z.infer<typeof contactSummary>

export const signal = z.object({
  id: z.string(),
  category,
  score: z.number().int(),
  confidenceScore: z.number().nullable(),
  confidence: z.string().nullable(),
  source: z.string().nullable(),
  description: z.string().nullable(),
  detectedAt: isoDateTime,
  eventDate: isoDate.nullable(),
  metadata: z.record(z.string(), z.unknown()).nullable(),
})
export type Signal = z.infer<typeof signal>

export const property = z.object({
  id: z.string(),
  ...propertyRecord.shape,
  propertyData: propertyRecord.shape.propertyData.nullable(),
})
export type Property = z.infer<typeof property>

/** The latest enrichment of a contact; `message` explains a failure. */
const latestEnrichment = z.object({
  status: z.enum(['waiting', 'queued', 'running', 'matched', 'no_match', 'failed']),
  message: z.string().nullable(),
})

/** A contact with all its data, for the drawer. */
export const contactDetail = contactSummary.extend({
  /** Reason and time of each verification status. */
  emailVerificationReason: z.string().nullable(),
  emailVerifiedAt: isoDateTime.nullable(),
  /** Suggested email address if the domain looks mistyped. */
  emailSuggestion: z.string().nullable(),
  phoneVerificationReason: z.string().nullable(),
  phoneVerifiedAt: isoDateTime.nullable(),
  addressVerified: verificationStatus,
  addressVerificationReason: z.string().nullable(),
  addressVerifiedAt: isoDateTime.nullable(),
  employerVerified: verificationStatus,
  employerVerificationReason: z.string().nullable(),
  employerVerifiedAt: isoDateTime.nullable(),
  /** More emails, phones and addresses, birthday, company and CRM history. */
  details: contactDetails.nullable(),
  age: z.number().int().nullable(),
  birthYear: z.number().int().nullable(),
  signalStrength: z.string().nullable(),
  enrichmentData: apiPersonRecord.nullable(),
  riskData: riskData.nullable(),
  latestEnrichment: latestEnrichment.nullable(),
  pinnedNote: contactNote.nullable(),
  /** Exclusive agreements with brokers, at most one for each side. */
  agreements: z.array(
    z.object({
      side: z.enum(AGREEMENT_SIDES),
      broker: z.enum(BROKERS),
      status: z.enum(AGREEMENT_STATUSES),
      endsOn: isoDate.nullable(),
    }),
  ),
  /** Times until which Today leaves out the contact: after an activity, and by a member's decision. */
  restsUntil: isoDateTime.nullable(),
  snoozedUntil: isoDateTime.nullable(),
  signals: z.array(signal),
  properties: z.array(property),
  tasks: z.array(task),
})
export type ContactDetail = z.infer<typeof contactDetail>

/** Sort orders: score and chance descending, names A to Z, latest enrichment first, next due task first. */
export const contactSort = z.enum(['score', 'chance', 'name', 'enriched', 'task'])
export type ContactSort = z.infer<typeof contactSort>

const booleanFlag = z.union([z.boolean(), z.stringbool({ truthy: ['true'], falsy: ['false'] })]).optional()

const MAX_FILTER_VALUES = 50

/** Several values of one filter: a list, or text with commas between values, where `\\,` is a comma within a value. */
function valuesOf<T extends z.ZodType>(schema: T) {
  return z
    .preprocess(
      (value) =>
        typeof value === 'string'
          ? value.split(/(?<!\\),/).map((text) => text.replaceAll('\\,', ',').trim())
          : value,
      z.array(schema).min(1).max(MAX_FILTER_VALUES, `Choose at most ${MAX_FILTER_VALUES}`),
    )
    .optional()
}

const score = z.coerce.number().int().min(0).max(100).optional()
const chance = z.coerce.number().min(0).max(1).optional()
const yearCount = z.coerce.number().int().min(0).max(200).optional()

/** Filters of the list's filter panel. A contact must match every filter, by any of its values. */
export const panelFilter = z.strictObject({
  minScore: score,
  maxScore: score,
  /** Chance of a move, 0..1. */
  minChance: chance,
  maxChance: chance,
  /** Any live signal, not only the top one. */
  signals: valuesOf(category),
  /** Ids of tags. */
  tags: valuesOf(uuid),
  relationship: valuesOf(z.enum(RELATIONSHIPS)),
  source: valuesOf(requiredLine(200)),
  city: valuesOf(requiredLine(100)),
  zip: valuesOf(requiredLine(16)),
  /** Contacts without a conversation since this day, including those who were never contacted. */
  lastContactBefore: z.iso.date().optional(),
  listed: booleanFlag,
  /** Has a number that isn't known to be wrong. */
  hasPhone: booleanFlag,
  hasEmail: booleanFlag,
  /** Has open tasks. */
  hasTasks: booleanFlag,
  /** Full years since the last sale of a home that the person owns. */
  minTenure: yearCount,
  maxTenure: yearCount,
  /** The id of a member, or `unassigned`. */
  owner: z.union([uuid, z.literal('unassigned')], 'Choose a member or unassigned').optional(),
  /** The id of a team that the contact belongs to. */
  team: uuid.optional(),
})
export type PanelFilter = z.output<typeof panelFilter>

/** The same filter as responses return it. */
export const storedPanelFilter = z.object({
  minScore: z.number().optional(),
  maxScore: z.number().optional(),
  minChance: z.number().optional(),
  maxChance: z.number().optional(),
  signals: z.array(category).optional(),
  tags: z.array(z.string()).optional(),
  relationship: z.array(z.enum(RELATIONSHIPS)).optional(),
  source: z.array(z.string()).optional(),
  city: z.array(z.string()).optional(),
  zip: z.array(z.string()).optional(),
  lastContactBefore: isoDate.optional(),
  listed: z.boolean().optional(),
  hasPhone: z.boolean().optional(),
  hasEmail: z.boolean().optional(),
  hasTasks: z.boolean().optional(),
  minTenure: z.number().optional(),
  maxTenure: z.number().optional(),
  owner: z.string().optional(),
  team: z.string().optional(),
}) satisfies z.ZodType<PanelFilter>

/** Filters of the list, all optional. */
export const contactFilter = z.strictObject({
  search: z.string().max(100, 'Use at most 100 characters').optional(),
  topSignal: category.optional(),
  /** True for only do-not-contact people, false for all others. */
  doNotContact: booleanFlag,
  ...panelFilter.shape,
})
export type ContactFilter = z.output<typeof contactFilter>

/** Filters whose choices are counted. */
export const COUNTED_FILTERS = [
  'signals',
  'tags',
  'relationship',
  'source',
  'city',
  'zip',
  'hasPhone',
  'hasEmail',
  'hasTasks',
  'doNotContact',
  'listed',
] as const
export type CountedFilter = (typeof COUNTED_FILTERS)[number]

/** Choices are counted up to this number. */
export const MAX_CHOICE_COUNT = 1000

const filterChoice = z.object({
  value: z.string(),
  label: z.string(),
  /** At most 1,000. */
  contacts: z.number().int(),
})
export type FilterChoice = z.infer<typeof filterChoice>

export const countContactChoices = subscriberEndpoint('GET /api/contacts/counts', {
  summary:
    'Count the contacts of each filter choice, up to 1,000, given the other filters; the 20 most frequent cities and ZIP codes',
  query: contactFilter,
  responses: { 200: z.record(z.enum(COUNTED_FILTERS), z.array(filterChoice)) },
})

export const listContacts = subscriberEndpoint('GET /api/contacts', {
  summary: 'List contacts, best score first. X-Total-Count and Link have the count and the next page.',
  query: contactFilter.extend({
    sort: contactSort.default('score'),
    ...pageQuery(100, 200, 500),
  }),
  responses: { 200: z.array(contactSummary) },
})

export const createContact = subscriberEndpoint('POST /api/contacts', {
  summary: 'Add a contact; 409 with the existing one if the person is already there',
  body: detailedInput,
  responses: { 201: contactDetail },
})

export const getContact = subscriberEndpoint('GET /api/contacts/{id}', {
  summary: 'Get a contact with its signals, properties, enrichment data and tasks',
  responses: { 200: contactDetail },
})

export const updateContact = subscriberEndpoint('PATCH /api/contacts/{id}', {
  summary: 'Change some of the eight basic fields; `details` replaces all other details',
  body: detailedInput.partial(),
  responses: { 200: contactDetail },
})

export const deleteContact = subscriberEndpoint('DELETE /api/contacts/{id}', {
  summary:
    'Permanently delete a contact and all its data; with suppress=1 imports will not add the person again',
  query: z.object({ suppress: z.literal('1').optional() }),
})

export const dismissEmailSuggestion = subscriberEndpoint('DELETE /api/contacts/{id}/email-suggestion', {
  summary: 'Dismiss the suggested spelling of an email address',
})

export const getVCard = subscriberEndpoint('GET /api/contacts/{id}/vcard', {
  summary: 'Download the contact as a vCard file',
  responses: { 200: z.string() },
})

/** Ids that fit into one URL. */
export const MAX_EXPORT_IDS = 200

export const exportContacts = memberEndpoint('GET /api/contacts/export', {
  summary:
    'Export contacts as CSV; needs no active subscription. `purpose=outreach` excludes do-not-contact people and homes listed for sale.',
  role: 'ADMIN',
  duration: 'long',
  query: contactFilter.extend({
    ids: z
      .string()
      .transform((text) => text.split(','))
      .pipe(z.array(uuid).max(MAX_EXPORT_IDS, `Send at most ${MAX_EXPORT_IDS} contacts`))
      .optional(),
    purpose: z.literal('outreach').optional(),
  }),
  responses: { 200: z.string() },
})
