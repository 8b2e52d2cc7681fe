import type { CsvPreview } from '#contract/imports.ts'
import {
  CSV_FIELD_LABELS,
  CSV_FIELDS,
  type CsvField,
  type CsvMapping,
} from '#domain/contact-files/csv-fields.ts'
import { Select } from '#web/ui/select.tsx'
import { recognisedMapping, unfedNames } from './import-rules.ts'

const OPTIONS = CSV_FIELDS.map((field) => ({ value: field, label: CSV_FIELD_LABELS[field] }))

interface ColumnMappingProps {
  preview: CsvPreview
  /** Null: as recognised. */
  mapping: CsvMapping | null
  onMapping: (mapping: CsvMapping) => void
  disabled: boolean
}

/** What each column of the file is taken for, with values from its first rows. Nothing has to be done here. */
export function ColumnMapping({ preview, mapping, onMapping, disabled }: ColumnMappingProps) {
  const current = mapping ?? recognisedMapping(preview)
  const unfed = unfedNames(current)
  const change = (index: number, field: string) => {
    const { [index]: _, ...others } = current
    onMapping(field ? { ...others, [index]: field as CsvField } : others)
  }
  // What is imported stands first; a column does not move while it is changed.
  const order = preview.columns
    .map((_, index) => index)
    .sort((a, b) => Number(!preview.columns[a]?.field) - Number(!preview.columns[b]?.field))
  return (
    <section aria-label="Columns of the file">
      <p className="mb-2 text-[13px] text-muted">
        This is how the columns are read. Start the import, or change what a column is.
      </p>
      <ul className="max-h-72 divide-y divide-line overflow-y-auto rounded-lg border border-line">
        {order.map((index) => (
          <li key={index} className="grid grid-cols-[minmax(0,1fr)_9.5rem] items-center gap-3 px-3 py-2">
            <div className="min-w-0">
              <p className="truncate text-sm font-medium">{titleOf(preview, index)}</p>
              <p className="truncate text-[13px] text-dim">{examplesOf(preview, index)}</p>
            </div>
            <Select
              aria-label={`Field for ${titleOf(preview, index)}`}
              placeholder="Not imported"
              options={OPTIONS}
              value={current[index] ?? ''}
              disabled={disabled}
              onChange={(event) => change(index, event.target.value)}
            />
          </li>
        ))}
      </ul>
      {unfed.length > 0 && (
        <p role="status" className="mt-2 text-[13px] text-yellow">
          Choose a column for {unfed.join(' and ')}.
        </p>
      )}
      {unfed.length === 0 && !mapping && preview.problems.length > 0 && (
        <div className="mt-2 text-[13px] text-muted">
          <p>Among the first rows these will be skipped; you can fix them afterwards:</p>
          <ul className="mt-0.5 text-dim">
            {preview.problems.map((problem) => (
              <li key={problem}>{problem}</li>
            ))}
          </ul>
        </div>
      )}
    </section>
  )
}

function titleOf({ columns }: CsvPreview, index: number): string {
  return columns[index]?.header || `Column ${index + 1}`
}

function examplesOf({ rows }: CsvPreview, index: number): string {
  const values = rows.map((cells) => cells[index] ?? '').filter((cell) => cell !== '')
  return values.length === 0 ? 'No values in the first rows' : values.join(' · ')
}
