import {
  type AlternateAddress,
  type ContactDetails,
  type ContactHistory,
  DETAILS_LIMITS,
  NO_DETAILS,
  type PhoneKind,
} from './contact-details.ts'
import type { ContactDraft } from './contact-draft.ts'
import { fold } from './name.ts'
import { normalizeDetails } from './normalize-details.ts'
import { phoneKey } from './person-match.ts'
import type { DetailedContact } from './primary-value.ts'

/**
 * Merges the details of two contacts. `primary` holds the merged typed fields; other typed values become alternate
 * emails, phones and addresses. `displaced` has the rest as lines for a note, so nothing is lost.
 */
export function mergeDetails(
  primary: ContactDraft,
  kept: DetailedContact,
  other: DetailedContact,
): { details: ContactDetails | null; displaced: string[] } {
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
  const merged: ContactDetails = {
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
    history:
      one.history && two.history
        ? mergeHistory(one.history, two.history, first)
        : (one.history ?? two.history),
  }
  if (one.partner) first('Partner', nameOf(one.partner), two.partner && nameOf(two.partner))
  return { details: normalizeDetails(merged, primary), displaced }
}

/** Names of the limits that two merged contacts exceed; empty if everything fits. */
export function exceededLimits(details: ContactDetails | null): string[] {
  if (!details) return []
  const isOver = {
    'email addresses': details.emails.length > DETAILS_LIMITS.emails,
    'phone numbers': details.phones.length > DETAILS_LIMITS.phones,
    addresses: details.addresses.length > DETAILS_LIMITS.addresses,
  }
  return Object.entries(isOver).flatMap(([what, over]) => (over ? [what] : []))
}

function phoneKindOf(phone: string | null, contacts: readonly DetailedContact[]): PhoneKind | null {
  const wanted = phoneKey(phone)
  if (wanted === null) return null
  for (const contact of contacts) {
    if (phoneKey(contact.phone) === wanted && contact.details?.phoneKind) return contact.details.phoneKind
    const alternate = contact.details?.phones.find((each) => phoneKey(each.phone) === wanted)
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
  one: ContactHistory,
  two: ContactHistory,
  first: (label: string, a: string | null, b: string | null) => string | null,
): ContactHistory {
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
