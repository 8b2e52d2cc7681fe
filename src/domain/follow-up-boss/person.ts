import { type ContactDraft, type ContactField, parseContactDraft } from '#domain/identity/contact-draft.ts'
import { samePersonKeys } from '#domain/identity/person-match.ts'
import { storedPhone } from '#domain/identity/phone.ts'
import type { ContactPoint, RemotePerson } from './shapes.ts'

/** A person's fields in the form in which contacts are stored; null without both names or with an unusable one. */
export function draftOfPerson(person: RemotePerson): ContactDraft | null {
  const address = person.addresses[0]
  const parsed = parseContactDraft({
    firstName: person.firstName,
    lastName: person.lastName,
    email: primaryOf(person.emails)?.value ?? null,
    phone: primaryOf(person.phones)?.value ?? null,
    address: address?.street ?? null,
    city: address?.city ?? null,
    state: address?.state ?? null,
    zipCode: address?.code ?? null,
  })
  return parsed.ok ? parsed.draft : null
}

/** Fields of a postal address, which only make sense together. */
export const ADDRESS_FIELDS = ['address', 'city', 'state', 'zipCode'] as const

/** Keys of a person by name and each address and number; none without both names. */
export function keysOfPerson({ firstName, lastName, emails, phones }: RemotePerson): string[] {
  if (!firstName || !lastName) return []
  const points = [
    ...emails.map(({ value }) => ({ email: value, phone: null })),
    ...phones.map(({ value }) => ({ email: null, phone: value })),
  ]
  return points.flatMap((point) => samePersonKeys({ firstName, lastName, ...point }))
}

/** Tells whether a person has the contact's name and one of its addresses or numbers. */
export function isSamePerson(contact: ContactDraft, person: RemotePerson): boolean {
  const known = samePersonKeys(contact)
  return keysOfPerson(person).some((key) => known.includes(key))
}

/** The address or number marked as primary, else the first one. */
function primaryOf(points: readonly ContactPoint[]): ContactPoint | undefined {
  return points.find(({ isPrimary }) => isPrimary) ?? points[0]
}

/**
 * The body that changes fields of a person. Lists replace what is stored there, so they repeat all other entries.
 *
 * @param person null for a new person
 */
export function personBody(
  person: RemotePerson | null,
  changes: Partial<Record<ContactField, string | null>>,
): Record<string, unknown> {
  const changesAddress = ADDRESS_FIELDS.some((field) => changes[field] !== undefined)
  const [home, ...others] = person?.addresses ?? []
  return {
    ...(changes.firstName !== undefined && { firstName: changes.firstName }),
    ...(changes.lastName !== undefined && { lastName: changes.lastName }),
    ...(changes.email !== undefined && { emails: withPrimary(person?.emails ?? [], changes.email, 'home') }),
    ...(changes.phone !== undefined && {
      phones: withPrimary(person?.phones ?? [], changes.phone, 'mobile'),
    }),
    ...(changesAddress && {
      addresses: [
        {
          ...{ type: 'home', ...home },
          ...(changes.address !== undefined && { street: changes.address }),
          ...(changes.city !== undefined && { city: changes.city }),
          ...(changes.state !== undefined && { state: changes.state }),
          ...(changes.zipCode !== undefined && { code: changes.zipCode }),
        },
        ...others,
      ],
    }),
  }
}

/** Replaces the primary entry; null removes it. */
function withPrimary(points: readonly ContactPoint[], value: string | null, type: string): ContactPoint[] {
  const former = primaryOf(points)
  const others = points.filter((point) => point !== former && point.value !== value)
  return value === null
    ? others
    : [{ value, type: former?.type ?? type, isPrimary: true }, ...others.map(withoutPrimary)]
}

const withoutPrimary = (point: ContactPoint): ContactPoint => ({ ...point, isPrimary: false })

/** Marks a number of a person as wrong. */
export function withWrongPhone(person: RemotePerson, phone: string): ContactPoint[] {
  return person.phones.map((point) =>
    storedPhone(point.value) === phone ? { ...point, status: WRONG_STATUS } : point,
  )
}

const WRONG_STATUS = 'Invalid'

/** Numbers that a person's record marks as wrong. */
export function wrongPhonesOf({ phones }: RemotePerson): string[] {
  return phones.flatMap(({ value, status }) => (status === WRONG_STATUS ? [storedPhone(value)] : []))
}
