import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import type { FileContact } from '../identity/contact-details.ts'
import { readContactRows } from './csv-rows.ts'
import { readVCardRows } from './vcard-rows.ts'

const FOLDER = new URL('../../../test/data/programs/', import.meta.url)

/** Expected contacts per file, without empty values and with only the channels of opt-outs. */
type Expected = Record<string, unknown[]>
const expectedContacts = JSON.parse(readFileSync(new URL('expected.json', FOLDER), 'utf8')) as Expected

function withoutEmpty(value: unknown): unknown {
  if (Array.isArray(value)) return value.length > 0 ? value.map(withoutEmpty) : undefined
  if (value === null || value === '' || typeof value !== 'object') return value || undefined
  const entries = Object.entries(value)
    .map(([key, field]) => [key, withoutEmpty(field)] as const)
    .filter(([, field]) => field !== undefined)
  return entries.length > 0 ? Object.fromEntries(entries) : undefined
}

const toComparable = ({ optOuts, ...contact }: FileContact): unknown =>
  withoutEmpty({ ...contact, optOuts: optOuts.map(({ channel }) => channel).toSorted() })

it.each(Object.keys(expectedContacts))('reads every detail of every contact of %s', async (file) => {
  async function* chunks() {
    yield readFileSync(new URL(file, FOLDER))
  }
  const contacts: unknown[] = []
  const rows = file.endsWith('.vcf') ? readVCardRows(chunks()) : readContactRows(chunks())
  for await (const row of rows) if ('draft' in row) contacts.push(toComparable(row.draft))
  expect(contacts).toEqual(expectedContacts[file])
})
