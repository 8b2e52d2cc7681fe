import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { messageOf } from '#web/lib/api-error.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ShowMore } from '#web/ui/show-more.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

export const HEAD = 'border-b border-line py-2 pr-4 text-left font-medium text-muted'
export const CELL = 'border-b border-line py-2.5 pr-4 align-top'

interface ListFrameProps<P, T> {
  list: UseInfiniteQueryResult<InfiniteData<P>>
  rowsOf: (page: P) => readonly T[]
  /** What could not be loaded: `The log`. */
  what: string
  empty: ReactNode
  children: (rows: readonly T[]) => ReactNode
}

/** The states around a list that is read page by page. */
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
  if (list.isError && rows.length === 0) {
    return <LoadFailed what={what} error={list.error} onRetry={() => void list.refetch()} />
  }
  if (rows.length === 0) return empty
  return (
    <>
      {children(rows)}
      <ShowMore list={list} className="mx-auto mt-4 flex" />
    </>
  )
}

interface LoadFailedProps {
  what: string
  error: Error
  onRetry: () => void
}

export function LoadFailed({ what, error, onRetry }: LoadFailedProps) {
  return (
    <div role="alert">
      <EmptyState
        icon={<TriangleAlert />}
        title={`${what} could not be loaded`}
        description={messageOf(error, 'Check your connection and try again.')}
        actions={<Button onClick={onRetry}>Try again</Button>}
      />
    </div>
  )
}
