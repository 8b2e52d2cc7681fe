import { z } from 'zod'
import { CATEGORIES } from '#domain/signals/categories.ts'
import { endpoint } from './endpoint.ts'
import { isoDate, isoDateTime, uuid } from './text.ts'

/** How many contacts one call applies a playbook to. */
const APPLY_MAX = 500

export const playbookStep = z.object({
  title: z.string(),
  description: z.string(),
  /** Days after the playbook is applied. */
  offsetDays: z.number().int(),
})

export const playbook = z.object({
  id: z.string(),
  /** Null: shared by everybody. */
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

export const listPlaybooks = endpoint({
  method: 'GET',
  path: '/api/playbooks',
  summary:
    "Shared templates and your organization's own playbooks; `templatesOnly=true` leaves out what is no template",
  access: 'signed-in',
  rate: 'read',
  query: z.strictObject({ templatesOnly: z.enum(['true', 'false']).optional() }),
  answers: { 200: z.array(playbook) },
})

export const applyPlaybook = endpoint({
  method: 'POST',
  path: '/api/playbooks/{id}/apply',
  summary: 'Adds one task a step for each contact; doing it again adds nothing',
  access: 'subscriber',
  rate: 'write',
  params: z.object({ id: uuid }),
  body: z.strictObject({
    contactIds: z
      .array(uuid)
      .min(1, 'Choose at least one contact')
      .max(APPLY_MAX, `Choose at most ${APPLY_MAX} contacts`),
  }),
  answers: {
    200: z.object({
      /** Tasks. */
      created: z.number().int(),
      /** Contacts that got none: they have the tasks already, must not be contacted, or are gone. */
      skipped: z.number().int(),
    }),
  },
})

const playbookSuggestion = z.object({
  playbook,
  /** The live signals it answers to, the one that counts most first; titles are the neutral ones of the evidence. */
  signals: z.array(z.object({ id: z.string(), title: z.string() })),
  /** For the agent alone: the category, when it was observed, how sure it is. */
  why: z.string(),
  /** The days of its first and last step, counted from today, or from when its tasks were added. */
  timing: z.object({ firstStepOn: isoDate, lastStepOn: isoDate }),
  /** Its tasks, where the contact has them already. */
  applied: z.object({ at: isoDateTime, open: z.number().int(), done: z.number().int() }).nullable(),
})
export type PlaybookSuggestion = z.infer<typeof playbookSuggestion>

export const suggestPlaybooks = endpoint({
  method: 'GET',
  path: '/api/contacts/{id}/playbook-suggestions',
  summary:
    "The playbooks that fit a contact's live signals, best first and three at most, or why there is none",
  access: 'subscriber',
  rate: 'read',
  params: z.object({ id: uuid }),
  answers: {
    200: z.object({
      suggestions: z.array(playbookSuggestion),
      /** Why nothing is suggested; null where something is. */
      reason: z.string().nullable(),
    }),
  },
})
