import { isDeepStrictEqual } from 'node:util'
import type { ContactInput } from '#contract/contacts.ts'
import type { FileContact } from '#domain/identity/contact-details.ts'
import { CONTACT_FIELDS, type ContactDraft, parseContactDraft } from '#domain/identity/contact-draft.ts'
import { fold } from '#domain/identity/name.ts'
import { normalizeDetails } from '#domain/identity/normalize-details.ts'
import { allContactPointKeys, contactPointKeys, samePersonKeys } from '#domain/identity/person-match.ts'
import { searchText } from '#domain/identity/search-text.ts'
import { AppError } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import { personHash } from '#server/platform/person-hashes.ts'
import type { NewContact } from '../store/write-contacts.ts'

const KEY_BYTES = 16

/** A contact as entered in a form or read from a file. */
export type DetailedDraft = ContactDraft & Partial<Pick<FileContact, 'details' | 'labels' | 'notes'>>

/** A draft with the data derived from it. */
export function newContactOf(draft: DetailedDraft, id = newId()): NewContact {
  const contact = { ...pickDraftFields(draft), details: normalizeDetails(draft.details, draft) }
  return {
    ...contact,
    id,
    search: searchText({ ...contact, labels: draft.labels ?? [] }),
    lastNameKey: fold(draft.lastName),
    keys: samePersonKeys(contact).map(hashOf),
  }
}

/** The given fields whose stored value differs. */
export function changedFieldsOf(
  fields: readonly string[],
  contact: NewContact,
  former: NewContact,
): string[] {
  return fields.filter(
    (field) => !isDeepStrictEqual(contact[field as keyof NewContact], former[field as keyof NewContact]),
  )
}

/** Drops other fields of the caller's object. */
function pickDraftFields({ firstName, lastName, email, phone, address, city, state, zipCode }: ContactDraft) {
  return { firstName, lastName, email, phone, address, city, state, zipCode }
}

/** Hashes by which a suppressed person is recognized: the person, or any of their addresses or numbers. */
export function hashesOf(contact: NewContact): string[] {
  return [...contact.keys, ...allContactPointKeys(contact).map(hashOf)]
}

/** All addresses and numbers of a contact in stored form. */
export function pointsOf({ email, phone, details }: Parameters<typeof allContactPointKeys>[0]): string[] {
  const { emails = [], phones = [] } = details ?? {}
  const alternates = [
    ...emails.map((alternate) => alternate.email),
    ...phones.map((alternate) => alternate.phone),
  ]
  return [email, phone, ...alternates].filter((point) => point !== null)
}

/** Hashes of all addresses and numbers of a person. */
export function allContactPointHashes({ email, phone, details }: Parameters<typeof allContactPointKeys>[0]) {
  const { emails = [], phones = [] } = details ?? {}
  return {
    emails: allContactPointKeys({ email, phone: null, details: { emails } }).map(hashOf),
    phones: allContactPointKeys({ email: null, phone, details: { phones } }).map(hashOf),
  }
}

/** Hashes of a person's primary address and number. */
export function contactPointHashes(person: Pick<ContactDraft, 'email' | 'phone'>) {
  const { email, phone } = contactPointKeys(person)
  return { email: email && hashOf(email), phone: phone && hashOf(phone) }
}

export function hashOf(key: string): string {
  return personHash(key, KEY_BYTES).toString('hex')
}

/**
 * The fields of an input in stored form: phone as E.164 if it parses, email in lower case.
 *
 * @throws {AppError} invalid
 */
export function draftOf(input: Omit<ContactInput, 'organizationId'>): ContactDraft {
  const raw = Object.fromEntries(CONTACT_FIELDS.map((field) => [field, input[field] ?? null]))
  const parsed = parseContactDraft(raw)
  if (!parsed.ok) throw new AppError('invalid', parsed.problems[0] ?? 'Invalid input')
  return parsed.draft
}
