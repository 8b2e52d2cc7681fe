import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import type { ListedName } from '#domain/enrichment/listed-name.ts'
import type { PublicRecord } from '#domain/enrichment/public-record.ts'
import { dayOf } from '#server/platform/clock.ts'
import { ReferenceFileError, type RowResult } from './file-rows.ts'
import { recordRows } from './record-file.ts'
import { sanctionsCsvNames } from './sanctions-csv-files.ts'
import { sanctionsXmlNames } from './sanctions-xml-file.ts'

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
  const changed = await changedOn(file)
  return { paths: [file], read: (signal) => recordRows(file, signal), listDate: () => changed }
}

/**
 * A sanctions list: a dated `sdn.xml`, a folder with one, or a folder with `sdn.csv` and `alt.csv`, dated by the last
 * change.
 */
export async function openSanctionsList(place: string): Promise<SourceFiles<ListedName>> {
  const facts = await stat(place)
  if (!facts.isDirectory()) return xmlList(place)
  const names = new Map((await readdir(place)).map((name) => [name.toLowerCase(), path.join(place, name)]))
  const xml = names.get('sdn.xml')
  if (xml) return xmlList(xml)
  const primary = names.get('sdn.csv')
  const aliases = names.get('alt.csv')
  if (!primary || !aliases)
    throw new ReferenceFileError('The folder needs sdn.xml, or both sdn.csv and alt.csv')
  const changed = await changedOn(primary)
  return {
    paths: [primary, aliases],
    read: (signal) => sanctionsCsvNames({ primary, aliases }, signal),
    listDate: () => changed,
  }
}

async function xmlList(file: string): Promise<SourceFiles<ListedName>> {
  let listDate = await changedOn(file)
  return {
    paths: [file],
    read: (signal) =>
      sanctionsXmlNames(file, signal, (day) => {
        listDate = day
      }),
    listDate: () => listDate,
  }
}

async function changedOn(file: string): Promise<string> {
  const facts = await stat(file)
  if (!facts.isFile()) throw new ReferenceFileError('This is a folder, not a file')
  return dayOf(facts.mtime)
}

/** SHA-256 of all parts combined, in hexadecimal. */
export async function hashOf(paths: readonly string[], signal: AbortSignal): Promise<string> {
  const whole = createHash('sha256')
  for (const file of paths) {
    const part = createHash('sha256')
    for await (const chunk of createReadStream(file, { signal })) part.update(chunk)
    whole.update(part.digest())
  }
  return whole.digest('hex')
}
