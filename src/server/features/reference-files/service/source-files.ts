import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import type { ListedName } from '#domain/enrichment/listed-name.ts'
import type { PublicRecord } from '#domain/enrichment/public-record.ts'
import {
  findRecordColumns,
  parsePublicRecord,
  type RecordColumns,
} from '#domain/enrichment/public-record-row.ts'
import { parseAliasRow, parsePrimaryRow } from '#domain/enrichment/sanctions-csv.ts'
import { dayOf } from '#server/platform/clock.ts'
import { ReferenceFileError, type RowResult, readCsvRows } from './file-rows.ts'
import { readSanctionsXmlNames } from './sanctions-xml-file.ts'

/** A file or folder of an operator, ready to read. */
export type SourceFiles<T> = {
  /** Parts in the order of their content. */
  paths: string[]
  read(signal: AbortSignal): AsyncGenerator<RowResult<T>>
  /** Date of the content, `YYYY-MM-DD`; final once everything was read. */
  listDate(): string
}

/** A CSV file of public records; its date is its last change. */
export async function openPublicRecords(file: string): Promise<SourceFiles<PublicRecord>> {
  const modifiedOn = await modificationDayOf(file)
  return { paths: [file], read: (signal) => readRecordRows(file, signal), listDate: () => modifiedOn }
}

/**
 * A sanctions list: a dated `sdn.xml`, a folder with one, or a folder with `sdn.csv` and `alt.csv`, dated by the last
 * change.
 */
export async function openSanctionsList(listPath: string): Promise<SourceFiles<ListedName>> {
  const stats = await stat(listPath)
  if (!stats.isDirectory()) return openXmlList(listPath)
  const names = new Map(
    (await readdir(listPath)).map((name) => [name.toLowerCase(), path.join(listPath, name)]),
  )
  const xml = names.get('sdn.xml')
  if (xml) return openXmlList(xml)
  const primary = names.get('sdn.csv')
  const aliases = names.get('alt.csv')
  if (!primary || !aliases)
    throw new ReferenceFileError('The folder needs sdn.xml, or both sdn.csv and alt.csv')
  const modifiedOn = await modificationDayOf(primary)
  return {
    paths: [primary, aliases],
    read: (signal) => readSanctionsCsvNames({ primary, aliases }, signal),
    listDate: () => modifiedOn,
  }
}

async function openXmlList(file: string): Promise<SourceFiles<ListedName>> {
  let listDate = await modificationDayOf(file)
  return {
    paths: [file],
    read: (signal) =>
      readSanctionsXmlNames(file, signal, (day) => {
        listDate = day
      }),
    listDate: () => listDate,
  }
}

async function modificationDayOf(file: string): Promise<string> {
  const stats = await stat(file)
  if (!stats.isFile()) throw new ReferenceFileError('This is a folder, not a file')
  return dayOf(stats.mtime)
}

/** SHA-256 of all parts combined, in hexadecimal. */
export async function hashOf(paths: readonly string[], signal: AbortSignal): Promise<string> {
  const combined = createHash('sha256')
  for (const file of paths) {
    const part = createHash('sha256')
    for await (const chunk of createReadStream(file, { signal })) part.update(chunk)
    combined.update(part.digest())
  }
  return combined.digest('hex')
}

/** Public records from a CSV file with column names in the first row. */
async function* readRecordRows(path: string, signal: AbortSignal): AsyncGenerator<RowResult<PublicRecord>> {
  let columns: RecordColumns | null = null
  const parse = (cells: string[]) => {
    if (!columns) {
      columns = columnsOf(cells)
      return null
    }
    const parsed = parsePublicRecord(cells, columns)
    return 'record' in parsed ? parsed.record : parsed
  }
  for await (const result of readCsvRows(path, signal, parse)) {
    if (!columns) throw new ReferenceFileError("The first row, with the column names, can't be read")
    yield result
  }
  if (!columns) throw new ReferenceFileError('The file is empty')
}

function columnsOf(cells: string[]): RecordColumns {
  const columns = findRecordColumns(cells)
  if ('problem' in columns) throw new ReferenceFileError(columns.problem)
  return columns
}

/**
 * Names of individuals on the list: primary names first, then aliases, which share program and birth years with their
 * entry.
 */
async function* readSanctionsCsvNames(
  files: { primary: string; aliases: string },
  signal: AbortSignal,
): AsyncGenerator<RowResult<ListedName>> {
  const individuals = new Map<string, Pick<ListedName, 'program' | 'birthYears'>>()
  const entries = new Set<string>()
  const parsePrimary = (cells: string[]) => {
    const row = parsePrimaryRow(cells)
    if ('problem' in row) return row
    const { entityNumber, individual } = row
    entries.add(entityNumber)
    if (!individual) return null
    individuals.set(entityNumber, { program: individual.program, birthYears: individual.birthYears })
    return individual
  }
  const parseAlias = (cells: string[]) => {
    const alias = parseAliasRow(cells)
    if ('problem' in alias) return alias
    const individual = individuals.get(alias.entityNumber)
    if (individual) return { ...alias, ...individual, strength: null }
    return entries.has(alias.entityNumber) ? null : { problem: "its entry isn't on the list" }
  }
  yield* readCsvRows(files.primary, signal, parsePrimary, { delimiter: ',', file: 'sdn.csv' })
  yield* readCsvRows(files.aliases, signal, parseAlias, { delimiter: ',', file: 'alt.csv' })
}
