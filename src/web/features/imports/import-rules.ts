import type { CsvPreview, ImportStatus, ImportSummary } from '#contract/imports.ts'
import { type CsvField, type CsvMapping, csvFieldLabel } from '#domain/contact-files/csv-fields.ts'
import { CONTACT_FIELD_LABELS, CONTACT_FIELDS, type ContactField } from '#domain/identity/contact-draft.ts'
import { formatCount, formatQuantity } from '#web/lib/format.ts'
import { RowCounter } from './row-counter.ts'

/** Decided by name only, since browsers disagree on the type of CSV files. */
export function isCsvName(name: string): boolean {
  return name.toLowerCase().endsWith('.csv')
}

/** File format by name; null for other formats. */
export function fileKindOf(name: string): 'csv' | 'vcf' | null {
  if (isCsvName(name)) return 'csv'
  return name.toLowerCase().endsWith('.vcf') ? 'vcf' : null
}

/** True while the rows of an import are being read. */
export function isReading(status: ImportStatus['status']): boolean {
  return status === 'uploading' || status === 'queued' || status === 'running'
}

/** True while rows are being read or contacts enriched (and credits are left). */
export function isInProgress(importStatus: ImportStatus | undefined): boolean {
  if (!importStatus) return true
  if (isReading(importStatus.status)) return true
  const { requested, waiting, outOfCredits } = importStatus.enrichment
  return importStatus.status === 'done' && requested && waiting > 0 && !outOfCredits
}

/** `412 of 935 enriched`, and that the rest waits for credits; null without enrichment. */
export function enrichmentProgressText({
  requested,
  waiting,
  done,
  outOfCredits,
}: ImportStatus['enrichment']): string | null {
  if (!requested || waiting + done === 0) return null
  const progress = `${formatCount(done)} of ${formatCount(done + waiting)} enriched`
  return outOfCredits && waiting > 0 ? `${progress}. Out of credits: the rest wait for more.` : progress
}

/** Maximum number of contacts in a CSV file. */
export async function countRows(file: Blob): Promise<number> {
  const counter = new RowCounter()
  const reader = file.stream().getReader()
  for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) counter.push(chunk.value)
  return counter.rows()
}

/** Number of cards in a vCard file. */
export async function countCards(file: Blob): Promise<number> {
  return (await file.text()).match(/^BEGIN:VCARD\s*$/gim)?.length ?? 0
}

/** The field of each column: the correction if any, else the recognized one; null if it is not imported. */
export function currentFields(
  { columns }: Pick<CsvPreview, 'columns'>,
  corrections: CsvMapping,
): (CsvField | null)[] {
  return columns.map(({ field }, index) => {
    const corrected = corrections[index]
    return corrected === undefined ? field : corrected === 'none' ? null : corrected
  })
}

/** Adds a correction, or removes it if the field equals the recognized one. */
export function correctColumn(
  { columns }: Pick<CsvPreview, 'columns'>,
  corrections: CsvMapping,
  { index, field }: { index: number; field: CsvField | null },
): CsvMapping {
  const { [index]: _, ...otherCorrections } = corrections
  return field === columns[index]?.field
    ? otherCorrections
    : { ...otherCorrections, [index]: field ?? 'none' }
}

/** Labels of required name fields without a column; every row would be skipped without them. */
export function unmappedNameLabels(fields: readonly (CsvField | null)[]): string[] {
  if (fields.includes('fullName')) return []
  return (['firstName', 'lastName'] as const).filter((field) => !fields.includes(field)).map(csvFieldLabel)
}

/** Maximum credits for enriching all rows: the smaller of balance and rows; null if both are unknown. */
export function maxCreditCost(balance: number | null, rows: number | null): number | null {
  const knownLimits = [balance, rows].filter((limit) => limit !== null)
  return knownLimits.length === 0 ? null : Math.min(...knownLimits)
}

/** Data an import saved beyond the eight fields: `2 more phone numbers`; empty if none. */
export function extraDataTexts(saved: ImportStatus['kept']): string[] {
  const counts: [number, string, string][] = [
    [saved.emails, 'more email address', 'more email addresses'],
    [saved.phones, 'more phone number', 'more phone numbers'],
    [saved.addresses, 'more address', 'more addresses'],
    [saved.notes, 'contact with notes', 'contacts with notes'],
    [saved.labels, 'contact with labels', 'contacts with labels'],
    [saved.partners, 'partner', 'partners'],
  ]
  return counts.flatMap(([count, singular, plural]) =>
    count > 0 ? [formatQuantity(count, singular, plural)] : [],
  )
}

/** The first field named in a skipped row's problem. */
export function invalidFieldOf(problem: string): ContactField | null {
  const namedFields = CONTACT_FIELDS.map((field) => ({
    field,
    index: problem.indexOf(`${CONTACT_FIELD_LABELS[field]} `),
  }))
  const [first] = namedFields.filter(({ index }) => index !== -1).toSorted((a, b) => a.index - b.index)
  return first?.field ?? null
}

export const STATUS_TEXTS: Record<ImportStatus['status'], string> = {
  uploading: 'Uploading',
  queued: 'Waiting',
  running: 'Running',
  done: 'Complete',
  failed: 'Failed',
  undone: 'Undone',
}

/** An import's name: its file, or its source. */
export function importName({ fileName, kind }: Pick<ImportSummary, 'fileName' | 'kind'>): string {
  if (fileName) return fileName
  return kind === 'bulk' ? 'Contacts from a device' : kind === 'vcf' ? 'vCard file' : 'CSV file'
}
