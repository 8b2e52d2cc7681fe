import type { ReactNode } from 'react'
import { cx } from './class-names.ts'

export interface Column<T> {
  label: string
  cell: (row: T) => ReactNode
  /** Right-aligns numbers. */
  isNumber?: boolean
  /** The cell that names the row. */
  isRowHeader?: boolean
  /** Shows the label to screen readers only. */
  isLabelHidden?: boolean
  /** Classes of the cells. */
  className?: string
  /** Classes of the header and the cells, such as `max-sm:hidden`. */
  hidden?: string
}

interface DataTableProps<T> {
  columns: readonly Column<T>[]
  rows: readonly T[]
  rowKey: (row: T) => string
  /** Name for screen readers, or the id of the heading that names the table. */
  caption?: string
  labelledBy?: string
  /** Smaller text and rows. */
  isDense?: boolean
  headClassName?: string
  className?: string
}

/** A table with one row per item. */
export function DataTable<T>(props: DataTableProps<T>) {
  const { columns, rows, rowKey, caption, labelledBy, isDense, headClassName, className } = props
  const classesOf = ({ isNumber, hidden }: Column<T>) =>
    cx(
      'border-b border-line pr-4 last:pr-0',
      isDense ? 'py-1.5' : 'py-2.5 align-top',
      isNumber ? 'text-right tabular-nums' : 'text-left',
      hidden,
    )
  return (
    <table
      aria-labelledby={labelledBy}
      className={cx('w-full border-collapse', isDense ? 'text-[13px]' : 'text-sm', className)}
    >
      {caption && <caption className="sr-only">{caption}</caption>}
      <thead className={headClassName}>
        <tr>
          {columns.map((column) => (
            <th key={column.label} scope="col" className={cx(classesOf(column), 'font-medium text-muted')}>
              {column.isLabelHidden ? <span className="sr-only">{column.label}</span> : column.label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={rowKey(row)}>
            {columns.map((column) => {
              const Cell = column.isRowHeader ? 'th' : 'td'
              return (
                <Cell
                  key={column.label}
                  scope={column.isRowHeader ? 'row' : undefined}
                  className={cx(classesOf(column), 'font-normal', column.className)}
                >
                  {column.cell(row)}
                </Cell>
              )
            })}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
