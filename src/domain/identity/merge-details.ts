import {
  type AlternateAddress,
  type ContactDetails,
  DETAILS_MAX,
  NO_DETAILS,
  type PhoneKind,
} from './contact-details.ts'
import type { ContactDraft } from './contact-draft.ts'
import { fold } from './name.ts'
import { normalizeDetails } from './normalize-details.ts'
import { contactPointKeys } from './person-match.ts'
import type { DetailedContact } from './primary-value.ts'

type History = NonNullable<ContactDetails['history']>

/**
 * Merges the details of two contacts. `primary` holds the merged typed fields; other typed values become alternate
 * emails, phones and addresses, and the rest moves to the notes, so nothing is lost.
 */
export function mergeDetails(
  primary: ContactDraft,
  kept: DetailedContact,
  other: DetailedContact,
): ContactDetails | null {
  const [one, two] = [kept.details ?? NO_DETAILS, other.details ?? NO_DETAILS]
  const displaced: string[] = []
  /** Picks the first of two values and notes a different second one. */
  const first = <T extends string>(label: string, a: T | null, b: T | null): T | null => {
    if (a && b && fold(a) !== fold(b)) displaced.push(`${label}: ${b}`)
    return a ?? b
  }
  for (const { firstName, lastName } of [kept, other]) {
    const name = `${firstName} ${lastName}`
    if (fold(name) !== fold(`${primary.firstName} ${primary.lastName}`)) displaced.push(`Name: ${name}`)
  }
  const united: ContactDetails = {
    phoneKind: phoneKindOf(primary.phone, [kept, other]),
    emails: [
      ...[kept, other].flatMap(({ email }) => (email ? [{ email, kind: 'other' as const }] : [])),
      ...one.emails,
      ...two.emails,
    ],
    phones: [
      ...[kept, other].flatMap(({ phone, details }) =>
        phone ? [{ phone, kind: details?.phoneKind ?? ('other' as const) }] : [],
      ),
      ...one.phones,
      ...two.phones,
    ],
    addresses: [...[kept, other].map(addressOf), ...one.addresses, ...two.addresses],
    birthday: first('Birthday', one.birthday, two.birthday),
    company: first('Company', one.company, two.company),
    jobTitle: first('Job title', one.jobTitle, two.jobTitle),
    website: first('Website', one.website, two.website),
    title: first('Title', one.title, two.title),
    suffix: first('Suffix', one.suffix, two.suffix),
    partner: one.partner ?? two.partner,
    labels: [...one.labels, ...two.labels],
    notes: null,
    history:
      one.history && two.history
        ? mergeHistory(one.history, two.history, first)
        : (one.history ?? two.history),
  }
  if (one.partner) first('Partner', nameOf(one.partner), two.partner && nameOf(two.partner))
  united.notes = joinNotes(one.notes, two.notes, displaced)
  return normalizeDetails(united, primary)
}

/** Names of the limits that two merged contacts exceed; empty if everything fits. */
export function exceededLimits(details: ContactDetails | null): string[] {
  if (!details) return []
  const isOver = {
    'email addresses': details.emails.length > DETAILS_MAX.emails,
    'phone numbers': details.phones.length > DETAILS_MAX.phones,
    addresses: details.addresses.length > DETAILS_MAX.addresses,
    labels: details.labels.length > DETAILS_MAX.labels,
    'characters of notes': (details.notes?.length ?? 0) > DETAILS_MAX.notesLength,
  }
  return Object.entries(isOver).flatMap(([what, over]) => (over ? [what] : []))
}

function phoneKindOf(phone: string | null, contacts: readonly DetailedContact[]): PhoneKind | null {
  const key = (text: string | null) => contactPointKeys({ email: null, phone: text }).phone
  const sought = key(phone)
  if (sought === null) return null
  for (const contact of contacts) {
    if (key(contact.phone) === sought && contact.details?.phoneKind) return contact.details.phoneKind
    const alternate = contact.details?.phones.find((each) => key(each.phone) === sought)
    if (alternate) return alternate.kind
  }
  return null
}

function addressOf({ address, city, state, zipCode }: ContactDraft): AlternateAddress {
  return { kind: 'other', address, city, state, zipCode }
}

function nameOf({ firstName, lastName }: { firstName: string; lastName: string }): string {
  return `${firstName} ${lastName}`.trim()
}

/** Earliest creation, latest contact and closing; ISO dates compare as text. */
function mergeHistory(
  one: History,
  two: History,
  first: (label: string, a: string | null, b: string | null) => string | null,
): History {
  const dates = (part: 'createdOn' | 'lastContactOn' | 'lastClosingOn') =>
    [one[part], two[part]].filter((date) => date !== null).toSorted()
  return {
    source: first('Lead source', one.source, two.source),
    stage: first('Stage', one.stage, two.stage),
    assignedTo: first('Assigned to', one.assignedTo, two.assignedTo),
    createdOn: dates('createdOn')[0] ?? null,
    lastContactOn: dates('lastContactOn').at(-1) ?? null,
    lastClosingOn: dates('lastClosingOn').at(-1) ?? null,
  }
}

function joinNotes(one: string | null, two: string | null, displaced: readonly string[]): string | null {
  const notes = [one, one?.includes(two ?? '') ? null : two].filter(Boolean).join('\n\n')
  const noted = new Set(notes.split('\n'))
  const fresh = displaced.filter((line) => !noted.has(line)).join('\n')
  return [notes, fresh].filter(Boolean).join('\n\n') || null
}
