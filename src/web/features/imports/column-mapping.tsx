import type { CsvPreview } from '#contract/imports.ts'
import {
  type Confidence,
  type CoupleChoice,
  CSV_FIELD_GROUPS,
  type CsvMapping,
} from '#domain/contact-files/csv-fields.ts'
import { capitalize } from '#web/lib/format.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Select } from '#web/ui/form.tsx'
import { correctColumn, currentFields, unmappedNameLabels } from './import-rules.ts'

const GROUPS = CSV_FIELD_GROUPS.map(({ label, fields }) => ({
  label,
  options: fields.map(({ field, label: text }) => ({ value: field, label: text })),
}))

interface ColumnMappingProps {
  preview: CsvPreview
  corrections: CsvMapping
  onCorrections: (corrections: CsvMapping) => void
  couples: CoupleChoice
  onCouples: (couples: CoupleChoice) => void
  disabled: boolean
}

/** The field of each column with its confidence, for optional correction. */
export function ColumnMapping(props: ColumnMappingProps) {
  const { preview, corrections, onCorrections, disabled } = props
  const fields = currentFields(preview, corrections)
  const unmapped = unmappedNameLabels(fields)
  const skipped = preview.columns.flatMap((_, index) => (fields[index] ? [] : [titleOf(preview, index)]))
  const isCorrected = Object.keys(corrections).length > 0
  // Recognized columns come first; a column doesn't move while it is corrected.
  const order = preview.columns
    .map((_, index) => index)
    .sort((a, b) => Number(!preview.columns[a]?.field) - Number(!preview.columns[b]?.field))
  return (
    <section aria-label="Columns of the file">
      <p className="mb-2 text-[13px] text-muted">{introText(preview, isCorrected)}</p>
      <ul className="max-h-72 divide-y divide-line overflow-y-auto rounded-lg border border-line">
        {order.map((index) => (
          <li
            key={index}
            className="grid grid-cols-[minmax(0,1fr)_11rem] items-center gap-3 px-3 py-2 max-sm:grid-cols-1 max-sm:gap-1.5"
          >
            <div className="min-w-0">
              <p className="flex items-center gap-2 text-sm font-medium">
                <span className="truncate">{titleOf(preview, index)}</span>
                <ConfidenceBadge confidence={confidenceOf(preview, corrections, index)} />
              </p>
              <p className="truncate text-[13px] text-dim">{examplesOf(preview, index)}</p>
            </div>
            <Select
              aria-label={`Field for ${titleOf(preview, index)}`}
              placeholder="Don't import"
              groups={GROUPS}
              value={fields[index] ?? ''}
              disabled={disabled}
              onValue={(value) =>
                onCorrections(
                  correctColumn(preview, corrections, {
                    index,
                    field: value || null,
                  }),
                )
              }
            />
          </li>
        ))}
      </ul>
      {preview.hasCouples && <Couples {...props} />}
      {skipped.length > 0 && (
        <p className="mt-2 text-[13px] text-dim">Not imported: {titlesText(skipped)}.</p>
      )}
      {unmapped.length > 0 && (
        <p role="status" className="mt-2 text-[13px] text-yellow">
          Choose a column for {unmapped.join(' and ')}.
        </p>
      )}
      {unmapped.length === 0 && !isCorrected && preview.problems.length > 0 && (
        <div className="mt-2 text-[13px] text-muted">
          <p>These rows will be skipped. You can fix them after the import:</p>
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

function introText({ headerRow, remembered: isRemembered }: CsvPreview, isCorrected: boolean): string {
  if (isRemembered && isCorrected) return 'We applied your corrections from the last file with these columns.'
  if (headerRow === null)
    return "This file doesn't name its columns, so we went by what's in them. Please check."
  return 'Check how your columns map, then start the import.'
}

function ConfidenceBadge({ confidence }: { confidence: Confidence | null }) {
  if (!confidence) return null
  return <Badge tone={confidence === 'guess' ? 'yellow' : 'neutral'}>{capitalize(confidence)}</Badge>
}

/** The confidence of a recognized column; null for a corrected one. */
function confidenceOf({ columns }: CsvPreview, corrections: CsvMapping, index: number): Confidence | null {
  return corrections[index] === undefined ? (columns[index]?.confidence ?? null) : null
}

const COUPLE_OPTIONS = [
  { value: 'one', label: "One contact, with the partner's name" },
  { value: 'two', label: 'Two contacts' },
]

function Couples({ couples, onCouples, disabled }: ColumnMappingProps) {
  return (
    <div className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-1.5">
      <label htmlFor="couples" className="text-sm">
        Couples such as "John & Jane Smith"
      </label>
      <Select
        id="couples"
        className="w-72 max-w-full"
        options={COUPLE_OPTIONS}
        value={couples}
        disabled={disabled}
        onValue={(value) => onCouples(value === 'two' ? 'two' : 'one')}
      />
    </div>
  )
}

const MAX_LISTED = 12

function titlesText(titles: readonly string[]): string {
  const moreCount = titles.length - MAX_LISTED
  return `${titles.slice(0, MAX_LISTED).join(', ')}${moreCount > 0 ? ` and ${moreCount} more` : ''}`
}

function titleOf({ columns }: CsvPreview, index: number): string {
  return columns[index]?.header || `Column ${index + 1}`
}

function examplesOf({ rows, columns }: CsvPreview, index: number): string {
  const values = rows.map((cells) => cells[index] ?? '').filter((cell) => cell !== '')
  if (values.length > 0) return values.join(' · ')
  return columns[index]?.sample || 'No values in the first rows'
}
