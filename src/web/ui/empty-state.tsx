import type { ReactNode } from 'react'
import { cx } from './class-names.ts'

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
