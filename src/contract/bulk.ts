import { z } from 'zod'
import { contactFilter } from './contacts.ts'
import { endpoint } from './endpoint.ts'
import { previousAssignment } from './tasks.ts'
import { uuid } from './text.ts'

/** Contacts per call. */
export const BULK_MAX = 1000

const bulkResult = z.object({
  /** Contacts changed, and contacts left unchanged. */
  done: z.number().int(),
  skipped: z.number().int(),
  /** With `matching`: send this as `after` to continue; null when done. */
  next: z.string().nullable(),
  /** With `assign`: the previous assignees, for undo. */
  previous: z.array(previousAssignment),
})
export type BulkResult = z.infer<typeof bulkResult>

export const bulkContacts = endpoint({
  method: 'POST',
  path: '/api/contacts/bulk',
  summary:
    'Enrich, delete or assign up to 1,000 contacts, by id or by filter. Deleting and `matching` need ADMIN.',
  access: 'subscriber',
  rate: 'write',
  body: z
    .strictObject({
      action: z.enum(['enrich', 'delete', 'assign']),
      contactIds: z.array(uuid).min(1).max(BULK_MAX, `Send at most ${BULK_MAX} contacts`).optional(),
      matching: contactFilter.optional(),
      after: uuid.optional(),
      assignedTo: uuid.nullable().optional(),
    })
    .refine(({ contactIds, matching }) => (contactIds === undefined) !== (matching === undefined), {
      message: 'Send contactIds or matching',
      path: ['contactIds'],
    })
    .refine(({ action, assignedTo }) => (action === 'assign') === (assignedTo !== undefined), {
      message: 'Choose an assignee',
      path: ['assignedTo'],
    }),
  answers: { 200: bulkResult },
})
export type BulkRequest = z.output<(typeof bulkContacts)['body']>
