import { z } from 'zod'
import { contactFilter } from './contacts.ts'
import { endpoint } from './endpoint.ts'
import { previousAssignment } from './tasks.ts'
import { uuid } from './text.ts'

/** Most contacts that one call works on. */
export const BULK_MAX = 1000

const bulkResult = z.object({
  /** How many contacts this call changed, and how many it left as they were. */
  done: z.number().int(),
  skipped: z.number().int(),
  /** With `matching`: send it as `after` to go on; null when all are done. */
  next: z.string().nullable(),
  /** With `assign`: whose the tasks were before, to give them back. */
  previous: z.array(previousAssignment),
})
export type BulkResult = z.infer<typeof bulkResult>

export const bulkContacts = endpoint({
  method: 'POST',
  path: '/api/contacts/bulk',
  summary:
    'Enrich, delete or assign up to 1,000 contacts: named ones, or the next of all that match. Deleting and `matching` need ADMIN',
  access: 'subscriber',
  rate: 'write',
  body: z
    .strictObject({
      action: z.enum(['enrich', 'delete', 'assign']),
      contactIds: z.array(uuid).min(1).max(BULK_MAX, `Name at most ${BULK_MAX} contacts`).optional(),
      matching: contactFilter.optional(),
      after: uuid.optional(),
      assignedTo: uuid.nullable().optional(),
    })
    .refine(({ contactIds, matching }) => (contactIds === undefined) !== (matching === undefined), {
      message: 'Send contactIds or matching',
      path: ['contactIds'],
    })
    .refine(({ action, assignedTo }) => (action === 'assign') === (assignedTo !== undefined), {
      message: 'Say who the tasks are assigned to',
      path: ['assignedTo'],
    }),
  answers: { 200: bulkResult },
})
export type BulkRequest = z.output<(typeof bulkContacts)['body']>
