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
 * emails, phones and addresses. `displaced` has all other values as lines for a note, so that nothing is lost.
 */
export function mergeDetails(
  primary: ContactDraft,
  remaining: DetailedContact,
  other: DetailedContact,
): { details: ContactDetails | null; displaced: string[] } {
  const [primaryDetails, second] = [remaining.details ?? NO_DETAILS, other.details ?? NO_DETAILS]
  const displaced: string[] = []
  /** Chooses the first of two values and records a different second one. */
  const choose = <T extends string>(label: string, a: T | null, b: T | null): T | null => {
    if (a && b && fold(a) !== fold(b)) displaced.push(`${label}: ${b}`)
    return a ?? b
  }
  for (const { firstName, lastName } of [remaining, other]) {
    const name = `${firstName} ${lastName}`
    if (fold(name) !== fold(`${primary.firstName} ${primary.lastName}`)) displaced.push(`Name: ${name}`)
  }
  const mergedDetails: ContactDetails = {
    phoneKind: phoneKindOf(primary.phone, [remaining, other]),
    emails: [
      ...[remaining, other].flatMap(({ email }) => (email ? [{ email, kind: 'other' as const }] : [])),
      ...primaryDetails.emails,
      ...second.emails,
    ],
    phones: [
      ...[remaining, other].flatMap(({ phone, details }) =>
        phone ? [{ phone, kind: details?.phoneKind ?? ('other' as const) }] : [],
      ),
      ...primaryDetails.phones,
      ...second.phones,
    ],
    addresses: [...[remaining, other].map(addressOf), ...primaryDetails.addresses, ...second.addresses],
    birthday: choose('Birthday', primaryDetails.birthday, second.birthday),
    company: choose('Company', primaryDetails.company, second.company),
    jobTitle: choose('Job title', primaryDetails.jobTitle, second.jobTitle),
    website: choose('Website', primaryDetails.website, second.website),
    title: choose('Title', primaryDetails.title, second.title),
    suffix: choose('Suffix', primaryDetails.suffix, second.suffix),
    partner: primaryDetails.partner ?? second.partner,
    history:
      primaryDetails.history && second.history
        ? mergeHistory(primaryDetails.history, second.history, choose)
        : (primaryDetails.history ?? second.history),
  }
  if (primaryDetails.partner)
    choose('Partner', nameOf(primaryDetails.partner), second.partner && nameOf(second.partner))
  return { details: normalizeDetails(mergedDetails, primary), displaced }
}

/** Names of the limits that two merged contacts exceed; empty if everything fits. */
export function exceededLimits(details: ContactDetails | null): string[] {
  if (!details) return []
  const exceeds = {
    'email addresses': details.emails.length > DETAILS_LIMITS.emails,
    'phone numbers': details.phones.length > DETAILS_LIMITS.phones,
    addresses: details.addresses.length > DETAILS_LIMITS.addresses,
  }
  return Object.entries(exceeds).flatMap(([name, isExceeded]) => (isExceeded ? [name] : []))
}

function phoneKindOf(phone: string | null, contacts: readonly DetailedContact[]): PhoneKind | null {
  const wantedKey = phoneKey(phone)
  if (wantedKey === null) return null
  for (const contact of contacts) {
    if (phoneKey(contact.phone) === wantedKey && contact.details?.phoneKind) return contact.details.phoneKind
    const alternate = contact.details?.phones.find((each) => phoneKey(each.phone) === wantedKey)
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

/** Merges two histories: earliest creation, latest contact and closing. ISO dates compare as text. */
function mergeHistory(
  primary: ContactHistory,
  other: ContactHistory,
  choose: (label: string, a: string | null, b: string | null) => string | null,
): ContactHistory {
  const dates = (part: 'createdOn' | 'lastContactOn' | 'lastClosingOn') =>
    [primary[part], other[part]].filter((date) => date !== null).toSorted()
  return {
    source: choose('Lead source', primary.source, other.source),
    stage: choose('Stage', primary.stage, other.stage),
    assignedTo: choose('Assigned to', primary.assignedTo, other.assignedTo),
    createdOn: dates('createdOn')[0] ?? null,
    lastContactOn: dates('lastContactOn').at(-1) ?? null,
    lastClosingOn: dates('lastClosingOn').at(-1) ?? null,
  }
}
