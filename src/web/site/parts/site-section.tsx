import type { ReactNode } from 'react'
import { cx } from '#web/ui/class-names.ts'
import { LinkedText } from './linked-text.tsx'

interface SiteSectionProps {
  /** Anchor of the section; the heading's id is `<id>-heading`. */
  id: string
  heading: string
  lead?: string
  className?: string
  children: ReactNode
}

/** Section of a page with a heading and an anchor. */
export function SiteSection({ id, heading, lead, className, children }: SiteSectionProps) {
  return (
    <section
      id={id}
      aria-labelledby={`${id}-heading`}
      className={cx('scroll-mt-20 border-t border-line py-12 sm:py-16', className)}
    >
      <h2 id={`${id}-heading`} className="text-2xl sm:text-3xl">
        {heading}
      </h2>
      {lead && (
        <p className="mt-3 max-w-2xl text-muted">
          <LinkedText text={lead} />
        </p>
      )}
      <div className="mt-8">{children}</div>
    </section>
  )
}
