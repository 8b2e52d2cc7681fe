import { completeContact } from '#domain/identity/complete-contact.ts'
import type { ContactDraft, ContactField } from '#domain/identity/contact-draft.ts'
import { audit } from '#server/platform/audit.ts'
import type { Context } from '#server/platform/context.ts'
import type { TenantTx } from '#server/platform/db/database.ts'
import { lockContact } from '../store/knowledge.ts'
import { findContact } from '../store/read-contacts.ts'
import { findKeys, updateTyped } from '../store/write-contacts.ts'
import { newContactOf } from './new-contact.ts'
import { duplicate } from './refusals.ts'

/**
 * Fills the empty fields of the contact who is the person of a file. Part of the caller's transaction.
 *
 * @returns null when nobody is that person
 * @throws {AppError} conflict when the file's e-mail or phone makes the contact a third one
 */
export async function completeExisting(
  tx: TenantTx,
  context: Context,
  file: ContactDraft,
): Promise<{ contactId: string; filled: ContactField[] } | null> {
  const [owner] = await findKeys(tx, newContactOf(file).keys)
  if (!owner) return null
  const { contactId } = owner
  await lockContact(tx, contactId)
  const current = await findContact(tx, contactId)
  if (!current) return null
  const { contact, filled } = completeContact(current, file)
  if (filled.length === 0) return { contactId, filled }
  const completed = newContactOf(contact, contactId)
  const other = (await findKeys(tx, completed.keys)).find((each) => each.contactId !== contactId)
  if (other) throw duplicate(other.contactId)
  await updateTyped(tx, completed, newContactOf(current, contactId).keys)
  await audit(tx, { ...context, action: 'contact.changed', subject: contactId })
  return { contactId, filled }
}
