import fc from 'fast-check'
import { expect, test } from 'vitest'
import { CHANNELS } from '../compliance/outreach.ts'
import {
  type AlternateAddress,
  type ContactDetails,
  type LabelsAndNotes,
  NO_DETAILS,
  PHONE_KINDS,
  POINT_KINDS,
} from '../identity/contact-details.ts'
import type { ContactDraft } from '../identity/contact-draft.ts'
import { contactsCsv, type ExportedContact } from './csv-contacts.ts'
import { readContactRows } from './csv-rows.ts'
import { toVCard } from './vcard.ts'
import { readVCardRows } from './vcard-rows.ts'

/** Generators of stored contacts with every possible detail. */

const NAMES = ['Anna', 'José', 'Mary Ann', "D'Arcy", 'Jean-Luc', 'O’Neil', 'Smith-Jones', 'Ngô', 'Weiß', 'Li']
const STREETS = ['12 Main St', '8 Oak Ln, #4', 'PO Box 77', '1600 W 9th Ave, Unit 12', '77 Rue du Lac']
const CITIES = ['Naperville', 'St. Louis', 'Coeur d’Alene', 'Boston', 'Winston-Salem']
const ZIPS = ['60540', '02139', '60540-1234', '00501']

/** Words with every separator, quotation mark and formula sign used in files. */
const WORDS = [
  ...[
    'Buyer',
    'VIP',
    '3 bed, 2 bath',
    'Smith; Jones',
    'a|b',
    '"quoted"',
    "'90s kid",
    "'-x",
    '=1+1',
    '-5',
    '+1',
    '@home',
  ],
  ...[
    '[hot]',
    'Q&A',
    '100%',
    'Zoë',
    '日本',
    '404',
    '1/2',
    'x:y',
    "it's",
    '*VIP',
    'back\\slash',
    'C:\\new',
    'Yes',
    '{a}',
  ],
]

const nullable = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: null })
const words = fc
  .array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 3 })
  .map((parts) => parts.join(' '))
const name = fc.constantFrom(...NAMES)
const twoDigits = (max: number) => fc.integer({ min: 1, max }).map((day) => String(day).padStart(2, '0'))
const day = fc.tuple(twoDigits(12), twoDigits(28)).map((parts) => parts.join('-'))
const date = fc.tuple(fc.integer({ min: 1931, max: 2026 }), day).map((parts) => parts.join('-'))
const email = fc.integer({ min: 1, max: 999_999 }).map((id) => `person.${id}+x@mail-${id % 7}.example`)
const phone = fc.oneof(
  fc.integer({ min: 2_000_000, max: 9_999_999 }).map((digits) => `+1630${digits}`),
  fc.integer({ min: 1000, max: 9999 }).map((digits) => `+44207946${digits}`),
)
const home = fc.record({
  address: nullable(fc.constantFrom(...STREETS)),
  city: nullable(fc.constantFrom(...CITIES)),
  state: nullable(fc.constantFrom('IL', 'MA', 'NY')),
  zipCode: nullable(fc.constantFrom(...ZIPS)),
})
const alternateAddress: fc.Arbitrary<AlternateAddress> = fc
  .record({ kind: fc.constantFrom(...POINT_KINDS), home, number: fc.integer({ min: 1, max: 99_999 }) })
  .map(({ kind, home: { address: _, ...area }, number }) => ({
    kind,
    address: `${number} Elm St`,
    ...area,
  }))

const notes = fc.array(
  fc.oneof(words, fc.constantFrom('', '', '• two dogs', '- a list', '  indented', 'a ::: b')),
  { minLength: 1, maxLength: 6 },
)

const details: fc.Arbitrary<ContactDetails> = fc.record({
  phoneKind: nullable(fc.constantFrom('mobile', 'home', 'work', 'main', 'other')),
  emails: fc.uniqueArray(fc.record({ email, kind: fc.constantFrom(...POINT_KINDS) }), {
    maxLength: 3,
    selector: (each) => each.email,
  }),
  phones: fc
    .uniqueArray(fc.record({ phone, kind: fc.constantFrom(...PHONE_KINDS) }), {
      maxLength: 4,
      selector: (each) => each.phone,
    })
    .map((phoneList) => phoneList.toSorted((a, b) => Number(isFax(a)) - Number(isFax(b)))),
  addresses: fc.uniqueArray(alternateAddress, { maxLength: 3, selector: (each) => each.address }),
  birthday: nullable(
    fc.oneof(
      date,
      day.map((each) => `--${each}`),
    ),
  ),
  company: nullable(words),
  jobTitle: nullable(words),
  website: nullable(fc.constantFrom('https://example.com/a?b=1,2;3', 'example.com', 'www.zoë.example')),
  title: nullable(fc.constantFrom('Dr.', 'Mr. and Mrs.', 'Prof. Dr.')),
  suffix: nullable(fc.constantFrom('Jr.', 'III', 'CRS, GRI')),
  partner: nullable(fc.record({ firstName: name, lastName: fc.oneof(name, fc.constant('')) })),
  history: nullable(
    fc.record({
      source: nullable(words),
      stage: nullable(words),
      assignedTo: nullable(words),
      createdOn: nullable(date),
      lastContactOn: nullable(date),
      lastClosingOn: nullable(date),
    }),
  ),
})

