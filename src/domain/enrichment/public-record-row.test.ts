import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { findRecordColumns, parsePublicRecord } from './public-record-row.ts'

const HEADER =
  'Kind,document_id,Names,Street,City,State,Zip Code,event date,filedDate,recordedDate,auctionDate,amount,source,' +
  'documentType,grantors,grantees,price,damage,county,individualAssistance,a column of their own'
const columns = findRecordColumns(HEADER.split(','))

/** A row of a valid deed with these values. */
function readRow(values: Record<string, string>) {
  if ('problem' in columns) throw new Error(columns.problem)
  const fields = {
    kind: 'deed',
    documentId: 'D-1',
    names: 'Ada Okafor',
    city: 'Lisle',
    state: 'IL',
    recordedDate: '2026-05-17',
    source: 'Recorder',
    ...values,
  }
  const cells: string[] = Array(21).fill('')
  for (const [name, value] of Object.entries(fields)) {
    const index = columns.indexes[name as 'kind']
    if (index !== undefined) cells[index] = value
  }
  return parsePublicRecord(cells, columns)
}

describe('A30 rows of public records', () => {
  test('reads every column, with names split at semicolons', () => {
    const row = readRow({
      ...{
        kind: 'Notice of Default',
        documentId: ' 2026-77 ',
        names: 'Ada  Okafor; Noah Okafor ;',
        street: '9 Cedar Ave',
      },
      ...{
        state: 'illinois',
        zip: '60505',
        eventDate: '5/7/2026',
        filedDate: '2026-05',
        recordedDate: '2026-05-17T00:00:00Z',
      },
      ...{
        auctionDate: '2026',
        amount: '$12,500.50',
        documentType: 'Lis Pendens',
        grantors: 'A; B',
        grantees: 'C',
      },
      ...{ price: '0', damage: 'Yes', county: 'Kane', individualAssistance: 'FALSE' },
    })
    expect(row).toEqual({
      record: {
        ...{
          kind: 'notice_of_default',
          documentId: '2026-77',
          names: ['Ada Okafor', 'Noah Okafor'],
          amount: 12500.5,
        },
        address: { street: '9 Cedar Ave', city: 'Lisle', state: 'IL', zipCode: '60505' },
        dates: { event: '2026-05-07', filed: '2026-05', recorded: '2026-05-17', auction: '2026' },
        source: 'Recorder',
        details: {
          ...{ documentType: 'Lis Pendens', grantors: ['A', 'B'], grantees: ['C'], price: 0 },
          ...{ damage: true, county: 'Kane', individualAssistance: false },
        },
      },
    })
  })

  test('omits missing fields from the record', () => {
    expect(readRow({})).toEqual({
      record: {
        ...{
          kind: 'deed',
          documentId: 'D-1',
          names: ['Ada Okafor'],
          amount: null,
          source: 'Recorder',
          details: {},
        },
        ...{
          address: { street: null, city: 'Lisle', state: 'IL', zipCode: null },
          dates: { recorded: '2026-05-17' },
        },
      },
    })
  })

  test.each<[Record<string, string>, string]>([
    [{ kind: 'gossip' }, 'its kind is unknown'],
    [{ kind: '' }, 'kind is missing'],
    [{ documentId: ' ' }, 'documentId is missing'],
    [{ source: '' }, 'source is missing'],
    [{ names: ' ; ' }, 'it has no names'],
    [{ names: 'A;'.repeat(51) }, 'names has too many'],
    [{ city: '' }, 'needs a city'],
    [{ state: '' }, 'needs a city'],
    [{ state: 'Atlantis' }, 'its state is not a US state'],
    [{ zip: '1234567' }, 'zip is not a ZIP code'],
    [{ recordedDate: '' }, 'it has no date'],
    [{ recordedDate: '2026-02-30' }, 'recordedDate is not a date'],
    [{ recordedDate: '1066-10-14' }, 'recordedDate is not a date'],
    [{ filedDate: 'last week' }, 'filedDate is not a date'],
    [{ amount: '-5' }, 'amount is not an amount'],
    [{ amount: '1e99' }, 'amount is not an amount'],
    [{ price: 'much' }, 'price is not an amount'],
    [{ damage: 'maybe' }, 'damage must be yes or no'],
    [{ documentType: 'x'.repeat(501) }, 'documentType is longer'],
    [{ kind: 'disaster', names: '', city: '', county: 'Kane', state: '' }, 'needs a county'],
  ])('rejects %j', (values, reason) => {
    expect(readRow(values)).toEqual({ problem: expect.stringContaining(reason) })
  })

  test('accepts a disaster without names if it has a county', () => {
    expect(readRow({ kind: 'disaster', names: '', city: '', county: 'Kane' })).toHaveProperty('record')
  })

  test('rejects a header without required columns', () => {
    expect(findRecordColumns(['names', 'kind'])).toEqual({
      problem: 'The header row has no column documentId, source',
    })
  })

  test('reads any row into data that the database can store', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary' }), { maxLength: 25 }), (cells) => {
        if ('problem' in columns) return false
        const result = parsePublicRecord(cells, columns)
        return 'problem' in result || !/\\u0000|\\ud[89a-f]/i.test(JSON.stringify(result.record))
      }),
    )
  })
})
