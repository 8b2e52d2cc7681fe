import type { OperatorMonth } from '#contract/admin.ts'
import { formatCents, formatCount, formatMonth } from '#web/lib/format.ts'
import { type TableColumn, TableHead } from '#web/ui/table-head.tsx'

const HEAD = 'border-b border-line py-1.5 pl-3 text-right font-medium text-muted'
const COLUMNS: readonly TableColumn[] = [
  { label: 'Month', className: 'pl-0! text-left!' },
  { label: 'Revenue' },
  { label: 'Recurring' },
  { label: 'New', className: 'max-sm:hidden' },
  { label: 'Credits used' },
]
const CELL = 'border-b border-line/60 py-1.5 pl-3 text-right'

/** The chart's months, the current one first. */
export function MonthsTable({ months }: { months: readonly OperatorMonth[] }) {
  return (
    <table className="w-full border-collapse text-[13px] tabular-nums">
      <caption className="sr-only">
        Revenue, recurring revenue, new organizations and credits by month
      </caption>
      <TableHead cell={HEAD} columns={COLUMNS} />
      <tbody>
        {[...months].reverse().map((each) => (
          <tr key={each.month}>
            <th scope="row" className={`${CELL} pl-0! text-left! font-normal whitespace-nowrap`}>
              {formatMonth(each.month)}
            </th>
            <td className={CELL}>{formatCents(each.revenueCents)}</td>
            <td className={CELL}>{formatCents(each.recurringCents)}</td>
            <td className={`${CELL} max-sm:hidden`}>{formatCount(each.newOrganizations)}</td>
            <td className={CELL}>{formatCount(each.creditsUsed)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
