import type { ContactDetails } from '#domain/identity/contact-details.ts'
import { exceededLimits } from '#domain/identity/merge-details.ts'
import type { TenantTx } from '#server/platform/db/database.ts'
import { AppError } from '#server/platform/errors.ts'
import { findSuppressed } from '../store/suppressions.ts'
import { findKeys, isDuplicatePerson, type NewContact } from '../store/write-contacts.ts'
import type { AddResult } from './add-drafts.ts'
import { hashesOf } from './new-contact.ts'

/** Error for a draft that was not added. */
export function addErrorOf(outcome: AddResult | undefined): AppError {
  if (outcome && 'skipReason' in outcome && outcome.skipReason === 'suppressed') {
    return suppressedError()
  }
  return duplicateError(outcome?.contactId)
}

function suppressedError(): AppError {
  return new AppError('conflict', "This person can't be added.")
}

function duplicateError(contactId: string | undefined): AppError {
  return new AppError('conflict', 'This person is already in your contacts', { contactId })
}

/**
 * Checks that a change neither makes the contact a duplicate nor gives it a suppressed address or number.
 *
 * @throws {AppError} conflict
 */
export async function requireNoDuplicate(
  tx: TenantTx,
  contact: NewContact,
  former: NewContact,
): Promise<void> {
  const formerHashes = new Set(hashesOf(former))
  const newHashes = hashesOf(contact).filter((hash) => !formerHashes.has(hash))
  const [owners, suppressedKeys] = await Promise.all([
    findKeys(tx, contact.keys),
    findSuppressed(tx, newHashes),
  ])
  const otherOwner = owners.find(({ contactId }) => contactId !== contact.id)
  if (otherOwner) throw duplicateError(otherOwner.contactId)
  if (suppressedKeys.length > 0) throw suppressedError()
}

/** @throws {AppError} conflict if merged details exceed a contact's limits */
export function requireDetailsWithinLimits(details: ContactDetails | null): void {
  const [field] = exceededLimits(details)
  if (field) {
    throw new AppError('conflict', `Together these contacts have too many ${field}. Remove some first.`)
  }
}

/** Message at the contact limit. */
export function limitReachedText(maxContacts: number): string {
  return `Your organization has reached ${maxContacts.toLocaleString('en-US')} contacts`
}

export function limitReachedError(maxContacts: number): AppError {
  const advice = 'Delete contacts that you no longer need, then try again.'
  return new AppError('conflict', `${limitReachedText(maxContacts)}. ${advice}`)
}

/** Repeats a write that failed because the same person was added concurrently; the second attempt finds that contact. */
export function retryOnConflict<T>(write: () => Promise<T>): Promise<T> {
  const retry = (error: unknown): Promise<T> => {
    if (isDuplicatePerson(error)) return write()
    throw error
  }
  return write()
    .catch(retry)
    .catch((error: unknown) => {
      throw isDuplicatePerson(error) ? duplicateError(undefined) : error
    })
}
