import type { ReactNode } from 'react'
import { cx } from '#web/ui/class-names.ts'
import { LinkedText } from './linked-text.tsx'

interface SplitSectionProps {
  /** Anchor of the section; the heading's id is `<id>-heading`. */
  id: string
  heading: string
  lead?: string
  /** Smaller heading and spacing, for pages with many sections. */
  quiet?: boolean
  children: ReactNode
}

/** Section with its heading beside the content on wide screens, where it stays in view, and above it on narrow ones. */
export function SplitSection({ id, heading, lead, quiet, children }: SplitSectionProps) {
  return (
    <section
      id={id}
      aria-labelledby={`${id}-heading`}
      className={cx(
        'grid scroll-mt-20 gap-x-16 border-t border-line lg:grid-cols-[18rem_minmax(0,1fr)]',
        quiet ? 'gap-y-6 py-10 sm:py-12' : 'gap-y-8 py-12 sm:py-16',
      )}
    >
      <div className="max-w-2xl lg:sticky lg:top-24 lg:self-start">
        <h2 id={`${id}-heading`} className={quiet ? 'text-2xl' : 'text-2xl sm:text-3xl'}>
          {heading}
        </h2>
        {lead && (
          <p className="mt-3 text-muted">
            <LinkedText text={lead} />
          </p>
        )}
      </div>
      <div className="min-w-0">{children}</div>
    </section>
  )
}
