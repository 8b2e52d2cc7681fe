import { z } from 'zod'
import { MAX_ESCALATION_HOURS } from '#domain/assignment/limits.ts'
import { memberEndpoint, subscriberEndpoint } from './endpoint.ts'
import { isoDateTime, pageOf, pageQuery, requiredLine, uuid } from './text.ts'

export const RULE_KINDS = ['round_robin', 'zip', 'capacity', 'pond'] as const
export type RuleKind = (typeof RULE_KINDS)[number]

const MAX_RULE_MEMBERS = 200
const MAX_ZIP_CODES = 2000

const ruleFields = {
  name: requiredLine(80, 'Enter a name for the rule'),
  kind: z.enum(RULE_KINDS),
  /** For `zip`: the rule fits contacts in these ZIP codes. */
  zipCodes: z.array(z.string().regex(/^\d{5}$/, 'Enter ZIP codes with five digits')).max(MAX_ZIP_CODES),
  /** In the order of turns; empty for `pond`. */
  userIds: z.array(uuid).max(MAX_RULE_MEMBERS),
  /** Business hours in which the new owner must contact the person, or a member claim them; null for no clock. */
  escalateAfterHours: z.number().int().min(1).max(MAX_ESCALATION_HOURS).nullable(),
  /** Gets the contact when no member of the rule can take it. */
  fallbackUserId: uuid.nullable(),
  isOn: z.boolean(),
}

const rule = z.object({
  id: z.string(),
  name: z.string(),
  kind: z.enum(RULE_KINDS),
  zipCodes: z.array(z.string()),
  userIds: z.array(z.string()),
  escalateAfterHours: z.number().int().nullable(),
  fallbackUserId: z.string().nullable(),
  isOn: z.boolean(),
  position: z.number().int(),
  /** The member who got the last contact. */
  lastUserId: z.string().nullable(),
})
export type AssignmentRule = z.infer<typeof rule>

export const listRules = memberEndpoint('GET /api/organizations/{id}/assignment-rules', {
  summary: 'List the assignment rules in their order; the first one that fits a contact assigns it',
  role: 'ADMIN',
  responses: { 200: z.array(rule) },
})

export const createRule = memberEndpoint('POST /api/organizations/{id}/assignment-rules', {
  summary:
    'Add an assignment rule behind the others: round robin, by ZIP code, by capacity, or the shared pond',
  role: 'ADMIN',
  body: z.strictObject({
    ...ruleFields,
    zipCodes: ruleFields.zipCodes.default([]),
    userIds: ruleFields.userIds.default([]),
    escalateAfterHours: ruleFields.escalateAfterHours.default(null),
    fallbackUserId: ruleFields.fallbackUserId.default(null),
    isOn: ruleFields.isOn.default(true),
  }),
  responses: { 201: rule },
})

export const updateRule = memberEndpoint('PATCH /api/organizations/{id}/assignment-rules/{ruleId}', {
  summary: 'Change an assignment rule, or move it to another position',
  role: 'ADMIN',
  body: z
    .strictObject({ ...ruleFields, position: z.number().int().min(0).max(1000) })
    .omit({ kind: true })
    .partial(),
  responses: { 200: rule },
})

export const deleteRule = memberEndpoint('DELETE /api/organizations/{id}/assignment-rules/{ruleId}', {
  summary: 'Delete an assignment rule; contacts keep their owners',
  role: 'ADMIN',
})

/** A member's id, `rules` for the assignment rules, `pond` for the shared pond, or `none`. */
export const assignTarget = z.union(
  [uuid, z.enum(['rules', 'pond', 'none'])],
  'Choose a member, rules, pond or none',
)
export type AssignTarget = z.infer<typeof assignTarget>

export const assignContact = subscriberEndpoint('PATCH /api/contacts/{id}/owner', {
  summary:
    'Assign a contact to a member, by the rules, to the pond or to no one, or to a team; needs access to all contacts',
  body: z.strictObject({ to: assignTarget.optional(), teamId: uuid.nullable().optional() }),
  responses: { 200: z.object({ ownerId: z.string().nullable(), teamId: z.string().nullable() }) },
})

const pondContact = z.object({
  id: z.string(),
  /** Where the person lives and comes from; names show after claiming. */
  city: z.string().nullable(),
  state: z.string().nullable(),
  zipCode: z.string().nullable(),
  source: z.string().nullable(),
  score: z.number().int().nullable(),
  since: isoDateTime,
})
export type PondContact = z.infer<typeof pondContact>

export const listPond = subscriberEndpoint('GET /api/pond', {
  summary: 'List the contacts in the shared pond, longest waiting first, without names',
  query: z.object(pageQuery(50)),
  responses: { 200: pageOf(pondContact).extend({ total: z.number().int() }) },
})

export const claimContact = subscriberEndpoint('POST /api/pond/{id}/claim', {
  summary: 'Claim a contact from the pond; 409 if another member was faster or you are paused',
  responses: { 200: z.object({ contactId: z.string() }) },
})
