import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'

import type { ReactNode } from 'react'
import { LoadErrorState } from '#web/ui/load-error.tsx'
import { ShowMore } from '#web/ui/show-more.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

export const HEAD = 'border-b border-line py-2 pr-4 text-left font-medium text-muted'
export const CELL = 'border-b border-line py-2.5 pr-4 align-top'

interface ListFrameProps<P, T> {
  list: UseInfiniteQueryResult<InfiniteData<P>>
  rowsOf: (page: P) => readonly T[]
  /** The list's name in an error: `the log`. */
  what: string
  empty: ReactNode
  children: (rows: readonly T[]) => ReactNode
}

/** A paged list with its loading, error and empty states. */
export function ListFrame<P, T>({ list, rowsOf, what, empty, children }: ListFrameProps<P, T>) {
  const rows = list.data?.pages.flatMap((page) => [...rowsOf(page)]) ?? []
  if (list.isPending) {
    return (
      <div role="status" aria-busy="true" aria-label="Loading" className="grid gap-2">
        {[1, 2, 3, 4, 5].map((row) => (
          <Skeleton key={row} className="h-12" />
        ))}
      </div>
    )
  }
  if (list.isError && rows.length === 0)
    return <LoadErrorState query={list} title={`We couldn't load ${what}`} />
  if (rows.length === 0) return empty
  return (
    <>
      {children(rows)}
      <ShowMore list={list} className="mx-auto mt-4 flex" />
    </>
  )
}
