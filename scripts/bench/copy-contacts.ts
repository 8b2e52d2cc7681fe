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
export function spreadsheetRow(n: number) {
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

const HEADER = 'First Name,Last Name,Email,Phone,Address,City,State,Zip\n'
const ROWS_PER_CHUNK = 500

/** A CSV file of different people, in chunks. @param first number of the first one */
export function* spreadsheetFile(rows: number, first = 0): Generator<string> {
  yield HEADER
  for (let from = 0; from < rows; from += ROWS_PER_CHUNK) {
    const count = Math.min(ROWS_PER_CHUNK, rows - from)
    const lines = Array.from({ length: count }, (_, i) =>
      Object.values(spreadsheetRow(first + from + i)).join(','),
    )
    yield `${lines.join('\n')}\n`
  }
}

/** The people as contacts in stored form. */
export function contactsOf(count: number) {
  return Array.from({ length: count }, (_, n) => {
    const row = spreadsheetRow(n)
    return newContactOf({ ...row, phone: `+1${row.phone.replace(/\D/g, '')}` })
  })
}

export type CopyValue = string | number | null
const COLUMNS = `id, first_name, last_name, email, phone, address, city, state, zip_code, search, last_name_key`

/** Writes contacts with COPY, each with the values of more columns. @returns seconds */
export async function copyContacts(
  owner: pg.Client,
  table: string,
  contacts: readonly ReturnType<typeof newContactOf>[],
  extra: { columns: string; valuesOf(n: number): CopyValue[] },
): Promise<number> {
  const lines = contacts.map((contact, n) => {
    const { id, firstName, lastName, email, phone, address, city, state, zipCode } = contact
    const values = [id, firstName, lastName, email, phone, address, city, state, zipCode]
    return lineOf([...values, contact.search, contact.lastNameKey, ...extra.valuesOf(n)])
  })
  const startedAt = performance.now()
  await copyLines(owner, `${table} (${COLUMNS}, ${extra.columns})`, lines)
  return (performance.now() - startedAt) / 1000
}

export async function copyLines(owner: pg.Client, target: string, lines: Iterable<string>): Promise<void> {
  await pipeline(Readable.from(lines), owner.query(copyFrom(`copy ${target} from stdin`)))
}

/** A line of COPY's text format; the values contain no tabs or line breaks. */
export const lineOf = (values: readonly CopyValue[]) =>
  `${values.map((value) => (value === null ? '\\N' : String(value).replaceAll('\\', '\\\\'))).join('\t')}\n`
