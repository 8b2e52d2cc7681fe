import { z } from 'zod'
import { CATEGORIES } from '#domain/signals/categories.ts'
import { signedInEndpoint, subscriberEndpoint } from './endpoint.ts'
import { isoDate, isoDateTime, uuid } from './text.ts'

/** Contacts per call. */
const MAX_CONTACTS = 500

export const playbookStep = z.object({
  title: z.string(),
  description: z.string(),
  /** Days after the playbook is applied. */
  offsetDays: z.number().int(),
})

export const playbook = z.object({
  id: z.string(),
  /** Null for shared templates. */
  organizationId: z.string().nullable(),
  name: z.string(),
  description: z.string().nullable(),
  category: z.enum(CATEGORIES).nullable(),
  isTemplate: z.boolean(),
  steps: z.array(playbookStep),
  /** Days. */
  estimatedDuration: z.number().int().nullable(),
  createdAt: isoDateTime,
  updatedAt: isoDateTime,
})
export type Playbook = z.infer<typeof playbook>

export const listPlaybooks = signedInEndpoint('GET /api/playbooks', {
  summary:
    "List shared templates and your organization's playbooks; `templatesOnly=true` lists only templates",
  query: z.strictObject({ templatesOnly: z.enum(['true', 'false']).optional() }),
  responses: { 200: z.array(playbook) },
})

export const applyPlaybook = subscriberEndpoint('POST /api/playbooks/{id}/apply', {
  summary: 'Add one task per step for each contact; repeating it adds nothing',
  body: z.strictObject({
    contactIds: z
      .array(uuid)
      .min(1, 'Choose at least one contact')
      .max(MAX_CONTACTS, `Choose at most ${MAX_CONTACTS} contacts`),
  }),
  responses: {
    200: z.object({
      /** Tasks. */
      created: z.number().int(),
      /** Contacts without new tasks: they already have them, are marked do not contact, or were deleted. */
      skipped: z.number().int(),
    }),
  },
})

const playbookSuggestion = z.object({
  playbook,
  /** The active signals behind it, most points first, with neutral titles. */
  signals: z.array(z.object({ id: z.string(), title: z.string() })),
  /** For the agent only: category, dates and confidence. */
  why: z.string(),
  /** Days of the first and last step, counted from today or from when its tasks were added. */
  timing: z.object({ firstStepOn: isoDate, lastStepOn: isoDate }),
  /** Its existing tasks for the contact, if any. */
  applied: z.object({ at: isoDateTime, open: z.number().int(), done: z.number().int() }).nullable(),
})
export type PlaybookSuggestion = z.infer<typeof playbookSuggestion>

export const suggestPlaybooks = subscriberEndpoint('GET /api/contacts/{id}/playbook-suggestions', {
  summary: "List up to three playbooks for a contact's active signals, best first, or the reason for none",
  responses: {
    200: z.object({
      suggestions: z.array(playbookSuggestion),
      /** Reason for no suggestion; null otherwise. */
      reason: z.string().nullable(),
    }),
  },
})
