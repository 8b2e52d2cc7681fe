import { isEmailAddress, normalizeEmail } from '#domain/identity/email.ts'
import type { ScimFilter, ScimPath } from './scim-filter.ts'
import { booleanOf, isObject, listOf, ScimInputError, textOf } from './scim-input.ts'
import { type AttributeChange, requireWritable } from './scim-patch.ts'

const MAX_EMAILS = 20

type EmailEntry = { value: string; type: string | null; primary: boolean }

/** A person as an identity provider describes them, while changes are applied. */
export type UserDraft = {
  userName: string | null
  externalId: string | null
  displayName: string | null
  givenName: string | null
  familyName: string | null
  /** Null if it was not sent. */
  active: boolean | null
  emails: EmailEntry[]
}

/** A person as an identity provider wants them to be. */
export type ProvisionedUser = Omit<UserDraft, 'userName' | 'emails'> & { userName: string; email: string }

export const EMPTY_USER: Readonly<UserDraft> = {
  userName: null,
  externalId: null,
  displayName: null,
  givenName: null,
  familyName: null,
  active: null,
  emails: [],
}

/** Applies changes in order; attributes that we don't store are ignored. @throws {ScimInputError} */
export function changeUser(user: Readonly<UserDraft>, changes: readonly AttributeChange[]): UserDraft {
  const draft: UserDraft = { ...user, emails: user.emails.map((email) => ({ ...email })) }
  for (const change of changes) applyChange(draft, change)
  return draft
}

function applyChange(draft: UserDraft, change: AttributeChange): void {
  const { path, verb } = change
  const value = verb === 'remove' ? null : change.value
  requireWritable(change)
  switch (path.attribute) {
    case 'username':
      draft.userName = textOf('userName', value)
      return
    case 'externalid':
      draft.externalId = textOf('externalId', value)
      return
    case 'displayname':
      draft.displayName = textOf('displayName', value)
      return
    case 'active':
      draft.active = verb === 'remove' ? null : booleanOf('active', value)
      return
    case 'name':
      changeName(draft, path, value)
      return
    case 'emails':
      changeEmails(draft, change)
  }
}

function changeName(draft: UserDraft, { subAttribute }: ScimPath, value: unknown): void {
  if (subAttribute === 'givenname') draft.givenName = textOf('name.givenName', value)
  else if (subAttribute === 'familyname') draft.familyName = textOf('name.familyName', value)
  else if (subAttribute === null && value === null)
    Object.assign(draft, { givenName: null, familyName: null })
  else if (subAttribute === null) {
    if (!isObject(value)) throw new ScimInputError('invalidValue', 'name must be an object')
    for (const [key, part] of Object.entries(value))
      changeName(draft, { attribute: 'name', subAttribute: key.toLowerCase(), entryFilter: null }, part)
  }
}

function changeEmails(draft: UserDraft, { verb, path, value }: AttributeChange): void {
  const { entryFilter, subAttribute } = path
  const matches = entryFilter ? draft.emails.filter((email) => isMatch(email, entryFilter)) : draft.emails
  if (verb === 'remove') {
    draft.emails = draft.emails.filter((email) => !matches.includes(email))
    return
  }
  if (!entryFilter && subAttribute === null) {
    const entries = listOf('emails', value, MAX_EMAILS).map(emailOf)
    if (verb === 'replace') draft.emails = []
    for (const entry of entries) addEmail(draft, entry)
    return
  }
  const targets = matches.length > 0 ? matches : [newEntry(draft, entryFilter)]
  for (const target of targets) changeEmail(draft, target, subAttribute, value)
}

function changeEmail(draft: UserDraft, email: EmailEntry, subAttribute: string | null, value: unknown): void {
  if (subAttribute === 'value') email.value = textOf('emails.value', value) ?? ''
  else if (subAttribute === 'type') email.type = textOf('emails.type', value)
  else if (subAttribute === 'primary') email.primary = booleanOf('emails.primary', value)
  else if (subAttribute === null) {
    const entry = emailOf(value)
    email.value = entry.value
    email.type = entry.type ?? email.type
    email.primary ||= entry.primary
  }
  if (email.primary) makePrimary(draft, email)
}

function addEmail(draft: UserDraft, email: EmailEntry): void {
  if (draft.emails.length >= MAX_EMAILS)
    throw new ScimInputError('invalidValue', `emails can have up to ${MAX_EMAILS} entries`)
  draft.emails = [...draft.emails.filter(({ value }) => value !== email.value), email]
  if (email.primary) makePrimary(draft, email)
}

function makePrimary(draft: UserDraft, primary: EmailEntry): void {
  for (const email of draft.emails) email.primary = email === primary
}

/**
 * An entry that fits the conditions of a path without a match: identity providers set `emails[type eq "work"].value` for
 * people who have no email yet.
 *
 * @throws {ScimInputError} noTarget
 */
function newEntry(draft: UserDraft, filter: ScimFilter | null): EmailEntry {
  const entry: EmailEntry = { value: '', type: 'work', primary: false }
  const conditions = filter === null ? [] : filter.kind === 'and' ? filter.filters : [filter]
  for (const condition of conditions) {
    if (condition.kind === 'equals' && condition.attribute === 'type') entry.type = String(condition.value)
    else if (condition.kind === 'equals' && condition.attribute === 'primary')
      entry.primary = booleanOf('emails.primary', condition.value)
    else throw new ScimInputError('noTarget', 'No email matches this path')
  }
  addEmail(draft, entry)
  return entry
}

function isMatch(email: EmailEntry, filter: ScimFilter): boolean {
  if (filter.kind !== 'equals') {
    const isEach = (each: ScimFilter) => isMatch(email, each)
    return filter.kind === 'and' ? filter.filters.every(isEach) : filter.filters.some(isEach)
  }
  const { attribute, value } = filter
  if (attribute === 'value' || attribute === 'type')
    return email[attribute]?.toLowerCase() === String(value).toLowerCase()
  if (attribute === 'primary') return email.primary === booleanOf('emails.primary', value)
  throw new ScimInputError('invalidFilter', `emails have no attribute ${attribute}`)
}

function emailOf(entry: unknown): EmailEntry {
  if (!isObject(entry)) return { value: textOf('emails.value', entry) ?? '', type: 'work', primary: false }
  return {
    value: textOf('emails.value', entry.value) ?? '',
    type: textOf('emails.type', entry.type),
    primary:
      entry.primary === undefined || entry.primary === null
        ? false
        : booleanOf('emails.primary', entry.primary),
  }
}

/**
 * The person that a draft describes. The account's email address is the primary one, then the one for work, then any other,
 * and last the user name.
 *
 * @throws {ScimInputError} invalidValue
 */
export function completeUser(draft: Readonly<UserDraft>): ProvisionedUser {
  const { userName, emails, ...rest } = draft
  if (!userName) throw new ScimInputError('invalidValue', 'userName is required')
  const filled = emails.filter(({ value }) => value !== '')
  const email =
    filled.find(({ primary }) => primary) ??
    filled.find(({ type }) => type?.toLowerCase() === 'work') ??
    filled[0]
  const address = normalizeEmail(email?.value ?? userName)
  if (!isEmailAddress(address))
    throw new ScimInputError(
      'invalidValue',
      email ? 'The email address is malformed' : 'Send a work email address, or use it as the userName',
    )
  return { ...rest, userName, email: address }
}
