import { CsvFileError } from '#domain/contact-files/csv-file-error.ts'
import { toVCard } from '#domain/contact-files/vcard.ts'
import { parseVCards } from '#domain/contact-files/vcard-parse.ts'
import { readVCardRows } from '#domain/contact-files/vcard-rows.ts'
import type { BudgetCase } from '../budget-case.ts'
import { hostileTexts } from '../hostile-texts.ts'

const CARD_LENGTH = 64 * 1024
const CHUNK_BYTES = 64 * 1024
const VALUE_LENGTH = 200

async function readCard(text: string): Promise<number> {
  const bytes = new TextEncoder().encode(text)
  let rows = 0
  async function* chunks() {
    for (let start = 0; start < bytes.length; start += CHUNK_BYTES)
      yield bytes.subarray(start, start + CHUNK_BYTES)
  }
  try {
    for await (const row of readVCardRows(chunks())) rows += row.row
  } catch (error) {
    // Nested cards without an end are rejected on purpose.
    if (!(error instanceof CsvFileError)) throw error
  }
  return rows
}

function writeCard(text: string): string {
  const fields = { email: text, phone: text, address: text, city: text, state: text, zipCode: text }
  return toVCard({ firstName: text, lastName: text, ...fields, organization: text, title: text })
}

const card = (lines: string) => `BEGIN:VCARD\nVERSION:3.0\nN:Smith;Anna;;;\n${lines}\nEND:VCARD\n`
const filled = (line: string) => card(line.repeat(Math.floor((CARD_LENGTH - 60) / line.length)))

/** Cards of 64 KiB with one repeated property. */
const LINES = [
  ...[
    'N;a:\n',
    'N:a;b\n',
    ':\n',
    ';\n',
    ' \n',
    '\n',
    'A:\n',
    'NOTE:a\n',
    'TEL:630-555-0142\n',
    'EMAIL:a@b.co\n',
  ],
  ...[
    'ADR:;;1 Main St;Lisle;IL;60532;\n',
    'CATEGORIES:a,b,c,d\n',
    'item1.X-ABLabel:Spouse\n',
    'X-ABRELATEDNAMES:Jane\n',
  ],
  ...[
    'BEGIN:VCARD\n',
    'AGENT:\nBEGIN:VCARD\n',
    'NOTE;ENCODING=QUOTED-PRINTABLE:=41=\n',
    'N\n ;a',
    'TEL;TYPE=a,b,c:1\n',
  ],
  ...[
    'ORG:a;b;c;d\n',
    'PHOTO;ENCODING=b:AAAA\n AAAA\n',
    'NOTE:do not call\n',
    'LABEL:1 Main St\\nLisle\n',
    'URL:a\n',
  ],
]
const PROPERTIES = [
  'N',
  'FN',
  'TEL',
  'EMAIL',
  'ADR',
  'NOTE',
  'ORG',
  'CATEGORIES',
  'NOTE;ENCODING=QUOTED-PRINTABLE',
]

const numberedValues = (line: (index: number) => string) => {
  let lines = ''
  for (let index = 0; lines.length < CARD_LENGTH - 100; index++) lines += line(index)
  return card(lines)
}
/** All different, so that deduplication can't skip them. */
const DISTINCT_VALUES = new Map([
  ['phones', numberedValues((index) => `TEL:630-555-${1000 + (index % 9000)}\n`)],
  ['emails', numberedValues((index) => `EMAIL:a${index}@b.co\n`)],
  ['addresses', numberedValues((index) => `ADR:;;${index} Main St;Lisle;IL;;\n`)],
  ['labels', card(`CATEGORIES:${numberedValues((index) => `${index},`).slice(0, 30_000)}`)],
  ['notes', numberedValues((index) => `NOTE:call ${index}\n`)],
  ['groups', numberedValues((index) => `item${index}.X-ABLabel:${index}\n`)],
])

const cards = new Map([
  ...DISTINCT_VALUES,
  ...LINES.map((line) => [`${JSON.stringify(line)} × n`, filled(line)] as const),
])
const values = new Map(
  PROPERTIES.flatMap((property) =>
    [...hostileTexts(CARD_LENGTH - 100)]
      .filter((_, index) => index % 4 === 0)
      .map(([name, text]): [string, string] => [`${property} of ${name}`, card(`${property}:${text}`)]),
  ),
)

export const cases: BudgetCase[] = [
  { name: 'card', read: readCard, ordinaryText: card('TEL:630-555-0142'), texts: cards },
  { name: 'card of one value', read: readCard, ordinaryText: card('NOTE:a'), texts: values },
  { name: 'properties of a card', read: parseVCards, ordinaryText: card('NOTE:a'), texts: cards },
  { name: 'toVCard', read: writeCard, ordinaryText: 'Anna', texts: hostileTexts(VALUE_LENGTH) },
]
