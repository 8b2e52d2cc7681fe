// Generated people, as spreadsheet rows and as finished rows for COPY.
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { newContactOf } from '#server/features/contacts/service/new-contact.ts'
import { setPersonHashKey } from '#server/platform/person-hashes.ts'
import { samplePeople } from '#server/platform/providers/sample/sample-people.ts'

// Match keys are written but not looked for.
setPersonHashKey(Buffer.alloc(32))

const PEOPLE = samplePeople(5000, 'bench')

/** Different people on different streets, formatted as in spreadsheets. */
export function typedRow(n: number) {
  const person = PEOPLE[n % PEOPLE.length]
  if (!person) throw new Error('No sample people')
  const { firstName, lastName, city, state, zipCode } = person
  const number = String(2_000_000 + ((n * 7919) % 7_999_999))
  return {
    firstName,
    lastName,
    email: `${firstName}.${lastName}.${n}@example.com`.toLowerCase().replace(/[^\w.@]/g, ''),
    phone: `(${630 + (n % 5)}) ${number.slice(0, 3)}-${number.slice(3)}`,
    address: `${1 + (n % 9999)} ${(person.address ?? '').replace(/^\d+ |,/g, '')}`,
    ...{ city, state, zipCode },
  }
}

/** The people as contacts in stored form. */
export function contactsOf(amount: number) {
  return Array.from({ length: amount }, (_, n) => {
    const typed = typedRow(n)
    return newContactOf({ ...typed, phone: `+1${typed.phone.replace(/\D/g, '')}` })
  })
}

export type Value = string | number | null
const COLUMNS = `id, first_name, last_name, email, phone, address, city, state, zip_code, search, last_name_key`

/** Writes contacts with COPY, each with the values of more columns. @returns seconds */
export async function copyContacts(
  owner: pg.Client,
  table: string,
  contacts: readonly ReturnType<typeof newContactOf>[],
  more: { columns: string; valuesOf(n: number): Value[] },
): Promise<number> {
  const lines = contacts.map((contact, n) => {
    const { id, firstName, lastName, email, phone, address, city, state, zipCode } = contact
    const typed = [id, firstName, lastName, email, phone, address, city, state, zipCode]
    return lineOf([...typed, contact.search, contact.lastNameKey, ...more.valuesOf(n)])
  })
  const begun = performance.now()
  await copyLines(owner, `${table} (${COLUMNS}, ${more.columns})`, lines)
  return (performance.now() - begun) / 1000
}

export async function copyLines(owner: pg.Client, target: string, lines: Iterable<string>): Promise<void> {
  await pipeline(Readable.from(lines), owner.query(copyFrom(`copy ${target} from stdin`)))
}

const ESCAPES: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }

/** A line of COPY's text format. */
export function lineOf(values: readonly Value[]): string {
  const cells = values.map((value) =>
    value === null ? '\\N' : String(value).replace(/[\\\t\n\r]/g, (character) => ESCAPES[character] ?? ''),
  )
  return `${cells.join('\t')}\n`
}
