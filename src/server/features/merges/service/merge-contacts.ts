import type { ContactDetail } from '#contract/contacts.ts'
import { isContactBlocked } from '#domain/compliance/outreach.ts'
import type { ContactDetails } from '#domain/identity/contact-details.ts'
import type { ContactDraft, ContactField } from '#domain/identity/contact-draft.ts'
import { mergeDetails } from '#domain/identity/merge-details.ts'
import { isSameHome } from '#domain/signals/place-match.ts'
import { type ContactsService, requireDetailsWithinLimits } from '#server/features/contacts/service.ts'
import type { ScoresService } from '#server/features/scores/service.ts'
import type { TasksService } from '#server/features/tasks/service.ts'
import { audit } from '#server/platform/audit.ts'
import { type Context, userIdOf } from '#server/platform/context.ts'
import type { TenantTx } from '#server/platform/db/database.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import type { Platform } from '#server/platform/platform.ts'
import * as store from '../store/merges.ts'
import { takeSnapshot } from '../store/snapshot.ts'

export type MergeFeatures = { contacts: ContactsService; scores: ScoresService; tasks: TasksService }
export type MergeDeps = MergeFeatures & Pick<Platform, 'events' | 'clock'>

/**
 * Merges a contact into the kept one and stores a snapshot of both for undo. Part of the caller's transaction.
 *
 * @throws {AppError} not_found; conflict while one of them is being enriched or when their details don't fit into one
 * contact
 */
export async function mergeContacts(
  tx: TenantTx,
  { contacts, scores, tasks, events, clock }: MergeDeps,
  context: Context,
  { keptId, otherId, fields }: { keptId: string; otherId: string; fields: readonly ContactField[] },
): Promise<{ mergeId: string; contact: ContactDetail }> {
  if ((await store.lockContacts(tx, [keptId, otherId])).length < 2) throw notFound('Contact')
  await rejectDuringEnrichment(tx, [keptId, otherId])
  const kept = await contacts.detail(tx, keptId)
  const other = await contacts.detail(tx, otherId)
  const mergeId = newId()
  await store.insertMerge(tx, { id: mergeId, keptId, otherId, mergedBy: userIdOf(context), at: clock.now() })
  await contacts.preserveOptOuts(tx, [keptId, otherId])
  await takeSnapshot(tx, mergeId, keptId, otherId)
  const takesHistory = (other.nineDScore ?? -1) > (kept.nineDScore ?? -1)
  await store.transferRows(tx, keptId, otherId, { homesToLeave: sharedHomeIds(kept, other), takesHistory })
  const typed: ContactDraft = { ...kept, ...Object.fromEntries(fields.map((field) => [field, other[field]])) }
  await contacts.knowledge.updateTypedFields(tx, keptId, {
    ...typed,
    details: detailsWithinLimits(typed, kept, other),
  })
  await store.copyKnowledge(tx, keptId, otherId, fields)
  await store.deleteMerged(tx, otherId)
  await contacts.blockOptedOut(tx, context, await contacts.detail(tx, keptId), kept)
  if (isContactBlocked(await contacts.detail(tx, keptId))) await tasks.removeOpenAutomatic(tx, keptId)
  await tasks.noteNextDue(tx, [keptId])
  if (kept.nineDScore !== null || other.nineDScore !== null) await scores.rescore(tx, keptId, 'merged')
  const details = { mergeId, otherId, fields: fields.join(' ') }
  await audit(tx, { ...context, action: 'contact.merged', subject: keptId, details })
  events.publish(tx, context.organizationId, { type: 'contacts.changed' })
  return { mergeId, contact: await contacts.detail(tx, keptId) }
}

/** @throws {AppError} conflict when the combined details exceed the limits of one contact */
function detailsWithinLimits(
  typed: ContactDraft,
  kept: ContactDetail,
  other: ContactDetail,
): ContactDetails | null {
  const details = mergeDetails(typed, kept, other)
  requireDetailsWithinLimits(details)
  return details
}

/** Rejects contacts being enriched, whose results would go to a changed or deleted contact. */
export async function rejectDuringEnrichment(tx: TenantTx, ids: readonly string[]): Promise<void> {
  if (await store.isBeingEnriched(tx, ids)) {
    throw new AppError('conflict', 'One of these contacts is being enriched. Please try again in a moment.')
  }
}

/** Homes of the other contact that the kept one also has. */
function sharedHomeIds(kept: ContactDetail, other: ContactDetail): string[] {
  const addressOf = ({ address, ...place }: ContactDetail['properties'][number]) => ({
    ...place,
    street: address,
  })
  return other.properties
    .filter((home) => kept.properties.some((known) => isSameHome(addressOf(home), addressOf(known))))
    .map(({ id }) => id)
}
