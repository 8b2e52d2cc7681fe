import { isDeepStrictEqual } from 'node:util'
import { completeContact } from '#domain/identity/complete-contact.ts'
import type { ContactField } from '#domain/identity/contact-draft.ts'
import { mergeDetails } from '#domain/identity/merge-details.ts'
import type { TasksService } from '#server/features/tasks/service.ts'
import { audit } from '#server/platform/audit.ts'
import { lockContact } from '#server/platform/change-contact.ts'
import type { Context } from '#server/platform/context.ts'
import type { TenantTx } from '#server/platform/db/database.ts'
import { emit } from '#server/platform/emit.ts'
import { requestRuleChecks } from '#server/platform/rule-checks.ts'
import { findContact } from '../store/read-contacts.ts'
import { findKeys, updateContact } from '../store/write-contacts.ts'
import { blockOptedOut } from './channel-opt-outs.ts'
import { requireDetailsWithinLimits, requireNoDuplicate } from './contact-errors.ts'
import { addLabelsAndNotes, type LabelFeatures } from './labels-and-notes.ts'
import { type DetailedDraft, newContactOf } from './new-contact.ts'

/**
 * Fills empty fields of the existing contact that a file describes, and adds the rest of the file to its details, tags and
 * notes. Part of the caller's transaction.
 *
 * @returns null if no contact matches
 * @throws {AppError} conflict if the file's email or phone belongs to another contact or is suppressed, or if the merged details exceed a contact's limits
 */
export async function completeExisting(
  tx: TenantTx,
  { tasks, ...features }: LabelFeatures & { tasks: TasksService },
  context: Context,
  file: DetailedDraft,
  importId: string,
): Promise<{ contactId: string; filled: ContactField[] } | null> {
  const [owner] = await findKeys(tx, newContactOf(file).keys)
  if (!owner) return null
  const { contactId } = owner
  await lockContact(tx, contactId)
  const current = await findContact(tx, contactId)
  if (!current) return null
  const { contact, filledFields } = completeContact(current, file)
  const mergedDetails = mergeDetails(contact, current, { ...file, details: file.details ?? null })
  const completedContact = newContactOf({ ...contact, details: mergedDetails.details }, contactId)
  const { labels = [], notes = null } = file
  const { displaced: lines } = mergedDetails
  await addLabelsAndNotes(tx, features, [{ contactId, labels, notes, lines }], importId)
  if (filledFields.length === 0 && isDeepStrictEqual(completedContact.details, current.details))
    return { contactId, filled: filledFields }
  const former = newContactOf(current, contactId)
  requireDetailsWithinLimits(completedContact.details)
  await requireNoDuplicate(tx, completedContact, former)
  await updateContact(tx, completedContact, former.keys)
  await blockOptedOut(tx, tasks, context, { ...current, ...completedContact }, former)
  await audit(tx, { ...context, action: 'contact.changed', subject: contactId })
  await requestRuleChecks(tx, [contactId])
  await emit(tx, { type: 'contact.updated', contactIds: [contactId], changed: [...filledFields, 'details'] })
  return { contactId, filled: filledFields }
}
