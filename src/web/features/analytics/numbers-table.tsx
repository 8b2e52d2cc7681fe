import { type ReactNode, useId } from 'react'
import { Card } from '#web/ui/card.tsx'
import { type Column, DataTable } from '#web/ui/table.tsx'

interface NumbersTableProps<T> {
  title: string
  text?: ReactNode
  columns: readonly Column<T>[]
  rows: readonly T[]
  rowKey: (row: T) => string
  /** Shown without rows. */
  empty: string
}

/** A table of figures in a card; scrolls sideways on narrow screens. */
export function NumbersTable<T>({ title, text, columns, rows, rowKey, empty }: NumbersTableProps<T>) {
  const id = useId()
  return (
    <Card className="mt-4 min-w-0 p-4">
      <h2 id={id} className="text-sm font-semibold">
        {title}
      </h2>
      {text && <p className="mt-0.5 max-w-3xl text-[13px] text-pretty text-muted">{text}</p>}
      {rows.length === 0 ? (
        <p className="mt-3 text-sm text-muted">{empty}</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a table wider than the screen scrolls by keyboard
        <section tabIndex={0} aria-labelledby={id} className="mt-3 overflow-x-auto">
          <DataTable labelledBy={id} isDense columns={columns} rows={rows} rowKey={rowKey} />
        </section>
      )}
    </Card>
  )
}
