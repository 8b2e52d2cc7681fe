import { previewCsv } from '#domain/contact-files/csv-rows.ts'
import type { BudgetCase } from '../budget-case.ts'

const RECORD_LENGTH = 65_000
const HEADER = 'First Name,Last Name,Email,Phone,Address,City,State,Zip,Notes,Do Not Call,Birthday\n'
const fillRecord = (piece: string) =>
  piece.repeat(Math.ceil(RECORD_LENGTH / piece.length)).slice(0, RECORD_LENGTH)
const encoder = new TextEncoder()

/** One record of 64 KiB, parsed as in the product, column recognition included. */
export const cases: BudgetCase[] = [
  {
    name: 'CSV record',
    read: (text) => {
      try {
        return previewCsv(encoder.encode(text), 5, true)
      } catch (error) {
        if (error instanceof Error && error.name === 'CsvFileError') return error.message
        throw error
      }
    },
    ordinaryText: `${HEADER}Anna,Smith,a@example.com,630-555-0142,1 Main St,Lisle,IL,60532,Met at a fair,,5/6/1970\n`,
    texts: new Map([
      ['quotes', `${HEADER}${fillRecord('"')}\n`],
      ['quoted quotes', `${HEADER}"${fillRecord('""')}"\n`],
      ['commas', `${HEADER}${fillRecord(',')}\n`],
      ['a giant header', `${fillRecord('First Name,')}\nAnna,Smith\n`],
      ['a header of one cell', `${fillRecord('mailingcityzip')}\nAnna,Smith\n`],
      ['a header of glued words', `${fillRecord('statezipcitystreetaddr,')}\nAnna,Smith\n`],
      ['like email', `${HEADER}Anna,Smith,${fillRecord('a@')}\n`],
      ['like email in dots', `${HEADER}Anna,Smith,${fillRecord('a.')}@${'b.'.repeat(99)}\n`],
      ['like phones', `${HEADER}Anna,Smith,,${fillRecord('630-555-0142 ')}\n`],
      ['like addresses', `${HEADER}Anna,Smith,,,"${fillRecord('1 Main St, ')}"\n`],
      ['notes', `${HEADER}Anna,Smith,,,,,,,"${fillRecord('do not call ')}"\n`],
      ['blanks', `${HEADER}${fillRecord(' ')}\n`],
      ['line ends', `${HEADER}"${fillRecord('\r\n')}"\n`],
      ['tabs', `${HEADER}Anna,"${fillRecord('\t')}"\n`],
    ]),
  },
]
