import { type ContactDetails, DETAILS_MAX, NO_DETAILS } from '../identity/contact-details.ts'
import { CONTACT_FIELD_MAX_LENGTH } from '../identity/contact-draft.ts'
import { isEmailAddress } from '../identity/email.ts'
import { fold } from '../identity/name.ts'
import { severalLines } from '../identity/normalize-details.ts'
import type { AssembledAddress } from './assemble-address.ts'
import type { AssembledName } from './assemble-name.ts'
import { parseBirthday } from './birthday.ts'
import type { ContactParts } from './contact-parts.ts'
import { storable } from './raw-contact.ts'

const ADDRESS_FIELDS = ['address', 'city', 'state', 'zipCode'] as const
const PARTNER_NAME_MAX = CONTACT_FIELD_MAX_LENGTH.firstName

/** Collects details within their limits. Most rows have none, so it starts empty. */
export class DetailsBuilder {
  readonly warnings: string[] = []
  #details: ContactDetails | null = null
  readonly #notes = new Set<string>()
  readonly #labels = new Set<string>()

  constructor(parts: ContactParts) {
    for (const note of parts.notes) this.addNotes([note])
    if (parts.birthday) this.#addBirthday(parts.birthday)
    this.#setText('company', parts.company, DETAILS_MAX.companyLength)
    this.#setText('jobTitle', parts.jobTitle, DETAILS_MAX.jobTitleLength)
    this.#setText('website', parts.website, DETAILS_MAX.websiteLength)
    for (const label of parts.labels) this.#addLabel(label)
    if (parts.history) this.#addHistory(parts.history)
  }

  set<Key extends keyof ContactDetails>(key: Key, value: ContactDetails[Key]): void {
    this.#open()[key] = value
  }

  addName({ title, suffix, partner, note }: AssembledName): void {
    if (title) this.set('title', cutTo(storable(title), DETAILS_MAX.labelLength))
    if (suffix) this.set('suffix', cutTo(storable(suffix), DETAILS_MAX.labelLength))
    if (partner && (partner.firstName || partner.lastName)) {
      const cut = (text: string): string => cutTo(storable(text), PARTNER_NAME_MAX)
      this.set('partner', { firstName: cut(partner.firstName), lastName: cut(partner.lastName) })
    }
    if (note) this.addNotes([`Name: ${note}`])
  }

  addNotes(notes: readonly string[]): void {
    for (const note of notes) {
      const text = storableLines(note)
      if (text !== '') this.#notes.add(text)
    }
  }

  addEmail({ email, kind }: { email: string; kind: ContactDetails['emails'][number]['kind'] | null }): void {
    const { emails } = this.#open()
    if (!isEmailAddress(email) || emails.length >= DETAILS_MAX.emails) this.addNotes([`Email: ${email}`])
    else emails.push({ email, kind: kind ?? 'other' })
  }

  addPhone({ phone, kind }: { phone: string; kind: ContactDetails['phoneKind'] }): void {
    const { phones } = this.#open()
    if (phones.length >= DETAILS_MAX.phones) this.addNotes([`Phone: ${phone}`])
    else phones.push({ phone: storable(phone), kind: kind ?? 'other' })
  }

  addAddress({ country, kind, ...typed }: AssembledAddress): void {
    const { addresses } = this.#open()
    const address = {
      address: typed.address && storable(typed.address),
      city: typed.city && storable(typed.city),
      state: typed.state && storable(typed.state),
      zipCode: typed.zipCode && storable(typed.zipCode),
    }
    const fits = ADDRESS_FIELDS.every(
      (field) => (address[field]?.length ?? 0) <= CONTACT_FIELD_MAX_LENGTH[field],
    )
    if (fits && addresses.length < DETAILS_MAX.addresses)
      addresses.push({ kind: kind ?? 'other', ...address })
    else this.addNotes([`Address: ${Object.values(address).filter(Boolean).join(', ')}`])
    if (country) this.addNotes([`Country: ${country}`])
  }

  /** Null without details beyond the eight fields. */
  finish(): ContactDetails | null {
    const notes = [...this.#notes].join('\n')
    if (notes !== '') {
      this.set('notes', cutTo(notes, DETAILS_MAX.notesLength))
      if (notes.length > DETAILS_MAX.notesLength) this.#warn('The notes', DETAILS_MAX.notesLength)
    }
    return this.#details
  }

  #open(): ContactDetails {
    this.#details ??= { ...NO_DETAILS, emails: [], phones: [], addresses: [], labels: [] }
    return this.#details
  }

  #setText(key: 'company' | 'jobTitle' | 'website', value: string | undefined, max: number): void {
    const text = value ? storable(value) : ''
    if (text === '') return
    this.set(key, cutTo(text, max))
    if (text.length > max) this.addNotes([text])
  }

  #addBirthday(text: string): void {
    const birthday = parseBirthday(text)
    if (birthday) this.set('birthday', birthday)
    else this.addNotes([`Birthday: ${text}`])
  }

  #addLabel(text: string): void {
    const label = storable(text)
    if (label === '') return
    const { labels } = this.#open()
    const key = fold(label)
    if (this.#labels.has(key)) return
    this.#labels.add(key)
    if (labels.length >= DETAILS_MAX.labels) this.addNotes([`Label: ${label}`])
    else labels.push(cutTo(label, DETAILS_MAX.labelLength))
    if (label.length > DETAILS_MAX.labelLength) this.addNotes([`Label: ${label}`])
  }

  #addHistory(history: NonNullable<ContactParts['history']>): void {
    if (Object.values(history).every((value) => !value)) return
    const cut = (value: string | null): string | null =>
      value && cutTo(storable(value), DETAILS_MAX.historyLength)
    this.set('history', {
      source: cut(history.source),
      stage: cut(history.stage),
      assignedTo: cut(history.assignedTo),
      createdOn: history.createdOn,
      lastContactOn: history.lastContactOn,
      lastClosingOn: history.lastClosingOn,
    })
  }

  #warn(what: string, max: number): void {
    this.warnings.push(`${what} were cut to ${max.toLocaleString('en-US')} characters`)
  }
}

/** Normalizes several lines for storage. */
function storableLines(text: string): string {
  return severalLines(text.slice(0, 2 * DETAILS_MAX.notesLength).replace(/[\u2028\u2029]/g, '\n'))
}

function cutTo(text: string, max: number): string {
  return text.length <= max
    ? text
    : text
        .slice(0, max)
        .toWellFormed()
        .replace(/\ufffd$/, '')
}
