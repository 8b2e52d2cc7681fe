import type { ContactDetail } from '#contract/contacts.ts'
import { MAX_CONTACT_TAGS } from '#contract/tags.ts'
import { isContactBlocked } from '#domain/compliance/outreach.ts'
import type { ContactDraft, ContactField } from '#domain/identity/contact-draft.ts'
import { newNotes } from '#domain/identity/contact-note.ts'
import { mergeDetails } from '#domain/identity/merge-details.ts'
import { isSameHome } from '#domain/signals/place-match.ts'
import type { ActivitiesService } from '#server/features/activities/service.ts'
import type { ContactTransfersService } from '#server/features/contact-transfers/service.ts'
import { type ContactsService, requireDetailsWithinLimits } from '#server/features/contacts/service.ts'
import type { NotesService } from '#server/features/notes/service.ts'
import type { ScoresService } from '#server/features/scores/service.ts'
import type { TagsService } from '#server/features/tags/service.ts'
import type { TasksService } from '#server/features/tasks/service.ts'
import { markContactFacts, refreshMilestones } from '#server/platform/analytics-facts.ts'
import { audit } from '#server/platform/audit.ts'
import { type Context, userIdOf } from '#server/platform/context.ts'
import type { TenantTx } from '#server/platform/db/database.ts'
import { emit } from '#server/platform/emit.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import type { Platform } from '#server/platform/platform.ts'
import { requestRuleChecks } from '#server/platform/rule-checks.ts'
import { requireOriginConsent } from '../policy.ts'
import * as store from '../store/merges.ts'
import { takeSnapshot } from '../store/snapshot.ts'

export type MergeFeatures = {
  activities: Pick<ActivitiesService, 'updateRest'>
  contacts: ContactsService
  contactTransfers: Pick<ContactTransfersService, 'listClaimants'>
  notes: Pick<NotesService, 'addOfMerge' | 'removeOfMerge' | 'textsOf'>
  scores: ScoresService
  tags: Pick<TagsService, 'refreshSearch'>
  tasks: TasksService
}
export type MergeDeps = MergeFeatures & Pick<Platform, 'events' | 'clock'>

/**
 * Merges a contact into the kept one and stores a snapshot of both for undo. Part of the caller's transaction.
 *
 * @throws {AppError} not_found; conflict while one of them is being enriched, when their details don't fit into one
 * contact, or when the merge would change an origin without consent
 */
export async function mergeContacts(
  tx: TenantTx,
  { activities, contacts, contactTransfers, notes, scores, tags, tasks, events, clock }: MergeDeps,
  context: Context,
  { keptId, otherId, fields }: { keptId: string; otherId: string; fields: readonly ContactField[] },
): Promise<{ mergeId: string; contact: ContactDetail }> {
  if ((await contacts.knowledge.lockContacts(tx, [keptId, otherId])).size < 2) throw notFound('Contact')
  // Both are visible, but messages and credits about them may be others'.
  await tx.liftAccess()
  await rejectDuringEnrichment(tx, [keptId, otherId])
  const { keptOriginId, otherOriginId } = await store.readOrigins(tx, keptId, otherId)
  const claimants = await contactTransfers.listClaimants(
    tx,
    [keptOriginId, otherOriginId].filter((id) => id !== null),
  )
  // Without a claim, a former member's contact is the team's.
  const claimantOf = (originId: string | null) => (originId && claimants.includes(originId) ? originId : null)
  requireOriginConsent(context, {
    ...{ keptOriginId: claimantOf(keptOriginId), otherOriginId: claimantOf(otherOriginId) },
  })
  const keptContact = await contacts.readDetail(tx, keptId)
  const other = await contacts.readDetail(tx, otherId)
  await markContactFacts(tx, [keptId, otherId])
  const mergeId = newId()
  const merge = { id: mergeId, keptId, otherId, mergedBy: userIdOf(context), mergedAt: clock.now() }
  await store.insertMerge(tx, merge)
  await contacts.preserveOptOuts(tx, [keptId, otherId])
  await takeSnapshot(tx, mergeId, keptId, otherId)
  await store.endOriginRequests(tx, [keptId, otherId])
  // Someone who comes back has no claim to what others brought.
  if (keptOriginId !== otherOriginId && !claimantOf(keptOriginId)) await store.clearOrigin(tx, keptId)
  const takesHistory = (other.nineDScore ?? -1) > (keptContact.nineDScore ?? -1)
  await store.transferRows(tx, keptId, otherId, {
    homesToLeave: sharedHomeIds(keptContact, other),
    takesHistory,
  })
  const draft: ContactDraft = {
    ...keptContact,
    ...Object.fromEntries(fields.map((field) => [field, other[field]])),
  }
  const merged = mergeDetails(draft, keptContact, other)
  requireDetailsWithinLimits(merged.details)
  requireTagsWithinLimit(keptContact, other)
  await contacts.knowledge.updateFields(tx, keptId, { ...draft, details: merged.details })
  await tags.refreshSearch(tx, [keptId])
  const existingTexts = (await notes.textsOf(tx, [keptId])).get(keptId) ?? []
  await notes.addOfMerge(tx, mergeId, keptId, newNotes(existingTexts, null, merged.displaced))
  await store.copyMissingData(tx, keptId, otherId, fields)
  await store.deleteMerged(tx, otherId)
  await contacts.blockOptedOut(tx, context, await contacts.readDetail(tx, keptId), keptContact)
  if (isContactBlocked(await contacts.readDetail(tx, keptId))) await tasks.removeOpenAutomatic(tx, keptId)
  await tasks.releaseHidden(tx, { contactIds: [keptId] })
  await tasks.updateNextDue(tx, [keptId])
  await activities.updateRest(tx, keptId)
  if (keptContact.nineDScore !== null || other.nineDScore !== null) await scores.rescore(tx, keptId, 'merged')
  await refreshMilestones(tx, [keptId])
  await markContactFacts(tx, [keptId])
  await requestRuleChecks(tx, [keptId])
  const details = { mergeId, otherId, fields: fields.join(' ') }
  await audit(tx, { ...context, action: 'contact.merged', subject: keptId, details })
  await emit(tx, { type: 'contact.merged', ids: [otherId], contactIds: [keptId] })
  events.publish(tx, context.organizationId, { type: 'contacts.changed' })
  return { mergeId, contact: await contacts.readDetail(tx, keptId) }
}

/** Rejects contacts being enriched, whose results would go to a changed or deleted contact. */
export async function rejectDuringEnrichment(tx: TenantTx, ids: readonly string[]): Promise<void> {
  if (await store.isBeingEnriched(tx, ids)) {
    throw new AppError('conflict', 'One of these contacts is being enriched. Please try again in a moment.')
  }
}

/** @throws {AppError} conflict if the two have too many tags for one contact */
function requireTagsWithinLimit(kept: ContactDetail, other: ContactDetail): void {
  const tagIds = new Set([...kept.tags, ...other.tags].map(({ id }) => id))
  if (tagIds.size > MAX_CONTACT_TAGS)
    throw new AppError('conflict', 'Together these contacts have too many tags. Remove some first.')
}

/** Homes of the other contact that the kept one also has. */
function sharedHomeIds(kept: ContactDetail, other: ContactDetail): string[] {
  const addressOf = ({ address, ...place }: ContactDetail['properties'][number]) => ({
    ...place,
    street: address,
  })
  return other.properties
    .filter((home) => kept.properties.some((keptHome) => isSameHome(addressOf(home), addressOf(keptHome))))
    .map(({ id }) => id)
}
