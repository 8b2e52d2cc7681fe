import { createReadStream, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MALFORMED_CSV } from '#test/data/malformed-csv.ts'
import type { ContactDraft } from '../identity/contact-draft.ts'
import { samePersonKeys } from '../identity/person-match.ts'
import { CsvFileError } from './csv-file-error.ts'
import { type CsvHeaderFacts, type CsvRow, readContactRows } from './csv-rows.ts'

type Result = { drafts: ContactDraft[]; problems: string[]; rows: CsvRow[]; facts: CsvHeaderFacts | null }

async function* inChunks(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size)
}

async function readRows(chunks: AsyncIterable<Uint8Array>): Promise<Result> {
  const result: Result = { drafts: [], problems: [], rows: [], facts: null }
  const onHeader = (facts: CsvHeaderFacts): void => {
    result.facts = facts
  }
  for await (const row of readContactRows(chunks, { onHeader })) {
    result.rows.push(row)
    if ('draft' in row) result.drafts.push(row.draft)
    else result.problems.push(row.problem)
  }
  return result
}

const readText = (text: string): Promise<Result> => readRows(inChunks(new TextEncoder().encode(text), 65536))

describe('A10 Trust 14 malformed contact lists', () => {
  it('covers at least 150 files', () => {
    expect(MALFORMED_CSV.length).toBeGreaterThanOrEqual(150)
    expect(new Set(MALFORMED_CSV.map(({ name }) => name)).size).toBe(MALFORMED_CSV.length)
  })

  it.each(MALFORMED_CSV)('reads $name', async ({ bytes, expected }) => {
    const file = bytes()
    // Reads small files also byte by byte, because chunk boundaries must not matter.
    for (const size of file.length < 5000 ? [65536, 1, 7] : [65536]) {
      const outcome = await readRows(inChunks(file, size)).catch((error: unknown) => error)
      if ('error' in expected) {
        expect(outcome).toBeInstanceOf(CsvFileError)
        expect((outcome as Error).message).toMatch(expected.error)
      } else {
        expect(outcome).not.toBeInstanceOf(Error)
        const { drafts, problems } = outcome as Result
        expect({ rows: drafts.length, problems }).toEqual({
          rows: expected.rows,
          problems: expected.problems,
        })
        expect(drafts[0] ?? {}).toMatchObject(expected.first ?? {})
        // No letters are decoded with the wrong encoding.
        expect(JSON.stringify(drafts)).not.toMatch(/\ufffd|[ÃÂâ][\u0080-\u00bf]/)
      }
    }
  })
})

describe('A10 exported lists', () => {
  type Expected = Record<'total' | 'imported' | 'skipped' | 'refused' | 'duplicates', number> &
    Record<'refusedRows' | 'duplicateRows', number[]> & { sampleErrors: string[] }
  const folder = new URL('../../../test/data/', import.meta.url)
  const expected = JSON.parse(readFileSync(new URL('expected.json', folder), 'utf8')) as Record<
    string,
    Expected
  >

  it.each(Object.keys(expected))('imports, skips and deduplicates every row of %s', async (file) => {
    const { rows } = await readRows(createReadStream(new URL(file, folder)))
    const seenKeys = new Set<string>()
    const skippedRows: [number, string][] = []
    const duplicates: number[] = []
    let imported = 0
    for (const row of rows) {
      const keys = 'draft' in row ? samePersonKeys(row.draft) : []
      if ('problem' in row) skippedRows.push([row.row, row.problem])
      else if (keys.some((key) => seenKeys.has(key))) duplicates.push(row.row)
      else imported += 1
      for (const key of keys) seenKeys.add(key)
    }
    const counts = expected[file]!
    expect(imported).toBe(counts.imported)
    expect(skippedRows.length + duplicates.length).toBe(counts.skipped)
    expect(rows.length).toBe(counts.total)
    expect(skippedRows.map(([row]) => row)).toEqual(counts.refusedRows)
    expect(duplicates).toEqual(counts.duplicateRows)
    expect(skippedRows.map(([, problem]) => problem).slice(0, counts.sampleErrors.length)).toEqual(
      counts.sampleErrors,
    )
  })

  it('splits a thousand rows into 937 contacts, 38 problems and 25 duplicates', () => {
    expect(expected['contacts-1000.csv']).toMatchObject({
      total: 1000,
      imported: 937,
      refused: 38,
      duplicates: 25,
    })
  })

  it("keeps every accent of Outlook's Windows-1252 file", async () => {
    const { drafts, facts } = await readRows(createReadStream(new URL('outlook.csv', folder)))
    const text = JSON.stringify(drafts)
    expect(facts?.encoding).toBe('windows-1252')
    expect(text).toContain('José')
    expect(text).not.toMatch(/[\ufffd\u0080-\u009f]|Ã/)
    expect(
      drafts.filter(({ state }) => state === 'MA').every(({ zipCode }) => !zipCode || zipCode === '02116'),
    ).toBe(true)
  })

  it('reports skipped columns, delimiter and encoding', async () => {
    const { facts } = await readText('First Name;Last Name;Shoe size\nAnna;Smith;38\n')
    expect(facts).toMatchObject({ encoding: 'utf-8', delimiter: ';', unknownColumns: ['Shoe size'] })
  })
})

