import { z } from 'zod'
import { assignTarget } from './assignments.ts'
import { contactFilter } from './contacts.ts'
import { subscriberEndpoint } from './endpoint.ts'
import { origin } from './origins.ts'
import { newTask, previousAssignment } from './tasks.ts'
import { optionalLine, uuid } from './text.ts'

/** Contacts per call. */
export const MAX_BULK_CONTACTS = 1000

/** Fields that an action requires in addition to the contacts. */
const REQUIRED_FIELDS = {
  assign: { field: 'assignedTo', message: 'Choose an assignee' },
  origin: { field: 'origin', message: 'Choose agent or team' },
  owner: { field: 'assignTo', message: 'Choose an owner' },
  playbook: { field: 'playbookId', message: 'Choose a playbook' },
  task: { field: 'task', message: 'Describe the task' },
  tag: { field: 'tagId', message: 'Choose a tag' },
  untag: { field: 'tagId', message: 'Choose a tag' },
} as const

const bulkResult = z.object({
  /** Contacts changed, and contacts left unchanged. */
  done: z.number().int(),
  skipped: z.number().int(),
  /** With `matching`: send this as `after` to continue; null if done. */
  next: z.string().nullable(),
  /** With `assign`: the previous assignees, for undo. */
  previous: z.array(previousAssignment),
})
export type BulkResult = z.infer<typeof bulkResult>

export const bulkContacts = subscriberEndpoint('POST /api/contacts/bulk', {
  summary:
    'Enrich, delete, assign, tag, add tasks to, opt out or ask for another origin of up to 1,000 contacts, by id or by filter. Deleting and `matching` need ADMIN.',
  body: z
    .strictObject({
      action: z.enum([
        'enrich',
        'delete',
        'assign',
        'owner',
        'origin',
        'playbook',
        'task',
        'tag',
        'untag',
        'doNotContact',
      ]),
      contactIds: z
        .array(uuid)
        .min(1)
        .max(MAX_BULK_CONTACTS, `Send at most ${MAX_BULK_CONTACTS} contacts`)
        .optional(),
      matching: contactFilter.optional(),
      after: uuid.optional(),
      assignedTo: uuid.nullable().optional(),
      /** With `owner`: who works with the contacts; `assign` is about their tasks. */
      assignTo: assignTarget.optional(),
      /** Asks the other side to change who brought the contacts. */
      origin: origin.optional(),
      /** Adds its steps as tasks, like applying the playbook. */
      playbookId: uuid.optional(),
      /** Added to each contact that may be contacted. */
      task: newTask.omit({ contactId: true }).optional(),
      tagId: uuid.optional(),
      /** With `doNotContact`: the reason. */
      reason: optionalLine(200),
    })
    .refine(({ contactIds, matching }) => (contactIds === undefined) !== (matching === undefined), {
      message: 'Send contactIds or matching',
      path: ['contactIds'],
    })
    .superRefine((body, { addIssue }) => {
      const requiredField =
        body.action in REQUIRED_FIELDS ? REQUIRED_FIELDS[body.action as keyof typeof REQUIRED_FIELDS] : null
      if (requiredField && body[requiredField.field] === undefined)
        addIssue({ code: 'custom', message: requiredField.message, path: [requiredField.field] })
      for (const field of ['assignedTo', 'assignTo', 'origin', 'playbookId', 'task', 'tagId'] as const)
        if (field !== requiredField?.field && body[field] !== undefined)
          addIssue({ code: 'custom', message: "This action doesn't take this value", path: [field] })
    }),
  responses: { 200: bulkResult },
})
export type BulkRequest = z.output<(typeof bulkContacts)['body']>
