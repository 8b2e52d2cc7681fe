import { TriangleAlert } from 'lucide-react'
import { messageOf } from '#web/lib/api-error.ts'
import { Button } from './button.tsx'
import { cx } from './class-names.ts'
import { EmptyState } from './empty-state.tsx'

interface FailedQuery {
  error: unknown
  refetch: () => unknown
}

interface LoadErrorProps {
  query: FailedQuery
  /** Shown where the server gave no reason. */
  text: string
  className?: string
}

/** The reason a part of a page could not be loaded, and a button to retry. */
export function LoadError({ query, text, className = 'mt-2' }: LoadErrorProps) {
  return (
    <div role="alert" className={cx('text-sm', className)}>
      <p className="mb-2 text-red">{messageOf(query.error, text)}</p>
      <Button size="sm" className="max-md:h-11" onClick={() => void query.refetch()}>
        Try again
      </Button>
    </div>
  )
}

/** A list or page that could not be loaded, with the reason and a button to retry. */
export function LoadErrorState({ query, title }: { query: FailedQuery; title: string }) {
  return (
    <div role="alert">
      <EmptyState
        icon={<TriangleAlert />}
        title={title}
        description={messageOf(query.error, 'Check your connection and try again.')}
        actions={<Button onClick={() => void query.refetch()}>Try again</Button>}
      />
    </div>
  )
}
