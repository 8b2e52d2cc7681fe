import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  CONTACT_FIELDS,
  type ContactDraft,
  type ContactField,
  parseContactDraft,
  type RawContact,
} from '../identity/contact-draft.ts'
import { formatPhone } from '../identity/phone.ts'
import { cleanCell } from './csv-cells.ts'
import { skippedRowCsvLine, skippedRowsCsvHeader } from './csv-export.ts'
import { CsvRecordReader } from './csv-records.ts'
import { readContactRows } from './csv-rows.ts'
import { guardFormula, unguardFormula } from './formula-guard.ts'

const TEMPLATE = readFileSync(new URL('../../../public/contact_template.csv', import.meta.url), 'utf8')

const toCsv = (contacts: readonly RawContact[]): string =>
  [skippedRowsCsvHeader(), ...contacts.map((contact) => skippedRowCsvLine(contact, ''))].join('')

function cellsOf(csv: string): string[][] {
  const reader = new CsvRecordReader(',')
  return [...reader.push(csv), ...reader.end()].map((record) => ('cells' in record ? record.cells : []))
}

async function readBack(csv: string): Promise<ContactDraft[]> {
  async function* chunks(): AsyncGenerator<Uint8Array> {
    yield new TextEncoder().encode(csv)
  }
  const drafts: ContactDraft[] = []
  for await (const row of readContactRows(chunks())) {
    if ('draft' in row) drafts.push(row.draft)
    else throw new Error(row.problem)
  }
  return drafts
}

const trigger = fc.constantFrom('=', '+', '-', '@', '\t', '\r', '\0', ' =', '＝', '"', ',', "'", "'=", '\n')
const difficultText = fc
  .array(fc.oneof(trigger, fc.string({ maxLength: 6 }), fc.string({ unit: 'binary', maxLength: 4 })), {
    maxLength: 6,
  })
  .map((parts) => parts.join('').toWellFormed())
const difficultContact = fc.record(
  Object.fromEntries(CONTACT_FIELDS.map((field) => [field, difficultText])) as Record<
    (typeof CONTACT_FIELDS)[number],
    typeof difficultText
  >,
)

describe('CSV export', () => {
  it('has a template with the eight columns and one importable row', async () => {
    expect(TEMPLATE.split('\r\n')[0]).toBe('First Name,Last Name,Email,Phone,Address,City,State,Zip')
    expect(await readBack(TEMPLATE)).toMatchObject([
      {
        firstName: 'Jane',
        lastName: 'Doe',
        email: 'jane.doe@example.com',
        phone: '+16305550142',
        address: '123 Main St, Apt 4',
        city: 'Naperville',
        state: 'IL',
        zipCode: '60540',
      },
    ])
  })

  it('formats phone numbers for people', () => {
    const contact = { ...parsedDraft({ firstName: 'A', lastName: 'B' }), phone: '+16305550142' }
    expect(toCsv([contact])).toBe(`${skippedRowsCsvHeader()}A,B,,(630) 555-0142,,,,,\r\n`)
    expect(toCsv([{ ...contact, phone: '+442079460958' }])).toContain(",'+44 20 7946 0958,")
  })

  it('Trust 12 starts no cell with a formula trigger', () => {
    fc.assert(
      fc.property(fc.array(difficultContact, { maxLength: 5 }), (contacts) => {
        const rows = cellsOf(toCsv(contacts))
        expect(rows.length).toBe(contacts.length + 1)
        for (const cell of rows.flat()) expect(cell).not.toMatch(/^\s*[=+\-@\t\r\0＝＋－＠]/)
      }),
      { numRuns: 500 },
    )
  })

  it('Trust 12 reads exported fields back unchanged', () => {
    fc.assert(
      fc.property(fc.array(difficultContact, { minLength: 1, maxLength: 5 }), (rawContacts) => {
        const contacts = rawContacts.flatMap((raw) => {
          const result = parseContactDraft(raw)
          return result.ok ? [result.draft] : []
        })
        fc.pre(contacts.length > 0)
        const rows = cellsOf(toCsv(contacts))
          .slice(1)
          .map((cells) => cells.slice(0, CONTACT_FIELDS.length))
        // Compares cells without guards, because an apostrophe before a trigger reads as one; "-" and "NULL" mean empty.
        const withoutGuard = (text: string | null) => cleanCell(unguarded(text) ?? '')
        const displayed = (contact: ContactDraft, field: ContactField) =>
          field === 'phone' ? formatPhone(contact.phone ?? '') : contact[field]
        expect(rows.map((cells) => cells.map(withoutGuard))).toEqual(
          contacts.map((contact) => CONTACT_FIELDS.map((field) => withoutGuard(displayed(contact, field)))),
        )
      }),
      { numRuns: 500 },
    )
  })

  it('Trust 12 removes its formula guard', () => {
    fc.assert(
      fc.property(difficultText, (text) => {
        fc.pre(unguardFormula(text) === text)
        expect(unguardFormula(guardFormula(text))).toBe(text)
      }),
    )
    expect(guardFormula('=1+1')).toBe("'=1+1")
    expect(unguardFormula("'=1+1")).toBe('=1+1')
    expect(unguardFormula("'t Hooft")).toBe("'t Hooft")
  })
})

function unguarded(text: string | null): string | null {
  let output = text
  // Also removes a spreadsheet's apostrophe before a number.
  const removeGuard = (cell: string) => unguardFormula(cell.replace(/^'(?=[+(]?\d)/, '')).trim()
  while (output !== null && removeGuard(output) !== output) output = removeGuard(output)
  return output
}

function parsedDraft(raw: Record<string, string>): ContactDraft {
  const result = parseContactDraft(raw)
  if (!result.ok) throw new Error(result.problems.join())
  return result.draft
}
