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
const NO_ALTERNATES = { emails: 0, phones: 0, addresses: 0 }

/** Cells of a line by header; these values have no comma or quotation mark. */
function exportedCells(contact: ExportedContact, alternates = NO_ALTERNATES): Record<string, string> {
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
    expect(contactsCsv(NO_ALTERNATES).header.split(',').slice(0, 8)).toEqual([
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
    expect(exportedCells({ ...anna, details }, alternates)).toMatchObject({
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
    expect(exportedCells(anna, alternates)).toMatchObject({
      'Email 2': '',
      'Phone 3 - Type': '',
      'Address 2 - Type': '',
    })
    expect(exportedCells(anna)).not.toHaveProperty('Phone 2')
  })

  it('flags do-not-contact', () => {
    expect(exportedCells(anna)).toMatchObject({ 'Do Not Contact': '', 'Do Not Call': '' })
    expect(exportedCells({ ...anna, doNotContact: true })).toMatchObject({ 'Do Not Contact': 'Yes' })
    expect(exportedCells({ ...anna, optedOutChannels: ['call', 'letter'] })).toMatchObject({
      'Do Not Contact': '',
      'Do Not Call': 'Yes',
      'Do Not Text': '',
      'Do Not Email': '',
      'Do Not Mail': 'Yes',
    })
  })

  it('ends with score, chance and top signal', () => {
    expect(exportedCells(anna)).toMatchObject({ Score: '', 'Chance of a Move': '', 'Top Signal': '' })
    const scoredContact = { ...anna, nineDScore: 82, moveChance: 0.444, topSignal: 'debt' as const }
    expect(exportedCells({ ...scoredContact, lastContactOn: '2026-03-21' })).toMatchObject({
      Score: '82',
      'Chance of a Move': '44%',
      'Top Signal': 'Debt',
      'Last Contact': '2026-03-21',
    })
  })

  it('never starts a formula', () => {
    const formula = '=cmd|x'
    const { line } = contactsCsv({ emails: 1, phones: 1, addresses: 1 })
    const text = line({
      ...anna,
      labels: [formula, formula],
      notes: `${formula}\n${formula}`,
      details: {
        phoneKind: null,
        emails: [{ email: formula, kind: 'other' }],
        phones: [{ phone: formula, kind: 'other' }],
        addresses: [{ kind: 'other', address: formula, city: formula, state: formula, zipCode: formula }],
        birthday: '--05-12',
        company: formula,
        jobTitle: formula,
        website: formula,
        title: formula,
        suffix: formula,
        partner: { firstName: formula, lastName: formula },
        history: {
          source: formula,
          stage: formula,
          assignedTo: formula,
          createdOn: formula,
          lastContactOn: formula,
          lastClosingOn: formula,
        },
      },
    })
    expect(text).not.toMatch(/(?:^|,)"?[=+\-@]/)
    expect(text).toContain("'--05-12")
  })

  it('separates labels that contain a separator', () => {
    expect(exportedCells({ ...anna, labels: ['Buyer', 'VIP'] }).Labels).toBe('"Buyer; VIP"')
    const { line } = contactsCsv(NO_ALTERNATES)
    expect(line({ ...anna, labels: ['Smith; Jones', 'VIP'] })).toContain('Smith; Jones ::: VIP')
  })
})
