import { ChevronLeft } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { Link } from 'react-router'
import { cx } from './class-names.ts'

interface PageProps {
  title: ReactNode
  /** Id of the heading, if a part of the page is labeled by it too. */
  id?: string
  /** Beside the title. */
  aside?: ReactNode
  /** Buttons at the right end. */
  actions?: ReactNode
  /** The page above this one. */
  back?: { label: string; to: string }
  /** The largest width. */
  width?: string
  children: ReactNode
}

/** A page of the application with its heading. */
export function Page({ title, id, aside, actions, back, width = 'max-w-5xl', children }: PageProps) {
  const ownId = useId()
  const headingId = id ?? ownId
  return (
    <section aria-labelledby={headingId} className={cx('min-w-0 px-4 pt-4 pb-20 sm:px-5', width)}>
      {back && <BackLink {...back} />}
      <div className="flex min-h-9 flex-wrap items-center gap-x-3 gap-y-2">
        <h1 id={headingId} className="text-xl">
          {title}
        </h1>
        {aside}
        {actions && (
          <div className="ml-auto flex flex-wrap gap-2 max-sm:w-full max-sm:*:flex-1">{actions}</div>
        )}
      </div>
      {children}
    </section>
  )
}

/** Leads to the page above. */
export function BackLink({ label, to }: { label: string; to: string }) {
  return (
    <Link
      to={to}
      className="-ml-1 inline-flex min-h-6 items-center gap-1 rounded-sm text-[13px] text-muted hover:text-text max-md:min-h-11"
    >
      <ChevronLeft aria-hidden className="size-4" />
      {label}
    </Link>
  )
}
