import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { Fragment, type ReactNode } from 'react'
import { ApiError } from '#web/lib/api-error.ts'
import { itemsOf, type ListItem } from '#web/lib/pages.ts'
import { cx } from './class-names.ts'
import { LoadError, LoadErrorState, ShowMore, Skeleton } from './states.tsx'

interface SkeletonsProps {
  /** Read by screen readers. */
  label?: string
  /** Sizes of the placeholders. */
  rows: readonly string[]
  className?: string
}

/** Placeholders for a list or page that is loading. */
export function Skeletons({ label = 'Loading', rows, className = 'gap-2' }: SkeletonsProps) {
  return (
    <div role="status" aria-busy="true" aria-label={label} className={cx('grid', className)}>
      {rows.map((size, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows never change
        <Skeleton key={index} className={size} />
      ))}
    </div>
  )
}

interface LoadedProps<T> {
  query: { data: T | undefined; error: unknown; isFetching: boolean; refetch: () => unknown }
  /** The failure, for example "We couldn't load the log". */
  failure: string
  /** Shown while loading; a large placeholder by default. */
  pending?: ReactNode
  /** Shows a failure in one line, for a part of a page. */
  isCompact?: boolean
  /** Shown for a response with status 400 or 404. */
  notFound?: ReactNode
  children: (data: NonNullable<T>) => ReactNode
}

/** Content that needs a query's data, with its loading and error states. */
export function Loaded<T>(props: LoadedProps<T>) {
  const {
    query,
    failure,
    pending = <Skeleton className="h-96 w-full" />,
    isCompact,
    notFound,
    children,
  } = props
  if (query.data) return children(query.data)
  if (!query.error || query.isFetching) return pending
  if (notFound && query.error instanceof ApiError && [400, 404].includes(query.error.status)) return notFound
  if (isCompact) return <LoadError query={query} text={`${failure}.`} className="mt-4" />
  return <LoadErrorState query={query} title={failure} />
}

interface PagedListProps<T> {
  list: UseInfiniteQueryResult<InfiniteData<{ items: readonly T[] }>>
  /** The list's name in an error: `the log`. */
  listName: string
  /** Smaller states, for a part of a page. */
  isCompact?: boolean
  empty?: ReactNode
  children: (rows: readonly T[]) => ReactNode
}

/** A paged list with its loading, error and empty states. */
export function PagedList<T extends ListItem>(props: PagedListProps<T>) {
  const { list, listName, isCompact, empty, children } = props
  const rows = itemsOf(list.data)
  if (rows.length === 0) {
    const pending = isCompact ? (
      <Skeleton className="mt-4 h-12" />
    ) : (
      <Skeletons rows={Array(5).fill('h-12')} />
    )
    return (
      <Loaded query={list} failure={`We couldn't load ${listName}`} isCompact={isCompact} pending={pending}>
        {() => empty}
      </Loaded>
    )
  }
  return (
    <>
      {children(rows)}
      <ShowMore
        list={list}
        itemsName={isCompact ? listName.replace(/^\w+ /, '') : undefined}
        className={isCompact ? 'mt-3' : 'mx-auto mt-4 flex'}
      />
    </>
  )
}

interface PagedItemsProps<T> extends Omit<PagedListProps<T>, 'children'> {
  /** Name for screen readers. */
  label: string
  className?: string
  /** The `<li>` of an item. */
  children: (item: T) => ReactNode
}

/** A paged list with an item per row. */
export function PagedItems<T extends { id: string }>(props: PagedItemsProps<T>) {
  const { label, className = 'divide-y divide-line/60', children, ...list } = props
  return (
    <PagedList {...list}>
      {(items) => (
        <ul aria-label={label} className={className}>
          {items.map((item) => (
            <Fragment key={item.id}>{children(item)}</Fragment>
          ))}
        </ul>
      )}
    </PagedList>
  )
}
