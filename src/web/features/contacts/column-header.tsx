import { ArrowDown, ArrowUp } from 'lucide-react'
import { type PointerEvent, type ReactNode, useRef } from 'react'
import type { ContactSort } from '#contract/contacts.ts'
import { COLUMN_WIDTH } from '#contract/views.ts'
import { cx } from '#web/ui/class-names.ts'

/** Ascending sort orders; the others are descending. */
const ASCENDING: readonly ContactSort[] = ['name', 'task']

interface ColumnHeaderProps {
  label: string
  sort?: ContactSort | undefined
  /** The list's current sort order. */
  currentSort: ContactSort
  onSort: (sort: ContactSort) => void
  isNumber?: boolean | undefined
  className?: string
  /** More controls beside the label. */
  children?: ReactNode
}

/** A column's header. A click sorts by the column if the list supports that order. */
export function ColumnHeader(props: ColumnHeaderProps) {
  const { label, sort, currentSort, onSort, isNumber, className, children } = props
  const isSorted = sort === currentSort
  const isAscending = sort !== undefined && ASCENDING.includes(sort)
  const Arrow = isAscending ? ArrowUp : ArrowDown
  return (
    <th
      scope="col"
      aria-label={label}
      aria-sort={isSorted ? (isAscending ? 'ascending' : 'descending') : undefined}
      className={cx(
        'group/head sticky top-0 z-20 border-b border-line bg-surface px-3 text-left text-[13px] font-medium text-muted',
        className,
      )}
    >
      <span className={cx('flex items-center gap-1', isNumber && 'justify-end')}>
        {sort ? (
          <button
            type="button"
            onClick={() => onSort(sort)}
            className={cx(
              'flex h-9 min-w-0 items-center gap-1 hover:text-text',
              isNumber && 'flex-row-reverse',
              isSorted && 'text-text',
            )}
          >
            <span className="truncate">{label}</span>
            <Arrow
              aria-hidden
              className={cx('size-3.5 shrink-0', !isSorted && 'opacity-0 group-hover/head:opacity-50')}
            />
          </button>
        ) : (
          <span className="truncate">{label}</span>
        )}
        {children}
      </span>
    </th>
  )
}

interface WidthHandleProps {
  label: string
  width: number
  onResize: (width: number) => void
}

/** Changes a column's width by dragging or, as a slider, with the arrow keys. */
export function WidthHandle({ label, width, onResize }: WidthHandleProps) {
  const drag = useRef<{ x: number; width: number } | null>(null)
  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    event.preventDefault()
    event.currentTarget.setPointerCapture(event.pointerId)
    drag.current = { x: event.clientX, width }
  }
  const onPointerMove = ({ clientX }: PointerEvent) => {
    if (drag.current) onResize(drag.current.width + clientX - drag.current.x)
  }
  const onEnd = () => {
    drag.current = null
  }
  return (
    <span className="absolute inset-y-0 right-0 w-2.5">
      <input
        type="range"
        aria-label={`Width of ${label}`}
        aria-valuetext={`${width} pixels`}
        min={COLUMN_WIDTH.min}
        max={COLUMN_WIDTH.max}
        step={10}
        value={width}
        onChange={(event) => onResize(Number(event.target.value))}
        onPointerDown={onPointerDown}
        onPointerMove={onPointerMove}
        onPointerUp={onEnd}
        onPointerCancel={onEnd}
        className="peer absolute inset-0 size-full cursor-col-resize touch-none appearance-none opacity-0"
      />
      <span className="pointer-events-none absolute inset-y-2 right-0 w-px bg-line peer-hover:w-0.5 peer-hover:bg-accent peer-focus-visible:w-0.5 peer-focus-visible:bg-accent" />
    </span>
  )
}
