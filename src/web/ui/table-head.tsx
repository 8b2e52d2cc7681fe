import { cx } from './class-names.ts'

export interface TableColumn {
  label: string
  className?: string
  /** Only for screen readers. */
  isHidden?: boolean
}

interface TableHeadProps {
  columns: readonly TableColumn[]
  /** The classes of every header cell. */
  cell: string
  className?: string
}

/** The header row of a table. */
export function TableHead({ columns, cell, className }: TableHeadProps) {
  return (
    <thead className={className}>
      <tr>
        {columns.map(({ label, isHidden, ...column }) => (
          <th key={label} scope="col" className={cx(cell, column.className)}>
            {isHidden ? <span className="sr-only">{label}</span> : label}
          </th>
        ))}
      </tr>
    </thead>
  )
}
