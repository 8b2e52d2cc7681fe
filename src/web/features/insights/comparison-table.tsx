import type { ReactNode } from 'react'
import type { OutcomeComparison } from '#contract/outcomes.ts'
import { formatCount } from '#web/lib/format.ts'
import { TableHead } from '#web/ui/table-head.tsx'
import { formatShare, formatShares } from './outcome-texts.ts'

export const TABLE = 'w-full border-collapse text-[13px] tabular-nums'
export const HEAD = 'border-b border-line py-1.5 pr-2 text-right align-bottom font-medium text-muted'
export const CELL = 'border-b border-line py-1.5 pr-2 text-right align-top'

/** Expected and observed moves by group of contacts. */
export function ComparisonTable(props: {
  caption: ReactNode
  group: string
  rows: readonly (OutcomeComparison & { label: string })[]
}) {
  return (
    <table className={TABLE}>
      <caption className="pb-1.5 text-left text-[13px] text-dim">{props.caption}</caption>
      <TableHead
        cell={HEAD}
        columns={[
          { label: props.group, className: 'text-left!' },
          { label: 'Contacts' },
          { label: 'Expected' },
          { label: 'Moved (95% interval)' },
        ]}
      />
      <tbody>
        {props.rows.map((row) => (
          <tr key={row.label}>
            <th scope="row" className={`${CELL} text-left! font-normal`}>
              {row.label}
            </th>
            <td className={CELL}>{formatCount(row.contacts)}</td>
            <td className={CELL}>{formatShare(row.expected)}</td>
            <td className={CELL}>
              {formatShare(row.observed)}{' '}
              <span className="text-dim max-sm:block sm:ml-2 sm:inline-block sm:w-28">
                {formatShares(row)}
              </span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
