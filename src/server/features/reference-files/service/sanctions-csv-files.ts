import type { ListedName } from '#domain/enrichment/listed-name.ts'
import { aliasRow, primaryRow } from '#domain/enrichment/sanctions-csv.ts'
import { csvRows, type RowResult } from './file-rows.ts'

/**
 * Names of individuals on the list: primary names first, then aliases, which share program and birth years with their
 * entry.
 */
export async function* sanctionsCsvNames(
  files: { primary: string; aliases: string },
  signal: AbortSignal,
): AsyncGenerator<RowResult<ListedName>> {
  const individuals = new Map<string, Pick<ListedName, 'program' | 'birthYears'>>()
  const entries = new Set<string>()
  for await (const read of csvRows(files.primary, signal, ',')) {
    if ('refused' in read) {
      yield { refused: { ...read.refused, file: 'sdn.csv' } }
      continue
    }
    const { line } = read
    const entry = primaryRow(read.cells)
    if ('problem' in entry) {
      yield { refused: { line, reason: entry.problem, file: 'sdn.csv' } }
      continue
    }
    entries.add(entry.entityNumber)
    if (!entry.individual) continue
    const { program, birthYears } = entry.individual
    individuals.set(entry.entityNumber, { program, birthYears })
    yield { line, row: entry.individual }
  }
  for await (const read of csvRows(files.aliases, signal, ',')) {
    if ('refused' in read) {
      yield { refused: { ...read.refused, file: 'alt.csv' } }
      continue
    }
    const { line } = read
    const alias = aliasRow(read.cells)
    if ('problem' in alias) {
      yield { refused: { line, reason: alias.problem, file: 'alt.csv' } }
      continue
    }
    const individual = individuals.get(alias.entityNumber)
    if (individual) yield { line, row: { ...alias, ...individual, strength: null } }
    else if (!entries.has(alias.entityNumber))
      yield { refused: { line, reason: "its entry isn't on the list", file: 'alt.csv' } }
  }
}
