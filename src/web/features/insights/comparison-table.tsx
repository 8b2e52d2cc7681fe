import { useId } from 'react'
import type { OutcomeComparison } from '#domain/score/field-evaluation.ts'
import { formatCount, formatExactPercent } from '#web/lib/format.ts'
import { DataTable } from '#web/ui/table.tsx'
import { formatShares } from './outcome-texts.ts'

/** Expected and observed moves by group of contacts. */
export function ComparisonTable(props: {
  caption: string
  group: string
  rows: readonly (OutcomeComparison & { label: string })[]
}) {
  const captionId = useId()
  return (
    <>
      <p id={captionId} className="pb-1.5 text-[13px] text-dim">
        {props.caption}
      </p>
      <DataTable
        labelledBy={captionId}
        isDense
        rows={props.rows}
        rowKey={({ label }) => label}
        columns={[
          { label: props.group, cell: ({ label }) => label, isRowHeader: true },
          { label: 'Contacts', cell: ({ contacts }) => formatCount(contacts), isNumber: true },
          { label: 'Expected', cell: ({ expected }) => formatExactPercent(expected), isNumber: true },
          {
            label: 'Moved (95% interval)',
            isNumber: true,
            cell: (row) => (
              <>
                {formatExactPercent(row.observed)}{' '}
                <span className="text-dim max-sm:block sm:ml-2 sm:inline-block sm:w-28">
                  {formatShares(row)}
                </span>
              </>
            ),
          },
        ]}
      />
    </>
  )
}
