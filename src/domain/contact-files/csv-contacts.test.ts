import { describe, expect, it } from 'vitest'
import { NO_DETAILS } from '../identity/contact-details.ts'
import { contactsCsv, type ExportedContact } from './csv-contacts.ts'

const anna: ExportedContact = {
  firstName: 'Anna',
  lastName: 'Okafor',
  email: 'anna@example.com',
  phone: '+16305550142',
  address: '12 Main St',
  city: 'Naperville',
  state: 'IL',
  zipCode: '60540',
  ...{ details: null, labels: [], notes: null },
  doNotContact: false,
  optedOutChannels: [],
  nineDScore: null,
  moveChance: null,
  topSignal: null,
  lastContactOn: null,
}
const NONE = { emails: 0, phones: 0, addresses: 0 }

/** Cells of a line by header; these values have no comma or quotation mark. */
function cells(contact: ExportedContact, alternates = NONE): Record<string, string> {
  const { header, line } = contactsCsv(alternates)
  const values = line(contact).trimEnd().split(',')
  return Object.fromEntries(
    header
      .trimEnd()
      .split(',')
      .map((label, index) => [label, values[index] ?? '']),
  )
}

describe('an export of contacts', () => {
  it('begins with the eight columns of the template', () => {
    expect(contactsCsv(NONE).header.split(',').slice(0, 8)).toEqual([
      'First Name',
      'Last Name',
      'Email',
      'Phone',
      'Address',
      'City',
      'State',
      'Zip',
    ])
  })

  it('has columns for every alternate value', () => {
    const details = {
      ...NO_DETAILS,
      phoneKind: 'mobile' as const,
      emails: [{ email: 'a@example.com', kind: 'work' as const }],
      phones: [
        { phone: '+16305550150', kind: 'home' as const },
        { phone: '+16305550151', kind: 'fax' as const },
      ],
      addresses: [
        { kind: 'mailing' as const, address: 'PO Box 9', city: 'Boston', state: 'MA', zipCode: '02139' },
      ],
    }
    const alternates = { emails: 1, phones: 2, addresses: 1 }
    expect(cells({ ...anna, details }, alternates)).toMatchObject({
      'Phone - Type': 'Mobile',
      'Email 2': 'a@example.com',
      'Email 2 - Type': 'Work',
      'Phone 2': '(630) 555-0150',
      'Phone 2 - Type': 'Home',
      'Phone 3': '(630) 555-0151',
      'Phone 3 - Type': 'Fax',
      'Address 2 - Type': 'Mailing',
      'Address 2 - Street': 'PO Box 9',
      'Address 2 - City': 'Boston',
      'Address 2 - State': 'MA',
      'Address 2 - Zip': '02139',
    })
    expect(cells(anna, alternates)).toMatchObject({
      'Email 2': '',
      'Phone 3 - Type': '',
      'Address 2 - Type': '',
    })
    expect(cells(anna)).not.toHaveProperty('Phone 2')
  })

  it('flags do-not-contact', () => {
    expect(cells(anna)).toMatchObject({ 'Do Not Contact': '', 'Do Not Call': '' })
    expect(cells({ ...anna, doNotContact: true })).toMatchObject({ 'Do Not Contact': 'Yes' })
    expect(cells({ ...anna, optedOutChannels: ['call', 'letter'] })).toMatchObject({
      'Do Not Contact': '',
      'Do Not Call': 'Yes',
      'Do Not Text': '',
      'Do Not Email': '',
      'Do Not Mail': 'Yes',
    })
  })

  it('ends with score, chance and top signal', () => {
    expect(cells(anna)).toMatchObject({ Score: '', 'Chance of a Move': '', 'Top Signal': '' })
    const scored = { ...anna, nineDScore: 82, moveChance: 0.444, topSignal: 'debt' as const }
    expect(cells({ ...scored, lastContactOn: '2026-03-21' })).toMatchObject({
      Score: '82',
      'Chance of a Move': '44%',
      'Top Signal': 'Debt',
      'Last Contact': '2026-03-21',
    })
  })

  it('never starts a formula', () => {
    const evil = '=cmd|x'
    const { line } = contactsCsv({ emails: 1, phones: 1, addresses: 1 })
    const text = line({
      ...anna,
      labels: [evil, evil],
      notes: `${evil}\n${evil}`,
      details: {
        phoneKind: null,
        emails: [{ email: evil, kind: 'other' }],
        phones: [{ phone: evil, kind: 'other' }],
        addresses: [{ kind: 'other', address: evil, city: evil, state: evil, zipCode: evil }],
        birthday: '--05-12',
        company: evil,
        jobTitle: evil,
        website: evil,
        title: evil,
        suffix: evil,
        partner: { firstName: evil, lastName: evil },
        history: {
          source: evil,
          stage: evil,
          assignedTo: evil,
          createdOn: evil,
          lastContactOn: evil,
          lastClosingOn: evil,
        },
      },
    })
    expect(text).not.toMatch(/(?:^|,)"?[=+\-@]/)
    expect(text).toContain("'--05-12")
  })

  it('separates labels that contain a separator', () => {
    expect(cells({ ...anna, labels: ['Buyer', 'VIP'] }).Labels).toBe('"Buyer; VIP"')
    const { line } = contactsCsv(NONE)
    expect(line({ ...anna, labels: ['Smith; Jones', 'VIP'] })).toContain('Smith; Jones ::: VIP')
  })
})
