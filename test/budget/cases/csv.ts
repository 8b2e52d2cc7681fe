import { previewCsv } from '#domain/contact-files/csv-rows.ts'
import type { BudgetCase } from '../budget-case.ts'

const LENGTH = 65_000
const HEADER = 'First Name,Last Name,Email,Phone,Address,City,State,Zip,Notes,Do Not Call,Birthday\n'
const fill = (piece: string) => piece.repeat(Math.ceil(LENGTH / piece.length)).slice(0, LENGTH)
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
    ordinary: `${HEADER}Anna,Smith,a@example.com,630-555-0142,1 Main St,Lisle,IL,60532,Met at a fair,,5/6/1970\n`,
    texts: new Map([
      ['quotes', `${HEADER}${fill('"')}\n`],
      ['quoted quotes', `${HEADER}"${fill('""')}"\n`],
      ['commas', `${HEADER}${fill(',')}\n`],
      ['a giant header', `${fill('First Name,')}\nAnna,Smith\n`],
      ['a header of one cell', `${fill('mailingcityzip')}\nAnna,Smith\n`],
      ['a header of glued words', `${fill('statezipcitystreetaddr,')}\nAnna,Smith\n`],
      ['like email', `${HEADER}Anna,Smith,${fill('a@')}\n`],
      ['like email in dots', `${HEADER}Anna,Smith,${fill('a.')}@${'b.'.repeat(99)}\n`],
      ['like phones', `${HEADER}Anna,Smith,,${fill('630-555-0142 ')}\n`],
      ['like addresses', `${HEADER}Anna,Smith,,,"${fill('1 Main St, ')}"\n`],
      ['notes', `${HEADER}Anna,Smith,,,,,,,"${fill('do not call ')}"\n`],
      ['blanks', `${HEADER}${fill(' ')}\n`],
      ['line ends', `${HEADER}"${fill('\r\n')}"\n`],
      ['tabs', `${HEADER}Anna,"${fill('\t')}"\n`],
    ]),
  },
]