function isFax({ kind }: ContactDetails['phones'][number]): boolean {
  return kind === 'fax' || kind === 'pager'
}

/** Contacts whose alternates exist only with a primary value and differ from it. */
const anyContact: fc.Arbitrary<ContactDraft & LabelsAndNotes & { details: ContactDetails | null }> = fc
  .record({
    firstName: name,
    lastName: name,
    email: nullable(email),
    phone: nullable(phone),
    home,
    details: nullable(details),
    labels: fc.uniqueArray(words, { maxLength: 4, selector: (label) => label.toLowerCase() }),
    notes: nullable(notes.map((lines) => lines.join('\n').trim()).filter((text) => text !== '')),
  })
  .map(
    ({
      home: { ...address },
      details: contactDetailsOrNull,
      email: firstEmail,
      phone: firstPhone,
      ...names
    }) => {
      const allDetails = contactDetailsOrNull ?? NO_DETAILS
      const draftEmail = firstEmail ?? (allDetails.emails.length > 0 ? 'first@example.com' : null)
      const draftPhone = firstPhone ?? (allDetails.phones.length > 0 ? '+13125550100' : null)
      const hasAddress = Object.values(address).some((part) => part !== null)
      const draft = {
        ...names,
        email: draftEmail,
        phone: draftPhone,
        ...(allDetails.addresses.length > 0 && !hasAddress ? { ...address, city: 'Boston' } : address),
      }
      const contactDetails: ContactDetails = {
        ...allDetails,
        phoneKind: draftPhone === null ? null : allDetails.phoneKind,
        emails: allDetails.emails.filter((each) => each.email !== draftEmail),
        phones: allDetails.phones.filter((each) => each.phone !== draftPhone),
        history:
          allDetails.history && Object.values(allDetails.history).some((value) => value !== null)
            ? allDetails.history
            : null,
      }
      const isEmpty = Object.values(contactDetails).every((value) =>
        Array.isArray(value) ? value.length === 0 : value === null,
      )
      return { ...draft, details: isEmpty ? null : contactDetails }
    },
  )

/** A fixed seed makes failures reproducible. */
const RUN_OPTIONS = { numRuns: 30, seed: 18 }

async function* encode(text: string): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode(text)
}

async function collect<T>(rows: AsyncIterable<T>): Promise<T[]> {
  const collected: T[] = []
  for await (const row of rows) collected.push(row)
  return collected
}

function exportCsv(contacts: readonly ExportedContact[]): string {
  const maxOf = (count: (contact: ExportedContact) => number | undefined) =>
    Math.max(0, ...contacts.map((contact) => count(contact) ?? 0))
  const { header, line } = contactsCsv({
    emails: maxOf(({ details }) => details?.emails.length),
    phones: maxOf(({ details }) => details?.phones.length),
    addresses: maxOf(({ details }) => details?.addresses.length),
  })
  return header + contacts.map(line).join('')
}

const restrictions = fc.record({ doNotContact: fc.boolean(), optedOutChannels: fc.subarray([...CHANNELS]) })

test('reads exported CSV back unchanged', async () => {
  const contact = fc.tuple(anyContact, restrictions).map(([each, restriction]) => ({
    ...each,
    ...restriction,
    nineDScore: 82,
    moveChance: 0.44,
    topSignal: 'debt' as const,
    lastContactOn: each.details?.history?.lastContactOn ?? null,
  }))
  await fc.assert(
    fc.asyncProperty(fc.array(contact, { minLength: 1, maxLength: 8 }), async (contacts) => {
      const rows = await collect(readContactRows(encode(exportCsv(contacts))))
      const drafts = rows.map((row) => ('draft' in row ? row.draft : row))
      expect(
        drafts.map((each) => ({ ...each, optOuts: (each.optOuts ?? []).map(({ channel }) => channel) })),
      ).toEqual(
        contacts.map(
          ({
            doNotContact,
            optedOutChannels,
            nineDScore,
            moveChance,
            topSignal,
            lastContactOn,
            ...each
          }) => ({
            ...each,
            optOuts: [...(doNotContact ? ['all'] : []), ...optedOutChannels],
          }),
        ),
      )
    }),
    RUN_OPTIONS,
  )
})

test('reads exported vCards back unchanged', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyContact, { minLength: 1, maxLength: 3 }), async (contacts) => {
      const rows = await collect(readVCardRows(encode(contacts.map(toVCard).join(''))))
      expect(rows).toEqual(
        contacts.map((each, index) => ({ row: index + 1, draft: { ...each, optOuts: [] } })),
      )
    }),
    RUN_OPTIONS,
  )
})