describe('Trust 14 reading any file', () => {
  it('reads any bytes or reports a file error', async () => {
    const byteSequence = fc.oneof(
      fc.uint8Array({ maxLength: 20 }),
      fc.constantFrom('"', ',', '\n', '\r', '""', '",\n').map((text) => new TextEncoder().encode(text)),
    )
    await fc.assert(
      fc.asyncProperty(
        fc.array(byteSequence, { maxLength: 60 }),
        fc.integer({ min: 1, max: 50 }),
        async (byteSequences, size) => {
          const header = new TextEncoder().encode('First Name,Last Name\n')
          const file = Uint8Array.from([header, ...byteSequences].flatMap((part) => [...part]))
          const outcome = await readRows(inChunks(file, size)).catch((error: unknown) => error)
          if (outcome instanceof Error) expect(outcome).toBeInstanceOf(CsvFileError)
        },
      ),
      { numRuns: 300 },
    )
  })

  it('reports every nonblank line of an unquoted file by number', async () => {
    const cell = fc.stringMatching(/^[A-Za-z ]{0,8}$/)
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 40 }), async (pairs) => {
        fc.pre(pairs.some((pair) => pair.join('').trim() !== ''))
        const { rows } = await readText(
          `First Name,Last Name\n${pairs.map((pair) => pair.join(',')).join('\n')}\n`,
        )
        const filledRowNumbers = pairs.flatMap((pair, index) =>
          pair.join('').trim() === '' ? [] : [index + 2],
        )
        expect(rows.map(({ row }) => row)).toEqual(filledRowNumbers)
      }),
    )
  })

  it('loses only one row to an unclosed quotation mark at any buffer boundary', async () => {
    for (const rowsBefore of [1, 2978, 2979, 5957, 12_000]) {
      const filler = 'Anna,Smith,"1 Main St, Chicago, Illinois"\n'
      const { drafts, problems } = await readText(
        `First Name,Last Name,Address\n${filler.repeat(rowsBefore)}"Ben,Jones,\n${filler.repeat(4000)}`,
      )
      expect(drafts.length).toBe(rowsBefore + 4000)
      expect(problems).toEqual([
        `Row ${rowsBefore + 2}: a quotation mark on line ${rowsBefore + 2} is never closed`,
      ])
    }
  }, 60_000)
})

