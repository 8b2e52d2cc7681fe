import { TriangleExclamationPoint } from 'lucide-react'
import type { ReactNode } from 'react'
import { ApiError, messageOf } from '#web/lib/api-error.ts'
import { urls } from '#web/lib/urls.ts'
import { Button } from './button.tsx'
import { ButtonLink } from './button-link.tsx'
import { cx } from './class-names.ts'

/** A gray placeholder, sized by `className`. Set `aria-busy` on the loading region. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden className={cx('skeleton block rounded-md', className)} />
}

export interface EmptyStateProps {
  title: ReactNode
  description?: ReactNode
  icon?: ReactNode
  actions?: ReactNode
  /** Heading level of the title. */
  level?: 1 | 2 | 3 | 4
  /** Width; `max-w-md` unless given. */
  className?: string
}

/** Shown instead of a list that is empty or failed to load. */
export function EmptyState({ title, description, icon, actions, level = 2, className }: EmptyStateProps) {
  const Heading = `h${level}` as const
  return (
    <div className={cx('mx-auto flex flex-col items-center px-4 py-12 text-center', className ?? 'max-w-md')}>
      {icon && (
        <div
          aria-hidden
          className="mb-4 grid size-11 place-items-center rounded-lg border border-line text-dim [&_svg]:size-5"
        >
          {icon}
        </div>
      )}
      <Heading className="text-base">{title}</Heading>
      {description && <p className="mt-1 text-sm text-pretty text-muted">{description}</p>}
      {actions && (
        <div className="mt-5 flex justify-center gap-2 max-sm:w-full max-sm:max-w-64 max-sm:flex-col sm:flex-wrap">
          {actions}
        </div>
      )}
    </div>
  )
}

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
      <Button size="row" onClick={() => void query.refetch()}>
        Try again
      </Button>
    </div>
  )
}

/** A list or page that could not be loaded, with the reason and a button to retry. */
export function LoadErrorState({ query, title }: { query: FailedQuery; title: string }) {
  const lacksSubscription = query.error instanceof ApiError && query.error.body?.code === 'payment_required'
  return (
    <div role="alert">
      <EmptyState
        icon={<TriangleExclamationPoint />}
        title={title}
        description={messageOf(query.error, 'Check your connection and try again.')}
        actions={
          <>
            {lacksSubscription && <ButtonLink to={urls.billing}>Go to billing</ButtonLink>}
            <Button onClick={() => void query.refetch()}>Try again</Button>
          </>
        }
      />
    </div>
  )
}

interface ShowMoreProps {
  /** An infinite query. */
  list: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown }
  size?: 'sm' | 'row'
  className?: string
  /** Item name, for pages with several lists. */
  itemsName?: string
}

/** Button that loads the next page of a list, if there is one. */
export function ShowMore({ list, size, className, itemsName }: ShowMoreProps) {
  if (!list.hasNextPage) return null
  return (
    <Button
      {...(size && { size })}
      className={className}
      pending={list.isFetchingNextPage}
      onClick={() => void list.fetchNextPage()}
    >
      {itemsName ? `Show more ${itemsName}` : 'Show more'}
    </Button>
  )
}
