import { z } from 'zod'
import { RULE_LIMITS } from '#domain/signal-rules/limits.ts'
import { DATE_PATHS, FIRST_MATCH, TRAITS } from '#domain/signal-rules/variables.ts'
import { category } from './contacts.ts'
import { memberEndpoint } from './endpoint.ts'
import { isoDate, isoDateTime, requiredLine } from './text.ts'

const { maxLength, maxNameLength, maxConfidence, minReasonLength, maxReasonLength } = RULE_LIMITS

const draft = z.strictObject({
  name: requiredLine(maxNameLength, 'Enter a name for the rule'),
  /** In the Common Expression Language, such as `property.yearsOwned >= 15`. */
  condition: z.string().max(maxLength, `Use up to ${maxLength} characters`),
  category,
  /** A subtype of the category, such as `debt.nod`. */
  subtype: z.string().max(40),
  /** A date variable, or `first_match` for the day on which the condition first held. */
  dateFrom: z.enum([FIRST_MATCH, ...DATE_PATHS], 'Choose a date'),
  confidence: z.number().min(0.05, 'Use 0.05 or more').max(maxConfidence, `Use ${maxConfidence} or less`),
  /** Required for rules about age, family or marital status. */
  reason: z
    .string()
    .trim()
    .min(minReasonLength, `Explain it in ${minReasonLength} characters or more`)
    .max(maxReasonLength)
    .nullable()
    .default(null),
})
export type SignalRuleDraft = z.output<typeof draft>

const trait = z.enum(TRAITS)

const ruleVersion = z.object({
  version: z.number().int(),
  name: z.string(),
  condition: z.string(),
  category,
  subtype: z.string(),
  dateFrom: z.string(),
  confidence: z.number(),
  /** With any trait, the rule only changes the order of lists. */
  traits: z.array(trait),
  reason: z.string().nullable(),
  /** The member who changed it; null if their account is gone. */
  changedBy: z.string().nullable(),
  changedAt: isoDateTime,
})
export type SignalRuleVersion = z.infer<typeof ruleVersion>

const rule = ruleVersion.extend({ id: z.string(), isOn: z.boolean() })
export type SignalRule = z.infer<typeof rule>

/** The run over all contacts, of today or the latest one; null before the first one. */
const run = z.object({
  day: isoDate,
  isFinished: z.boolean(),
  checked: z.number().int(),
  /** How often a rule couldn't be decided for a contact, because of an unknown value or an error. */
  missing: z.number().int(),
  failed: z.number().int(),
})
export type SignalRuleRun = z.infer<typeof run>

const position = { start: z.number().int(), end: z.number().int() }

export const listSignalRules = memberEndpoint('GET /api/organizations/{id}/signal-rules', {
  summary: 'List your own signal rules by name, and the state of their run',
  responses: { 200: z.object({ rules: z.array(rule), run: run.nullable() }) },
})

export const addSignalRule = memberEndpoint('POST /api/organizations/{id}/signal-rules', {
  summary: 'Add a signal rule, which starts switched off',
  role: 'ADMIN',
  body: draft,
  responses: { 201: rule },
})

export const updateSignalRule = memberEndpoint('PATCH /api/organizations/{id}/signal-rules/{ruleId}', {
  summary: 'Switch a signal rule on or off, or change it: each change is a new version',
  role: 'ADMIN',
  body: z
    .strictObject({ ...draft.shape, reason: draft.shape.reason.removeDefault(), isOn: z.boolean() })
    .partial(),
  responses: { 200: rule },
})

export const deleteSignalRule = memberEndpoint('DELETE /api/organizations/{id}/signal-rules/{ruleId}', {
  summary: 'Delete a signal rule and withdraw its signals',
  role: 'ADMIN',
})

export const listSignalRuleVersions = memberEndpoint(
  'GET /api/organizations/{id}/signal-rules/{ruleId}/versions',
  {
    summary: 'List the versions of a signal rule, newest first',
    responses: { 200: z.array(ruleVersion) },
  },
)

export const checkSignalRule = memberEndpoint('POST /api/organizations/{id}/signal-rules/check', {
  summary: 'Check a condition while it is written: errors with their places, and protected traits',
  role: 'ADMIN',
  rate: 'read',
  body: z.strictObject({
    name: z.string().max(200).default(''),
    condition: z.string().max(4 * maxLength),
    subtype: z.string().max(40),
    reason: z.string().max(maxReasonLength).nullable().default(null),
  }),
  responses: {
    200: z.object({
      errors: z.array(z.object({ message: z.string(), ...position })),
      traits: z.array(trait),
    }),
  },
})
export type SignalRuleCheck = z.infer<(typeof checkSignalRule)['responses'][200]>

export const dryRunSignalRule = memberEndpoint('POST /api/organizations/{id}/signal-rules/dry-run', {
  summary: 'Try a rule on your contacts without changing any: counts and up to ten examples',
  role: 'ADMIN',
  rate: 'heavy',
  body: draft,
  responses: {
    200: z.object({
      total: z.number().int(),
      /** The newest contacts are tried first, up to 5,000. */
      checked: z.number().int(),
      matches: z.number().int(),
      /** Contacts for whom a value that decides is unknown, by variable. */
      missing: z.array(z.object({ path: z.string(), contacts: z.number().int() })),
      /** Errors of single contacts, such as a division by zero. */
      failed: z.array(z.object({ message: z.string(), contacts: z.number().int() })),
      examples: z.array(
        z.object({
          contactId: z.string(),
          name: z.string(),
          eventDate: isoDate,
          evidence: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
        }),
      ),
    }),
  },
})
export type SignalRuleDryRun = z.infer<(typeof dryRunSignalRule)['responses'][200]>
