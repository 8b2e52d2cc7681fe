import { type BulkRequest, type BulkResult, MAX_BULK_CONTACTS } from '#contract/bulk.ts'
import type { ConsentsService } from '#server/features/consents/service.ts'
import type { ContactsService } from '#server/features/contacts/service.ts'
import type { EnrichmentService } from '#server/features/enrichment/service.ts'
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
  contacts: ContactsService
  consents: ConsentsService
  enrichment: EnrichmentService
  playbooks: PlaybooksService
  tags: TagsService
  tasks: TasksService
}

type BulkOutcome = Pick<BulkResult, 'done' | 'previous'>

/** One action on many contacts: a limited number per call, in one transaction. */
export function bulkService(
  { db }: Pick<Platform, 'db'>,
  { contacts, consents, enrichment, playbooks, tags, tasks }: Features,
) {
  async function applyAction(
    tx: TenantTx,
    context: Context,
    { action, assignedTo, playbookId = '', tagId = '', task, reason }: BulkRequest,
    ids: readonly string[],
  ): Promise<BulkOutcome> {
    const plain = async (done: Promise<number>) => ({ done: await done, previous: [] })
    switch (action) {
      case 'playbook': {
        const { skipped } = await playbooks.applyWithin(tx, context, playbookId, ids)
        return { done: ids.length - skipped, previous: [] }
      }
      case 'task':
        return plain(task ? tasks.addToMany(tx, context, ids, task) : Promise.resolve(0))
      case 'tag':
      case 'untag':
        return plain(tags.changeContacts(tx, context, tagId, { contactIds: ids, isAdded: action === 'tag' }))
      case 'doNotContact':
        return plain(consents.markMany(tx, context, ids, reason))
      case 'delete':
        return { done: await contacts.removeMany(tx, context, ids), previous: [] }
      case 'enrich': {
        const done = await enrichment.requestForSelection(tx, ids)
        await audit(tx, { ...context, action: 'contacts.enrichment-requested', details: { requested: done } })
        return { done, previous: [] }
      }
      case 'assign': {
        const given = await tasks.assignOpen(tx, context, ids, assignedTo ?? null)
        return {
          done: new Set(given.map(({ contactId }) => contactId)).size,
          previous: given.map(({ taskId, assignedTo: before }) => ({ taskId, assignedTo: before })),
        }
      }
    }
  }

  return {
    /** @throws {AppError} forbidden, invalid, not_found if none of the selected contacts exists */
    async work(context: Context, request: BulkRequest): Promise<BulkResult> {
      policy.requireBulkPermission(context, request)
      const { contactIds, matching, after } = request
      const named = contactIds && [...new Set(contactIds)]
      const answer = await db.tenant(context.organizationId, async (tx) => {
        const selected = await contacts.select(
          tx,
          named
            ? { ids: named }
            : { matching: matching ?? {}, after: after ?? null, limit: MAX_BULK_CONTACTS },
        )
        const ids = selected.contacts.map(({ id }) => id)
        if (named && ids.length === 0) throw notFound('Contact')
        const outcome = await applyAction(tx, context, request, ids)
        return { ...outcome, skipped: (named ?? ids).length - outcome.done, next: selected.next }
      })
      if (request.action === 'enrich' && answer.done > 0)
        await enrichment.resumeWaiting(context.organizationId)
      return answer
    },
  }
}
export type BulkService = ReturnType<typeof bulkService>
