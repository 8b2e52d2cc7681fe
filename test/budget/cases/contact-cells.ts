import { assembleContact } from '#domain/contact-files/assemble-contact.ts'
import type { ContactParts } from '#domain/contact-files/contact-parts.ts'
import { readEmailCell } from '#domain/contact-files/email-cell.ts'
import { findOptOuts } from '#domain/contact-files/opt-out-words.ts'
import { readPhoneCell } from '#domain/contact-files/phone-cell.ts'
import { MAX_CONTACT_FIELD_LENGTH, parseContactDraft } from '#domain/identity/contact-draft.ts'
import { isEmailAddress, normalizeEmail } from '#domain/identity/email.ts'
import { formatPhone, normalizePhone, phoneDigits } from '#domain/identity/phone.ts'
import type { BudgetCase } from '../budget-case.ts'
import { hostileTexts } from '../hostile-texts.ts'

const RECORD_LENGTH = 64 * 1024
const fields = MAX_CONTACT_FIELD_LENGTH
const readPhone = (text: string) => [normalizePhone(text), formatPhone(text), phoneDigits(text)]
const readEmail = (text: string) => isEmailAddress(normalizeEmail(text))
const draft = (text: string) =>
  parseContactDraft({ firstName: text, lastName: text, phone: text, zipCode: text })

/** A record of 64 KiB in one cell. */
const parseCell = (cell: (text: string) => Partial<ContactParts>) => (text: string) =>
  assembleContact({
    ...{ firstName: 'Anna', lastName: 'Smith', emails: [], phones: [], addresses: [], labels: [], notes: [] },
    optOuts: [],
    ...cell(text),
  })

const cells: Record<string, (text: string) => Partial<ContactParts>> = {
  name: (text) => ({ firstName: text, lastName: text }),
  'whole name': (fullName) => ({ firstName: '', fullName }),
  phone: (text) => ({ phones: [{ text, kind: null }] }),
  email: (text) => ({ emails: [{ text, kind: null }] }),
  address: (address) => ({ addresses: [{ kind: null, whole: address }] }),
  street: (street) => ({ addresses: [{ kind: null, street, street2: street }] }),
  note: (text) => ({ notes: [text] }),
  label: (text) => ({ labels: [text] }),
}

export const cases: BudgetCase[] = [
  {
    name: 'phone number',
    read: readPhone,
    ordinaryText: '(630) 555-0142',
    texts: hostileTexts(fields.phone),
  },
  {
    name: 'email address',
    read: readEmail,
    ordinaryText: 'anna@example.com',
    texts: hostileTexts(fields.email),
  },
  { name: 'contact fields', read: draft, ordinaryText: 'Anna', texts: hostileTexts(fields.firstName) },
  {
    name: 'phone cell',
    read: (text) => readPhoneCell(text, null),
    ordinaryText: '630-555-0142 x5',
    texts: hostileTexts(500),
  },
  {
    name: 'email cell',
    read: (text) => readEmailCell(text, null),
    ordinaryText: 'a@b.co',
    texts: hostileTexts(500),
  },
  {
    name: 'opt-outs',
    read: (text) => findOptOuts(text, 'Note'),
    ordinaryText: 'DNC',
    texts: hostileTexts(20_000),
  },
  ...Object.entries(cells).map(([name, cell]) => ({
    name: `record with one ${name}`,
    read: parseCell(cell),
    ordinaryText: '1 Main St',
    texts: hostileTexts(RECORD_LENGTH),
  })),
]
