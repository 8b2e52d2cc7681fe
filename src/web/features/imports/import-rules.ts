import type { CsvPreview, ImportStatus, ImportSummary } from '#contract/imports.ts'
import { type CsvField, type CsvMapping, csvFieldLabel } from '#domain/contact-files/csv-fields.ts'
import { CONTACT_FIELD_LABELS, CONTACT_FIELDS, type ContactField } from '#domain/identity/contact-draft.ts'
import { formatCount, formatQuantity } from '#web/lib/format.ts'
import { RowCounter } from './row-counter.ts'

/** Only the name decides: browsers disagree on the type of CSV files. */
export function isCsvName(name: string): boolean {
  return name.toLowerCase().endsWith('.csv')
}

/** How a file is read, by its name; null for what is neither. */
export function fileKindOf(name: string): 'csv' | 'vcf' | null {
  if (isCsvName(name)) return 'csv'
  return name.toLowerCase().endsWith('.vcf') ? 'vcf' : null
}

/** Whether the rows of an import are still being read. */
export function isReading(status: ImportStatus['status']): boolean {
  return status === 'uploading' || status === 'queued' || status === 'running'
}

/** Whether anything about the import can still change by itself: rows, or lookups that have credits left. */
export function isUnderWay(current: ImportStatus | undefined): boolean {
  if (!current) return true
  if (isReading(current.status)) return true
  const { requested, waiting, outOfCredits } = current.enrichment
  return current.status === 'done' && requested && waiting > 0 && !outOfCredits
}

/** `412 of 935 looked up`; what waits for credits is said, too. Null when nothing is to be looked up. */
export function enrichmentProgressText({
  requested,
  waiting,
  done,
  outOfCredits,
}: ImportStatus['enrichment']): string | null {
  if (!requested || waiting + done === 0) return null
  const progress = `${formatCount(done)} of ${formatCount(done + waiting)} looked up`
  return outOfCredits && waiting > 0 ? `${progress}; out of credits: the rest waits` : progress
}

/** How many contacts a file holds at most. */
export async function countRows(file: Blob): Promise<number> {
  const counter = new RowCounter()
  const reader = file.stream().getReader()
  for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) counter.push(chunk.value)
  return counter.rows()
}

/** How many cards an address book holds. */
export async function countCards(file: Blob): Promise<number> {
  return (await file.text()).match(/^BEGIN:VCARD\s*$/gim)?.length ?? 0
}

/** What each column is imported as: as recognized, unless somebody corrected it; null where it is not imported. */
export function currentFields(
  { columns }: Pick<CsvPreview, 'columns'>,
  corrections: CsvMapping,
): (CsvField | null)[] {
  return columns.map(({ field }, index) => {
    const corrected = corrections[index]
    return corrected === undefined ? field : corrected === 'none' ? null : corrected
  })
}

/** The corrections with one more; a column that is set back to what was recognized needs none. */
export function correctColumn(
  { columns }: Pick<CsvPreview, 'columns'>,
  corrections: CsvMapping,
  { index, field }: { index: number; field: CsvField | null },
): CsvMapping {
  const { [index]: _, ...others } = corrections
  return field === columns[index]?.field ? others : { ...others, [index]: field ?? 'none' }
}

/** The names that no column feeds: without them every row would be refused. */
export function unmappedNameLabels(fields: readonly (CsvField | null)[]): string[] {
  if (fields.includes('fullName')) return []
  return (['firstName', 'lastName'] as const).filter((field) => !fields.includes(field)).map(csvFieldLabel)
}

/** The most credits that looking everyone up can cost; null while neither figure is known. */
export function maxCreditCost(balance: number | null, rows: number | null): number | null {
  const known = [balance, rows].filter((figure) => figure !== null)
  return known.length === 0 ? null : Math.min(...known)
}

/** What an import kept beside the eight fields, in words; empty where there was nothing more. */
export function extraDataTexts({
  emails,
  phones,
  addresses,
  notes,
  labels,
  partners,
}: ImportStatus['kept']): string[] {
  const counts: [number, string, string][] = [
    [emails, 'more email address', 'more email addresses'],
    [phones, 'more phone number', 'more phone numbers'],
    [addresses, 'more address', 'more addresses'],
    [notes, 'contact with notes', 'contacts with notes'],
    [labels, 'contact with labels', 'contacts with labels'],
    [partners, 'partner', 'partners'],
  ]
  return counts.flatMap(([count, one, many]) => (count > 0 ? [formatQuantity(count, one, many)] : []))
}

/** The field that the problem of a refused row names first. */
export function invalidFieldOf(problem: string): ContactField | null {
  const named = CONTACT_FIELDS.map((field) => ({
    field,
    at: problem.indexOf(`${CONTACT_FIELD_LABELS[field]} `),
  }))
  const [first] = named.filter(({ at }) => at !== -1).toSorted((a, b) => a.at - b.at)
  return first?.field ?? null
}

const STATUS_TEXTS: Record<ImportStatus['status'], string> = {
  uploading: 'Uploading',
  queued: 'Waiting',
  running: 'Running',
  done: 'Complete',
  failed: 'Failed',
  undone: 'Undone',
}

export function statusText(status: ImportStatus['status']): string {
  return STATUS_TEXTS[status]
}

/** What an import is called: its file, or where its contacts came from. */
export function importName({ fileName, kind }: Pick<ImportSummary, 'fileName' | 'kind'>): string {
  if (fileName) return fileName
  return kind === 'bulk' ? 'Contacts from a device' : kind === 'vcf' ? 'vCard file' : 'CSV file'
}
