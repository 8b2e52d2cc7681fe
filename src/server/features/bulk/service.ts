import { type BulkRequest, type BulkResult, MAX_BULK_CONTACTS } from '#contract/bulk.ts'
import type { AssignmentsService } from '#server/features/assignments/service.ts'
import type { ConsentsService } from '#server/features/consents/service.ts'
import type { ContactsService } from '#server/features/contacts/service.ts'
import type { EnrichmentService } from '#server/features/enrichment/service.ts'
import type { OriginsService } from '#server/features/origins/service.ts'
import type { PlaybooksService } from '#server/features/playbooks/service.ts'
import type { TagsService } from '#server/features/tags/service.ts'
import type { TasksService } from '#server/features/tasks/service.ts'
import { audit } from '#server/platform/audit.ts'
import type { Context } from '#server/platform/context.ts'
import type { TenantTx } from '#server/platform/db/database.ts'
import { notFound } from '#server/platform/errors.ts'
import type { Platform } from '#server/platform/platform.ts'
import * as policy from './policy.ts'

type Features = {
  assignments: Pick<AssignmentsService, 'assignMany'>
  contacts: ContactsService
  consents: ConsentsService
  enrichment: EnrichmentService
  origins: Pick<OriginsService, 'askForMany'>
  playbooks: PlaybooksService
  tags: TagsService
  tasks: TasksService
}

type BulkOutcome = Pick<BulkResult, 'done' | 'previous'>

/** One action on many contacts: a limited number per call, in one transaction. */
export function bulkService(
  { db }: Pick<Platform, 'db'>,
  { assignments, contacts, consents, enrichment, origins, playbooks, tags, tasks }: Features,
) {
  async function applyAction(
    tx: TenantTx,
    context: Context,
    {
      action,
      assignedTo,
      assignTo = 'none',
      origin = 'team',
      playbookId = '',
      tagId = '',
      task,
      reason,
    }: BulkRequest,
    ids: readonly string[],
  ): Promise<BulkOutcome> {
    const outcomeOf = async (done: Promise<number>) => ({ done: await done, previous: [] })
    switch (action) {
      case 'playbook': {
        const { skipped } = await playbooks.applyWithin(tx, context, playbookId, ids)
        return { done: ids.length - skipped, previous: [] }
      }
      case 'task':
        return outcomeOf(task ? tasks.addToMany(tx, context, ids, task) : Promise.resolve(0))
      case 'tag':
      case 'untag':
        return outcomeOf(
          tags.changeContacts(tx, context, tagId, { contactIds: ids, isAdded: action === 'tag' }),
        )
      case 'doNotContact':
        return outcomeOf(consents.markMany(tx, context, ids, reason))
      case 'owner':
        return outcomeOf(assignments.assignMany(tx, context, ids, assignTo))
      case 'origin':
        return outcomeOf(origins.askForMany(tx, context, ids, origin))
      case 'delete':
        return { done: await contacts.removeMany(tx, context, ids), previous: [] }
      case 'enrich': {
        const done = await enrichment.requestForSelection(tx, ids)
        await audit(tx, { ...context, action: 'contacts.enrichment-requested', details: { requested: done } })
        return { done, previous: [] }
      }
      case 'assign': {
        const assignments = await tasks.assignOpen(tx, context, ids, assignedTo ?? null)
        return {
          done: new Set(assignments.map(({ contactId }) => contactId)).size,
          previous: assignments.map(({ taskId, assignedTo: previousAssignee }) => ({
            taskId,
            assignedTo: previousAssignee,
          })),
        }
      }
    }
  }

  return {
    /** @throws {AppError} forbidden, invalid, not_found if none of the selected contacts exists */
    async apply(context: Context, request: BulkRequest): Promise<BulkResult> {
      policy.requireBulkPermission(context, request)
      const { contactIds, matching, after } = request
      const selectedIds = contactIds && [...new Set(contactIds)]
      const result = await db.tenant(context.organizationId, async (tx) => {
        const page = await contacts.select(
          tx,
          selectedIds
            ? { ids: selectedIds }
            : { matching: matching ?? {}, after: after ?? null, limit: MAX_BULK_CONTACTS },
        )
        const ids = page.contacts.map(({ id }) => id)
        if (selectedIds && ids.length === 0) throw notFound('Contact')
        const outcome = await applyAction(tx, context, request, ids)
        return { ...outcome, skipped: (selectedIds ?? ids).length - outcome.done, next: page.next }
      })
      if (request.action === 'enrich' && result.done > 0)
        await enrichment.resumeWaiting(context.organizationId)
      return result
    },
  }
}
export type BulkService = ReturnType<typeof bulkService>
