import { Columns3 } from 'lucide-react'
import {
  memo,
  type RefObject,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { Link } from 'react-router'
import type { ContactSummary } from '#contract/contacts.ts'
import { TABLE_COLUMNS, type TableColumn } from '#contract/views.ts'
import { fullName } from '#web/lib/format.ts'
import { useMediaQuery } from '#web/lib/use-media-query.ts'
import { Button, Spinner } from '#web/ui/button.tsx'
import { cx } from '#web/ui/class-names.ts'
import { DropdownMenu, MenuCheckboxItem, MenuItem, MenuSeparator } from '#web/ui/dropdown-menu.tsx'
import { Checkbox } from '#web/ui/form.tsx'
import { Skeleton } from '#web/ui/states.tsx'
import { ColumnHeader, WidthHandle } from './column-header.tsx'
import { ContactGrid, type ContactListProps } from './contact-grid.tsx'
import { ContactsSkeleton } from './contacts-states.tsx'
import { RetryLine } from './retry-line.tsx'
import {
  COLUMNS,
  type ColumnId,
  resizeColumn,
  toggleColumn,
  visibleColumns,
  widthOf,
} from './table-columns.tsx'
import type { ContactsUrlState } from './use-contacts-url-state.ts'
import type { ListLayoutState } from './use-list-layout.ts'
import { useListPosition } from './use-list-position.ts'
import { useOffsetTop } from './use-offset-top.ts'

const ROW_PX = 44
const HEADER_PX = 37
const NAME_PX = 220
/** Rows rendered above and below the visible ones. */
const OVERSCAN = 10
/** Scrolling by this many rows renders the table again. */
const SCROLL_STEP_ROWS = 5
/** Loads the next page this many rows before the end. */
const PREFETCH_ROWS = 30

const WIDE_QUERY = '(min-width: 48rem)'

interface ContactTableProps extends ContactListProps {
  layout: ListLayoutState
  /** `2418`; `1000+` if the count is not exact. */
  total: string | null
}

/** The contacts as a table; as cards on phones, where a table would show little more than names. */
export function ContactTable(props: ContactTableProps) {
  const isWide = useMediaQuery(WIDE_QUERY)
  if (isWide) return <Table {...props} />
  return props.contacts.length === 0 ? <ContactsSkeleton /> : <ContactGrid {...props} />
}

function Table(props: ContactTableProps) {
  const { contacts, urlState, selection, layout, total, hasMore, isLoadingMore, loadMoreError, onMore } =
    props
  const scrollBox = useRef<HTMLDivElement>(null)
  const pendingFocus = useRef<number | null>(null)
  const offset = useOffsetTop(scrollBox)
  const columns = visibleColumns(layout.columns)
  const shownIds = columns.map(({ id }) => id).join()
  // Stable while a column is resized, so that the rows don't render again.
  const ids = useMemo(() => shownIds.split(',') as ColumnId[], [shownIds])
  const [first, last] = useVisibleRows(scrollBox, contacts.length)
  useListPosition(urlState, contacts.length > 0, scrollBox)

  useImperativeHandle(props.ref, () => ({
    focusCard: (index) => {
      if (focusRow(scrollBox.current, index)) return
      pendingFocus.current = index
      scrollBox.current?.scrollTo({ top: (index - 3) * ROW_PX })
    },
  }))
  useLayoutEffect(() => {
    if (pendingFocus.current !== null && focusRow(scrollBox.current, pendingFocus.current))
      pendingFocus.current = null
  })
  useEffect(() => {
    const canLoad = hasMore && !isLoadingMore && loadMoreError === null
    if (canLoad && contacts.length > 0 && last >= contacts.length - PREFETCH_ROWS) onMore()
  }, [hasMore, isLoadingMore, loadMoreError, contacts.length, last, onMore])

  const width = columns.reduce((sum, column) => sum + widthOf(column), NAME_PX)
  const rowCount = total === null || total.endsWith('+') ? -1 : Number(total) + 1
  return (
    <>
      <div
        ref={scrollBox}
        // Leaves room for the selection bar.
        style={{
          maxHeight: `max(20rem, calc(100dvh - ${offset}px - ${selection.isActive ? 5.5 : 1.5}rem))`,
          scrollPaddingTop: HEADER_PX,
        }}
        className="overflow-auto rounded-lg border border-line bg-surface"
      >
        {contacts.length === 0 && (
          <p role="status" className="sr-only">
            Loading contacts
          </p>
        )}
        <table
          aria-label="Contacts"
          aria-rowcount={rowCount}
          className="w-full table-fixed border-separate border-spacing-0 text-[13px]"
          style={{ minWidth: width }}
        >
          <colgroup>
            <col />
            {columns.map((column) => (
              <col key={column.id} style={{ width: widthOf(column) }} />
            ))}
          </colgroup>
          <thead>
            <tr aria-rowindex={1}>
              <ColumnHeader
                label="Name"
                sort="name"
                currentSort={urlState.sort}
                onSort={urlState.setSort}
                className="left-0 z-30 border-r pl-12"
              >
                <ColumnsMenu columns={columns} layout={layout} />
              </ColumnHeader>
              {columns.map((column) => {
                const { label, sort, isNumber } = COLUMNS[column.id]
                return (
                  <ColumnHeader
                    key={column.id}
                    label={label}
                    sort={sort}
                    isNumber={isNumber}
                    currentSort={urlState.sort}
                    onSort={urlState.setSort}
                  >
                    <WidthHandle
                      label={label}
                      width={widthOf(column)}
                      onResize={(next) => layout.change({ columns: resizeColumn(columns, column.id, next) })}
                    />
                  </ColumnHeader>
                )
              })}
            </tr>
          </thead>
          <tbody>
            <Spacer rows={first} />
            {contacts.slice(first, last).map((contact, index) => (
              <ContactRow
                key={contact.id}
                contact={contact}
                index={first + index}
                columns={ids}
                isOpen={urlState.contactId === contact.id}
                isSelected={selection.has(contact.id)}
                isSelecting={selection.isActive}
                urlState={urlState}
                onToggle={selection.toggle}
                onPrefetch={props.onPrefetch}
              />
            ))}
            <Spacer rows={contacts.length - last} />
            {contacts.length === 0 && <PlaceholderRows columns={ids} />}
          </tbody>
        </table>
        {isLoadingMore && (
          <div className="sticky left-0 grid h-14 place-items-center text-muted">
            <Spinner label="Loading more contacts" />
          </div>
        )}
      </div>
      {loadMoreError !== null && !isLoadingMore && (
        <RetryLine title="We couldn't load more contacts." message={loadMoreError} onRetry={onMore} />
      )}
    </>
  )
}

/** Takes the space of the rows that aren't rendered. */
function Spacer({ rows }: { rows: number }) {
  return rows > 0 && <tr aria-hidden style={{ height: rows * ROW_PX }} />
}

/** Rows shown until the first page loads. */
function PlaceholderRows({ columns }: { columns: readonly ColumnId[] }) {
  return TABLE_COLUMNS.map((row) => (
    <tr key={row} aria-hidden className="h-11">
      {['name', ...columns].map((column) => (
        <td key={column} className="border-b border-line px-3">
          <Skeleton className="h-3.5 w-3/4" />
        </td>
      ))}
    </tr>
  ))
}

interface ContactRowProps {
  contact: ContactSummary
  index: number
  columns: readonly ColumnId[]
  /** True if its drawer is open. */
  isOpen: boolean
  /** True if selected for bulk actions. */
  isSelected: boolean
  /** True if any row is selected. */
  isSelecting: boolean
  urlState: Pick<ContactsUrlState, 'contactHref' | 'linkProps' | 'open'>
  onToggle: (index: number, range: boolean) => void
  onPrefetch: (id: string) => void
}

const ContactRow = memo(function ContactRow(props: ContactRowProps) {
  const { contact, index, columns, isOpen, isSelected, isSelecting, urlState, onToggle, onPrefetch } = props
  const name = fullName(contact)
  const tone = cx(
    'border-b border-line px-3 group-hover:bg-raised group-has-[:focus-visible]:bg-raised',
    isOpen || isSelected ? 'bg-raised' : 'bg-surface',
  )
  return (
    <tr
      aria-rowindex={index + 2}
      data-card={index}
      data-contact={contact.id}
      onClick={({ target }) => {
        const isControl = target instanceof Element && target.closest('a, input, label')
        // Selecting text doesn't open the contact.
        if (!isControl && getSelection()?.isCollapsed !== false) urlState.open(contact.id)
      }}
      onPointerEnter={() => isSelecting || onPrefetch(contact.id)}
      className="group h-11 cursor-pointer"
    >
      <th
        scope="row"
        aria-label={name}
        className={cx(
          tone,
          'sticky left-0 z-10 border-r text-left font-medium',
          isOpen && 'shadow-[inset_2px_0_var(--color-accent)]',
        )}
      >
        <span className="flex items-center gap-3">
          <Checkbox
            aria-label={`Select ${name}`}
            checked={isSelected}
            onChange={({ nativeEvent }) =>
              onToggle(index, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
            }
          />
          <Link
            to={urlState.contactHref(contact.id)}
            {...urlState.linkProps}
            aria-current={isOpen || undefined}
            className="min-w-0 truncate rounded-sm"
          >
            {name}
          </Link>
        </span>
      </th>
      {columns.map((id) => {
        const { isNumber, cell } = COLUMNS[id]
        return (
          <td key={id} className={cx(tone, 'truncate', isNumber && 'text-right tabular-nums')}>
            {cell(contact)}
          </td>
        )
      })}
    </tr>
  )
})

function ColumnsMenu({ columns, layout }: { columns: readonly TableColumn[]; layout: ListLayoutState }) {
  return (
    <DropdownMenu
      trigger={
        <Button variant="ghost" size="icon-sm" aria-label="Columns" title="Columns" className="ml-auto">
          <Columns3 aria-hidden />
        </Button>
      }
    >
      {TABLE_COLUMNS.map((id) => {
        const isShown = columns.some((column) => column.id === id)
        return (
          <MenuCheckboxItem
            key={id}
            checked={isShown}
            disabled={isShown && columns.length === 1}
            onSelect={(event) => {
              // Keeps the menu open for more changes.
              event.preventDefault()
              layout.change({ columns: toggleColumn(columns, id) })
            }}
          >
            {COLUMNS[id].label}
          </MenuCheckboxItem>
        )
      })}
      <MenuSeparator />
      <MenuItem onSelect={() => layout.change({ columns: null })}>Reset columns</MenuItem>
    </DropdownMenu>
  )
}

/** The range of rows to render; `last` is exclusive. All rows have the same height, so none needs measuring. */
function useVisibleRows(
  scrollBox: RefObject<HTMLElement | null>,
  count: number,
): [first: number, last: number] {
  const [top, setTop] = useState(0)
  useEffect(() => {
    const target = scrollBox.current
    if (!target) return
    const onScroll = () => setTop(Math.floor(target.scrollTop / ROW_PX / SCROLL_STEP_ROWS) * SCROLL_STEP_ROWS)
    target.addEventListener('scroll', onScroll, { passive: true })
    return () => target.removeEventListener('scroll', onScroll)
  }, [scrollBox])
  const first = Math.min(Math.max(0, top - OVERSCAN), count)
  return [first, Math.min(count, top + Math.ceil(window.innerHeight / ROW_PX) + OVERSCAN)]
}

/** @returns false if the row isn't rendered */
function focusRow(box: HTMLElement | null, index: number): boolean {
  const link = box?.querySelector<HTMLElement>(`[data-card="${index}"] a`)
  link?.focus()
  return link !== null && link !== undefined
}
