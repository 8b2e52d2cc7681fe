import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import type { FileContact } from '../identity/contact-details.ts'
import { readContactRows } from './csv-rows.ts'
import { readVCardRows } from './vcard-rows.ts'

const FOLDER = new URL('../../../test/data/programs/', import.meta.url)

/** Expected contacts per file, without empty values; for opt-outs only the channels. */
type Expected = Record<string, unknown[]>
const expected = JSON.parse(readFileSync(new URL('expected.json', FOLDER), 'utf8')) as Expected

function withoutEmpty(value: unknown): unknown {
  if (Array.isArray(value)) return value.length > 0 ? value.map(withoutEmpty) : undefined
  if (value === null || value === '' || typeof value !== 'object') return value || undefined
  const filled = Object.entries(value)
    .map(([key, each]) => [key, withoutEmpty(each)] as const)
    .filter(([, each]) => each !== undefined)
  return filled.length > 0 ? Object.fromEntries(filled) : undefined
}

const comparable = ({ optOuts, ...contact }: FileContact): unknown =>
  withoutEmpty({ ...contact, optOuts: optOuts.map(({ channel }) => channel).toSorted() })

it.each(Object.keys(expected))('reads every detail of every contact of %s', async (file) => {
  async function* chunks() {
    yield readFileSync(new URL(file, FOLDER))
  }
  const contacts: unknown[] = []
  const rows = file.endsWith('.vcf') ? readVCardRows(chunks()) : readContactRows(chunks())
  for await (const row of rows) if ('draft' in row) contacts.push(comparable(row.draft))
  expect(contacts).toEqual(expected[file])
})
