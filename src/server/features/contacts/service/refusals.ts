import type { ContactDetails } from '#domain/identity/contact-details.ts'
import { tooMuchOf } from '#domain/identity/unite-details.ts'
import type { TenantTx } from '#server/platform/db/database.ts'
import { AppError } from '#server/platform/errors.ts'
import { findSuppressed } from '../store/suppressions.ts'
import { findKeys, isPersonTaken, type NewContact } from '../store/write-contacts.ts'
import type { AddedDraft } from './add-drafts.ts'
import { hashesOf } from './new-contact.ts'

/** Why a draft did not become a contact. */
export function refusalOf(outcome: AddedDraft | undefined): AppError {
  if (outcome && 'refused' in outcome && outcome.refused === 'suppressed') {
    return suppressed()
  }
  return duplicate(outcome?.contactId)
}

function suppressed(): AppError {
  return new AppError('conflict', 'This person cannot be added.')
}

function duplicate(contactId: string | undefined): AppError {
  return new AppError('conflict', 'This person is already in your contacts', { contactId })
}

/**
 * Checks that a change makes a contact neither another one who is there, nor gives it an address or number that must not
 * come back.
 *
 * @throws {AppError} conflict
 */
export async function requireFree(tx: TenantTx, changed: NewContact, former: NewContact): Promise<void> {
  const known = new Set(hashesOf(former))
  const [owners, unwanted] = await Promise.all([
    findKeys(tx, changed.keys),
    findSuppressed(
      tx,
      hashesOf(changed).filter((hash) => !known.has(hash)),
    ),
  ])
  const other = owners.find(({ contactId }) => contactId !== changed.id)
  if (other) throw duplicate(other.contactId)
  if (unwanted.length > 0) throw suppressed()
}

/** @throws {AppError} conflict when details made of two contacts are more than one contact can hold */
export function requireFits(details: ContactDetails | null): void {
  const [what] = tooMuchOf(details)
  if (what) {
    throw new AppError('conflict', `Together these contacts have too many ${what}. Remove some first.`)
  }
}

/** What is said where the organization holds as many contacts as it may. */
export function fullText(maxContacts: number): string {
  return `Your organization has reached ${maxContacts.toLocaleString('en-US')} contacts`
}

export function full(maxContacts: number): AppError {
  const advice = 'Delete contacts that you no longer need, then try again.'
  return new AppError('conflict', `${fullText(maxContacts)}. ${advice}`)
}

/**
 * Two requests may add the same person at once: the database lets one of them win, and the other looks again and finds
 * whom it would have doubled.
 */
export function untilNoneIsTaken<T>(write: () => Promise<T>): Promise<T> {
  const again = (error: unknown): Promise<T> => {
    if (isPersonTaken(error)) return write()
    throw error
  }
  return write()
    .catch(again)
    .catch((error: unknown) => {
      throw isPersonTaken(error) ? duplicate(undefined) : error
    })
}
