import type { ContactInput } from '#contract/contacts.ts'
import { CONTACT_FIELDS, type ContactDraft, parseContactDraft } from '#domain/identity/contact-draft.ts'
import { fold } from '#domain/identity/name.ts'
import { reachKeys, samePersonKeys } from '#domain/identity/person-match.ts'
import { searchText } from '#domain/identity/search-text.ts'
import { AppError } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import { personHash } from '#server/platform/person-hashes.ts'
import type { NewContact } from '../store/write-contacts.ts'

const KEY_BYTES = 16

/** A draft with everything that is derived from it. */
export function newContactOf(draft: ContactDraft, id = newId()): NewContact {
  return {
    ...draft,
    id,
    search: searchText(draft),
    lastNameKey: fold(draft.lastName),
    keys: samePersonKeys(draft).map(hashOf),
  }
}

/** The hashes of a person's address and number alone: what is left of somebody who must not come back. */
export function reachHashes(person: Pick<ContactDraft, 'email' | 'phone'>) {
  const { email, phone } = reachKeys(person)
  return { email: email && hashOf(email), phone: phone && hashOf(phone) }
}

function hashOf(key: string): string {
  return personHash(key, KEY_BYTES).toString('hex')
}

/**
 * The typed fields in their stored form: phone as E.164 where it parses, e-mail in lower case.
 *
 * @throws {AppError} invalid
 */
export function draftOf(input: Omit<ContactInput, 'organizationId'>): ContactDraft {
  const raw = Object.fromEntries(CONTACT_FIELDS.map((field) => [field, input[field] ?? null]))
  const parsed = parseContactDraft(raw)
  if (!parsed.ok) throw new AppError('invalid', parsed.problems[0] ?? 'Invalid input')
  return parsed.draft
}
