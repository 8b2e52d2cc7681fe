import { z } from 'zod'
import { apiEndpoint } from '../endpoint.ts'
import { applyPlaybook as applyOwnPlaybook } from '../playbooks.ts'
import { isoDate, isoDateTime } from '../text.ts'
import { named, pageOf } from './schemas.ts'

const playbook = named(
  'Playbook',
  z.object({
    id: z.string(),
    name: z.string(),
    description: z.string().nullable(),
    isTemplate: z.boolean(),
    steps: z.array(
      z.object({
        title: z.string(),
        description: z.string(),
        offsetDays: z.number().int().describe('Days after the playbook is applied'),
      }),
    ),
  }),
)
export type ApiPlaybook = z.infer<typeof playbook>

export const listPlaybooks = apiEndpoint('GET /api/v1/playbooks', {
  summary: "List shared templates and your organization's playbooks, on one page",
  scope: 'tasks:read',
  operationId: 'listPlaybooks',
  responses: { 200: pageOf(playbook) },
})

const suggestions = named(
  'PlaybookSuggestions',
  z.object({
    data: z.array(
      z.object({
        playbook,
        firstStepOn: isoDate,
        lastStepOn: isoDate,
        appliedAt: isoDateTime.nullable().describe("When it was applied; null if it wasn't"),
      }),
    ),
    reason: z.string().nullable().describe('Why there is no suggestion'),
  }),
)
export type PlaybookSuggestions = z.infer<typeof suggestions>

export const suggestPlaybooks = apiEndpoint('GET /api/v1/contacts/{id}/playbook-suggestions', {
  summary: 'List up to three playbooks that fit the life events of a contact, best first',
  scope: 'signals:read',
  operationId: 'suggestPlaybooks',
  responses: { 200: suggestions },
})

const applied = named(
  'AppliedPlaybook',
  z.object({
    created: z.number().int().describe('Tasks added'),
    skipped: z
      .number()
      .int()
      .describe('Contacts without new tasks: they have them already, or are marked do not contact'),
  }),
)
export type AppliedPlaybook = z.infer<typeof applied>

export const applyPlaybook = apiEndpoint('POST /api/v1/playbooks/{id}/apply', {
  summary: 'Add one task per step for each contact; repeating it adds nothing',
  scope: 'tasks:write',
  operationId: 'applyPlaybook',
  body: named('PlaybookContacts', applyOwnPlaybook.body),
  responses: { 200: applied },
})
