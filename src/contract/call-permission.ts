import { z } from 'zod'
import { EXEMPTION_KINDS } from '#domain/compliance/call-permission.ts'
import { subscriberEndpoint } from './endpoint.ts'
import { callingHours } from './outreach.ts'
import { isoDate, isoDateTime, optionalText, timeSince, uuid } from './text.ts'

const MAX_EXEMPTION_NOTE_LENGTH = 500

const callExemption = z.object({
  id: z.string(),
  kind: z.enum(EXEMPTION_KINDS),
  /** The closing, the inquiry, or when permission was given. */
  at: isoDateTime,
  note: z.string().nullable(),
  /** Name of the member; null for a former one. */
  recordedBy: z.string().nullable(),
  isInEffect: z.boolean(),
})
export type CallExemption = z.infer<typeof callExemption>

const numberCheck = {
  /** `listed`: on a do-not-call registry; `unchecked`: no current file of the area code. */
  check: z.enum(['free', 'exempt', 'listed', 'unchecked']),
  label: z.string(),
  whatToDo: z.string().nullable(),
  /** Ask the member before dialing or texting. */
  asksFirst: z.boolean(),
}

const callPermission = z.object({
  phone: z.string().nullable(),
  ...numberCheck,
  /** The contact's other numbers. */
  otherNumbers: z.array(z.object({ phone: z.string(), ...numberCheck })),
  /** Date of the oldest registry file that was checked. */
  asOf: isoDate.nullable(),
  callingHours,
  /** Calls to the contact that members logged in the last 24 hours. */
  callsToday: z.number().int(),
  /** Calls in 24 hours that the contact's state allows; null without a limit. */
  callLimit: z.number().int().nullable(),
  /** One sentence once the limit is reached. */
  callLimitText: z.string().nullable(),
  exemptions: z.array(callExemption),
  /** The last closing with a past client, an exemption for 18 months; null for others. */
  closing: z.object({ on: isoDate, isInEffect: z.boolean() }).nullable(),
})
export type CallPermission = z.infer<typeof callPermission>

export const getCallPermission = subscriberEndpoint('GET /api/contacts/{id}/call-permission', {
  summary:
    'Check whether you may call or text a contact: do-not-call registries, exemptions, calling hours and calls in the last 24 hours',
  responses: { 200: callPermission },
})

export const addCallExemption = subscriberEndpoint('POST /api/contacts/{id}/call-exemptions', {
  summary:
    'Record why a number on a do-not-call registry may be called: a deal (18 months), an inquiry (3 months), written permission or a personal relationship',
  body: z.strictObject({
    kind: z.enum(EXEMPTION_KINDS),
    at: timeSince(1900).optional(),
    note: optionalText(MAX_EXEMPTION_NOTE_LENGTH),
  }),
  responses: { 201: callPermission },
})

export const withdrawCallExemption = subscriberEndpoint(
  'DELETE /api/contacts/{id}/call-exemptions/{exemptionId}',
  {
    summary: 'Withdraw an exemption; it stays on record',
    responses: { 200: callPermission },
  },
)

const registry = z.string().regex(/^(national|[A-Z]{2})$/, 'Use national or the two letters of a state')

const registryFile = z.object({
  registry: z.string(),
  areaCode: z.string(),
  /** Numbers on the registry. */
  numbers: z.number().int(),
  asOf: isoDate,
  /** The file is at most 31 days old. */
  isCurrent: z.boolean(),
  uploadedAt: isoDateTime,
  uploadedBy: z.string().nullable(),
})
export type RegistryFile = z.infer<typeof registryFile>

const registryFiles = z.object({
  files: z.array(registryFile),
  /** Area codes of contacts for which there is no current national file, most contacts first. */
  missing: z.array(z.object({ areaCode: z.string(), contacts: z.number().int() })),
  /** Contacts with a phone number by their status in the files, regardless of exemptions. */
  checks: z.object({ free: z.number().int(), listed: z.number().int(), unchecked: z.number().int() }),
  /** True if unchecked numbers also ask before dialing. */
  asksUnchecked: z.boolean(),
})
export type RegistryFiles = z.infer<typeof registryFiles>

export const listRegistryFiles = subscriberEndpoint('GET /api/organizations/{id}/do-not-call', {
  summary: 'List the do-not-call files of your organization by area code, and the area codes without one',
  responses: { 200: registryFiles },
})

export const uploadRegistryFile = subscriberEndpoint('POST /api/organizations/{id}/do-not-call', {
  summary:
    'Upload a do-not-call file as downloaded from the registry: a full or change list as text, XML or ZIP, with up to 40 area codes. A full list replaces its area codes.',
  role: 'ADMIN',
  rate: 'heavy',
  query: z.strictObject({
    registry: registry.default('national'),
    /** Date of the file, at most 31 days ago; today by default. */
    asOf: z.iso.date('This is not a valid date').optional(),
    list: z.enum(['full', 'changes']).default('full'),
  }),
  duration: 'long',
  streamedTypes: [
    'text/plain',
    'text/csv',
    'text/xml',
    'application/xml',
    'application/zip',
    'application/x-zip-compressed',
    'application/octet-stream',
  ],
  responses: {
    200: z.object({
      /** Numbers read. */
      numbers: z.number().int(),
      areaCodes: z.array(z.string()),
      /** Lines without a number, with the first few as examples. */
      skipped: z.number().int(),
      examples: z.array(z.string()),
    }),
  },
})
export type RegistryUpload = z.infer<(typeof uploadRegistryFile)['responses'][200]>

export const deleteRegistryFile = subscriberEndpoint(
  'DELETE /api/organizations/{id}/do-not-call/{registry}/{areaCode}',
  {
    summary: 'Delete the do-not-call numbers of one registry and area code',
    role: 'ADMIN',
    rate: 'write',
    params: z.object({ id: uuid, registry, areaCode: z.string().regex(/^[2-9]\d{2}$/) }),
  },
)

export const setCallSettings = subscriberEndpoint('PATCH /api/organizations/{id}/do-not-call', {
  summary: 'Choose whether to ask before calling or texting an unchecked number',
  role: 'ADMIN',
  body: z.strictObject({ asksUnchecked: z.boolean() }),
  responses: { 200: registryFiles },
})