describe('A10 formats of other programs', () => {
  const rowOf = async (...lines: string[]) => (await readText(lines.join('\n'))).drafts[0]

  it('reads US dates despite a header that resembles a foreign word ("Last Called")', async () => {
    const draft = await rowOf('First Name,Last Name,Birthdate,Last Called', 'Ann,Lee,5/6/1958,8/1/2025')
    expect(draft).toMatchObject({
      details: { birthday: '1958-05-06', history: { lastContactOn: '2025-08-01' } },
    })
  })

  it('separates a greeting from the title', async () => {
    const header = 'Salutation,First Name,Last Name'
    const greetedContact = await rowOf(header, 'Fran and Lou,Frances,Delgado')
    expect(greetedContact).toMatchObject({ details: null, notes: 'Salutation: Fran and Lou' })
    expect(await rowOf(header, 'Mr. and Mrs.,Ted,Lee')).toMatchObject({ details: { title: 'Mr. and Mrs.' } })
    expect(await rowOf(header, 'Frances,Frances,Delgado')).toMatchObject({ details: null })
  })

  it('keeps a last name of several words in a last-name-first roll', async () => {
    const { drafts } = await readText(
      'OWNER_NAME\nKOWALSKI DANUTA M\nVAN DER HOEK PIETER J JR\nDE LA CRUZ ANA',
    )
    expect(drafts.map(({ firstName, lastName }) => [firstName, lastName])).toEqual([
      ['DANUTA', 'KOWALSKI'],
      ['PIETER', 'VAN DER HOEK'],
      ['ANA', 'DE LA CRUZ'],
    ])
  })

  it('assembles a birthday from German columns', async () => {
    const header = 'Vorname,Nachname,Anzeigename,Geburtsjahr,Geburtsmonat,Geburtstag'
    expect(await rowOf(header, 'Jürgen,Weiß,,1970,9,17')).toMatchObject({
      details: { birthday: '1970-09-17' },
    })
    expect(await rowOf(header, 'Käthe,Groß,,,1,2')).toMatchObject({ details: { birthday: '--01-02' } })
    expect(await rowOf(header, ',,Ulf Petersen,,,')).toMatchObject({ firstName: 'Ulf', lastName: 'Petersen' })
  })

  it('blocks calls and texts that are turned off', async () => {
    const draft = await rowOf('first_name,last_name,phone_on,text_on', 'Ann,Lee,0,0', 'Bo,Lee,1,1')
    expect(draft).toMatchObject({ optOuts: [{ channel: 'call' }, { channel: 'text' }] })
  })

  it('adds an extension to the number before it, and keeps the kind of a fax', async () => {
    const header = 'First Name,Last Name,Phone 1,Phone 1 Ext,Phone 1 Type,Fax 1'
    const draft = await rowOf(header, 'Ann,Lee,630-555-0142,204,Work,630-555-0143')
    expect(draft).toMatchObject({
      notes: '+16305550142: ext. 204',
      details: { phoneKind: 'work', phones: [{ phone: '+16305550143', kind: 'fax' }] },
    })
  })

  it('removes an apostrophe that marks a cell as text', async () => {
    const draft = await rowOf('First Name,Last Name,Address,Address 2', "'Ruth,'Odom,'12 Elm St,'#4")
    expect(draft).toMatchObject({ firstName: 'Ruth', lastName: 'Odom', address: "'12 Elm St, #4" })
  })

  it('reads days without separators as month, day and year', async () => {
    const draft = await rowOf('owner_name,deed_date', 'REYES ARTURO,06152011')
    expect(draft).toMatchObject({ details: { history: { lastClosingOn: '2011-06-15' } } })
  })

  it('finds the header of a file with numbered columns', async () => {
    const customTitles = Array.from({ length: 320 }, (_, index) => `Custom Property ${index + 1}`)
    const cells = ['Ann', 'Lee', ...customTitles.map(() => ''), 'ann@example.com']
    const draft = await rowOf(
      ['First Name', 'Last Name', ...customTitles, 'Email'].join(','),
      cells.join(','),
    )
    expect(draft).toMatchObject({ firstName: 'Ann', lastName: 'Lee', email: 'ann@example.com' })
  })

  it('reads the city from the last line of an address', async () => {
    const { drafts } = await readText(
      'Name,Mail Line 1,Mail Line 2,Mail Line 3\nAnn Lee,9 Post Rd,"Reno NV 89501",\nBo Lee,C/O Al Roe,44 Palm St,"Reno NV 89502"',
    )
    expect(drafts.map(({ address, city, zipCode }) => [address, city, zipCode])).toEqual([
      ['9 Post Rd', 'Reno', '89501'],
      ['C/O Al Roe, 44 Palm St', 'Reno', '89502'],
    ])
  })

  it('ignores phones and names of relationships', async () => {
    const header = 'First Name,Last Name,Phone 1,Relationship 1 First Name,Relationship 1 Phone'
    const draft = await rowOf(header, 'Ann,Lee,630-555-0142,Ben,630-555-0143')
    expect(draft).toMatchObject({ firstName: 'Ann', phone: '+16305550142', details: null })
  })
})
