import type { ImportStatus } from '#contract/imports.ts'
import { capitalize, formatCount, formatQuantity } from '#web/lib/format.ts'
import { cx } from '#web/ui/class-names.ts'

type ImportCounts = Pick<ImportStatus, 'imported' | 'skipped' | 'total'> & { updated?: number }

/** Counts of an import; Updated is shown only if existing contacts were updated. */
export function Counts({ counts: countValues }: { counts: ImportCounts }) {
  const counts = [
    { label: 'Imported', value: countValues.imported },
    ...(countValues.updated ? [{ label: 'Updated', value: countValues.updated }] : []),
    { label: 'Skipped', value: countValues.skipped },
    { label: 'Total', value: countValues.total },
  ]
  return (
    <dl className={cx('grid gap-2', counts.length === 3 ? 'grid-cols-3' : 'grid-cols-2 sm:grid-cols-4')}>
      {counts.map(({ label, value }) => (
        <div key={label} className="flex flex-col-reverse rounded-lg border border-line px-3 py-2">
          <dt className="text-[13px] text-dim">{label}</dt>
          <dd className="text-xl font-semibold tabular-nums">{formatCount(value)}</dd>
        </div>
      ))}
    </dl>
  )
}

interface SkippedRowsProps {
  errors: readonly string[]
  /** Singular and plural names for the rows; default "row" and "rows". */
  singular?: string
  plural?: string
}

/** The skipped rows with their count, in a scrolling list. */
export function SkippedRows({ errors, singular = 'row', plural = 'rows' }: SkippedRowsProps) {
  if (errors.length === 0) return null
  return (
    <section aria-label={`${capitalize(plural)} that were not imported`}>
      <h3 className="mb-1.5 text-[13px]">
        {formatQuantity(errors.length, `${singular} needs`, `${plural} need`)} attention
      </h3>
      <ul
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling list must be reachable by keyboard
        tabIndex={0}
        className="max-h-32 overflow-y-auto rounded-lg border border-line px-3 py-2 text-[13px] text-muted"
      >
        {errors.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: plain lines that only grow
          <li key={index} className="break-words">
            {line}
          </li>
        ))}
      </ul>
    </section>
  )
}
