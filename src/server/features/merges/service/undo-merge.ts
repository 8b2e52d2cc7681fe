import type { ContactDetail } from '#contract/contacts.ts'
import { restrictedMember } from '#server/platform/acting-member.ts'
import { markContactFacts, refreshMilestones } from '#server/platform/analytics-facts.ts'
import { audit } from '#server/platform/audit.ts'
import { lockContact } from '#server/platform/change-contact.ts'
import { addDays } from '#server/platform/clock.ts'
import { type Context, userIdOf } from '#server/platform/context.ts'
import type { TenantTx } from '#server/platform/db/database.ts'
import { emit } from '#server/platform/emit.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import { requestRuleChecks } from '#server/platform/rule-checks.ts'
import { UNDO_DAYS } from '../limits.ts'
import * as store from '../store/merges.ts'
import { deleteSnapshot, restoreContacts, restoreRows } from '../store/snapshot.ts'
import { type MergeDeps, rejectDuringEnrichment } from './merge-contacts.ts'

/**
 * Restores both contacts of a merge. Credits, enrichments, opt-outs and tasks since the merge stay with the kept
 * contact. Part of the caller's transaction.
 *
 * @throws {AppError} not_found; conflict with the reason
 */
export async function undoMerge(
  tx: TenantTx,
  { activities, contacts, notes, tags, tasks, events, clock }: MergeDeps,
  context: Context,
  mergeId: string,
): Promise<{ contact: ContactDetail; otherId: string }> {
  const merge = await store.lockMerge(tx, mergeId)
  if (!merge) throw notFound('Merge')
  const { keptId, otherId } = merge
  const now = clock.now()
  const obstacle = undoObstacleOf(merge, now)
  if (obstacle) throw new AppError('conflict', obstacle)
  if (!(await lockContact(tx, keptId)) || !merge.hasSnapshot) {
    throw new AppError('conflict', "The merged contact was deleted, so this merge can't be undone")
  }
  const member = restrictedMember(tx.organizationId)
  if (member && merge.mergedBy !== member.userId)
    throw new AppError('forbidden', "Only a member who sees all contacts can undo someone else's merge")
  await tx.liftAccess()
  await rejectDuringEnrichment(tx, [keptId])
  await markContactFacts(tx, [keptId])
  await restoreContacts(tx, mergeId, keptId, otherId)
  await store.addToCounter(tx, 1)
  await store.carryOverConsent(tx, keptId, otherId, merge.createdAt)
  await restoreRows(tx, mergeId, keptId)
  await refreshMilestones(tx, [keptId, otherId])
  await markContactFacts(tx, [keptId, otherId])
  await deleteSnapshot(tx, mergeId)
  await notes.removeOfMerge(tx, mergeId)
  await tags.refreshSearch(tx, [keptId, otherId])
  for (const id of [keptId, otherId])
    await contacts.blockOptedOut(tx, context, await contacts.readDetail(tx, id), null)
  await tasks.releaseHidden(tx, { contactIds: [keptId, otherId] })
  await tasks.updateNextDue(tx, [keptId, otherId])
  for (const id of [keptId, otherId]) await activities.updateRest(tx, id)
  await store.setUndone(tx, mergeId, userIdOf(context), now)
  await requestRuleChecks(tx, [keptId, otherId])
  const details = { mergeId, otherId }
  await audit(tx, { ...context, action: 'contact.merge-undone', subject: keptId, details })
  await emit(
    tx,
    { type: 'contact.created', contactIds: [otherId] },
    { type: 'contact.updated', contactIds: [keptId], changed: ['merge'] },
  )
  events.publish(tx, context.organizationId, { type: 'contacts.changed' })
  return { contact: await contacts.readDetail(tx, keptId), otherId }
}

function undoObstacleOf(merge: store.MergeRow, now: Date): string | null {
  if (merge.undoneAt) return 'This merge was already undone'
  if (new Date(merge.createdAt) < addDays(now, -UNDO_DAYS)) {
    return `Merges can be undone for ${UNDO_DAYS} days`
  }
  return merge.hasLaterMerge ? 'Another contact was merged into this one later. Undo that merge first.' : null
}
