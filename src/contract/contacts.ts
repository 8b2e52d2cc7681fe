import { z } from 'zod'
import { CHANNELS } from '#domain/compliance/outreach.ts'
import { VERIFICATION_STATUSES } from '#domain/identity/verification.ts'
import { CATEGORIES } from '#domain/signals/categories.ts'
import { contactDetails, contactDetailsInput } from './contact-details.ts'
import { endpoint } from './endpoint.ts'
import { enrichmentData, propertyData } from './enrichment.ts'
import { riskData } from './risk.ts'
import { task } from './tasks.ts'
import { isoDate, isoDateTime, optionalLine, requiredLine, uuid } from './text.ts'

export const category = z.enum(CATEGORIES)
const verificationStatus = z.enum(VERIFICATION_STATUSES)

const NAME_MAX = 100

/** The eight basic fields. `organizationId` is accepted but ignored. */
export const contactInput = z.strictObject({
  firstName: requiredLine(NAME_MAX),
  lastName: requiredLine(NAME_MAX),
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
  enrichedAt: isoDateTime.nullable(),
  doNotContact: z.boolean(),
  /** Channels the person opted out of; `doNotContact` covers all of them. */
  optedOutChannels: z.array(z.enum(CHANNELS)),
  /** The home is listed for sale. Another broker may have it under contract, so the contact is on no call list. */
  listed: z.boolean(),
  /** A move on record or implied by a newer address; null without one. */
  moved: z.object({ on: isoDate, source: z.enum(['person', 'address']) }).nullable(),
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
  address: z.string(),
  city: z.string().nullable(),
  state: z.string().nullable(),
  zipCode: z.string().nullable(),
  propertyType: z.string().nullable(),
  bedrooms: z.number().nullable(),
  bathrooms: z.number().nullable(),
  squareFeet: z.number().nullable(),
  yearBuilt: z.number().nullable(),
  estimatedValue: z.number().nullable(),
  lastSaleDate: isoDate.nullable(),
  lastSalePrice: z.number().nullable(),
  ownershipLength: z.number().nullable(),
  propertyData: propertyData.nullable(),
})
export type Property = z.infer<typeof property>

/** The latest enrichment of a contact; `message` explains a failure. */
const lookUp = z.object({
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
  /** More emails, phones and addresses, birthday, company, labels, notes and CRM history. */
  details: contactDetails.nullable(),
  age: z.number().int().nullable(),
  birthYear: z.number().int().nullable(),
  signalStrength: z.string().nullable(),
  enrichmentData: enrichmentData.nullable(),
  riskData: riskData.nullable(),
  lookUp: lookUp.nullable(),
  signals: z.array(signal),
  properties: z.array(property),
  tasks: z.array(task),
})
export type ContactDetail = z.infer<typeof contactDetail>

const contactParams = z.object({ id: uuid })

/** Sort orders: score and chance descending, names A to Z, latest enrichment first, next due task first. */
export const contactSort = z.enum(['score', 'chance', 'name', 'enriched', 'task'])
export type ContactSort = z.infer<typeof contactSort>

/** Filters of the list, all optional. */
export const contactFilter = z.strictObject({
  search: z.string().max(100, 'Use at most 100 characters').optional(),
  topSignal: category.optional(),
  /** True for only do-not-contact people, false for everyone else. */
  doNotContact: z.union([z.boolean(), z.stringbool({ truthy: ['true'], falsy: ['false'] })]).optional(),
})
export type ContactFilter = z.output<typeof contactFilter>

export const listContacts = endpoint({
  method: 'GET',
  path: '/api/contacts',
  summary: 'List contacts, best score first. X-Total-Count and Link have the count and the next page.',
  access: 'subscriber',
  rate: 'read',
  query: contactFilter.extend({
    sort: contactSort.default('score'),
    limit: z.coerce.number().int().min(1).max(200).default(100),
    cursor: z.string().max(500).optional(),
  }),
  answers: { 200: z.array(contactSummary) },
})

export const createContact = endpoint({
  method: 'POST',
  path: '/api/contacts',
  summary: 'Add a contact; 409 with the existing one if the person is already there',
  access: 'subscriber',
  rate: 'write',
  body: detailedInput,
  answers: { 201: contactDetail },
})

export const getContact = endpoint({
  method: 'GET',
  path: '/api/contacts/{id}',
  summary: 'Get a contact with its signals, properties, enrichment data and tasks',
  access: 'subscriber',
  rate: 'read',
  params: contactParams,
  answers: { 200: contactDetail },
})

export const updateContact = endpoint({
  method: 'PATCH',
  path: '/api/contacts/{id}',
  summary: 'Change some of the eight basic fields; `details` replaces all other details',
  access: 'subscriber',
  rate: 'write',
  params: contactParams,
  body: detailedInput.partial(),
  answers: { 200: contactDetail },
})

export const deleteContact = endpoint({
  method: 'DELETE',
  path: '/api/contacts/{id}',
  summary:
    'Permanently delete a contact and all its data; with suppress=1 imports will not add the person again',
  access: 'subscriber',
  rate: 'write',
  params: contactParams,
  query: z.object({ suppress: z.literal('1').optional() }),
  answers: { 204: z.undefined() },
})

export const dismissEmailSuggestion = endpoint({
  method: 'DELETE',
  path: '/api/contacts/{id}/email-suggestion',
  summary: 'Dismiss the suggested spelling of an email address',
  access: 'subscriber',
  rate: 'write',
  params: contactParams,
  answers: { 204: z.undefined() },
})

export const getVCard = endpoint({
  method: 'GET',
  path: '/api/contacts/{id}/vcard',
  summary: 'Download the contact as a vCard file',
  access: 'subscriber',
  rate: 'read',
  params: contactParams,
  answers: { 200: z.string() },
})

/** Ids that fit into one URL. */
export const EXPORT_IDS_MAX = 200

export const exportContacts = endpoint({
  method: 'GET',
  path: '/api/contacts/export',
  summary:
    'Export contacts as CSV; needs no active subscription. `purpose=outreach` excludes do-not-contact people and homes listed for sale.',
  access: 'member',
  role: 'ADMIN',
  rate: 'read',
  duration: 'long',
  query: contactFilter.extend({
    ids: z
      .string()
      .transform((text) => text.split(','))
      .pipe(z.array(uuid).max(EXPORT_IDS_MAX, `Send at most ${EXPORT_IDS_MAX} contacts`))
      .optional(),
    purpose: z.literal('outreach').optional(),
  }),
  answers: { 200: z.string() },
})
