import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { cleanCell } from './csv-cells.ts'
import { createRowReader } from './csv-contact.ts'
import { readContactRows } from './csv-rows.ts'
import { RecordSource } from './csv-source.ts'
import { readTable } from './csv-table.ts'

const FOLDER = new URL('../../../test/data/exports/', import.meta.url)

type Expected = Record<string, { unmapped: string[]; contacts: unknown[] }>
const expectedFiles = JSON.parse(readFileSync(new URL('expected.json', FOLDER), 'utf8')) as Expected

const isEmpty = (value: unknown) => value === '' || value === null || JSON.stringify(value) === '{}'

/** A value without its empty texts and objects. */
function withoutEmpty(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value), (_, entry) => (isEmpty(entry) ? undefined : entry))
}

describe('CSV exports of other programs', () => {
  it('covers at least fifteen programs', () => {
    expect(Object.keys(expectedFiles).length).toBeGreaterThanOrEqual(15)
  })

  it.each(Object.keys(expectedFiles))('reads every field of every contact of %s', (file) => {
    const bytes = readFileSync(new URL(file, FOLDER))
    const table = readTable([...new RecordSource().readWhole(bytes)])
    const rows = table.sample.map((cells) => cells.map(cleanCell))
    const readRow = createRowReader(table.columns, rows)
    expect({
      unmapped: table.columns.filter(({ field }) => field === null).map(({ title }) => title),
      contacts: withoutEmpty(rows.map(readRow)),
    }).toEqual(withoutEmpty(expectedFiles[file]))
  })

  it.each(Object.keys(expectedFiles))('imports every row of %s', async (file) => {
    async function* chunks() {
      yield readFileSync(new URL(file, FOLDER))
    }
    const rows = []
    for await (const row of readContactRows(chunks())) rows.push(row)
    expect(rows.filter((row) => 'problem' in row)).toEqual([])
    expect(rows).toHaveLength(expectedFiles[file]?.contacts.length ?? 0)
  })
})
