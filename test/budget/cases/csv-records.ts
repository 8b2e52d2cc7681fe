import { readContactRows } from '#domain/contact-files/csv-rows.ts'
import type { BudgetCase } from '../budget-case.ts'
import { hostileTexts } from '../hostile-texts.ts'

const RECORD_LENGTH = 64 * 1024
const HEADER = 'First Name,Last Name,Email,Phone,Address,City,State,Zip'

async function readRecord(text: string): Promise<number> {
  async function* chunks() {
    yield new TextEncoder().encode(`${HEADER}\n${text}\nAnna,Smith,,,,,,\n`)
  }
  let rows = 0
  try {
    for await (const row of readContactRows(chunks())) rows += row.row
  } catch {
    // Files with thousands of unclosed quotation marks are rejected on purpose.
  }
  return rows
}

// The limit counts bytes, and a character has up to three. A line break would split the record.
const texts = new Map(
  [...hostileTexts(RECORD_LENGTH / 3)].map(([name, text]) => [name, text.replace(/[\r\n]/g, ' ')]),
)

export const cases: BudgetCase[] = [
  { name: 'CSV record', read: readRecord, ordinaryText: 'Ben,Jones', texts },
]
