import { type ReactNode, useId } from 'react'
import { cx } from '#web/ui/class-names.ts'

interface ReportSectionProps {
  title: string
  /** An explanation under the title. */
  text?: ReactNode
  className?: string
  children: ReactNode
}

/** A section of the outcomes page. */
export function ReportSection({ title, text, className, children }: ReportSectionProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className={cx('mt-8', className)}>
      <h2 id={id} className="text-base">
        {title}
      </h2>
      {text && <p className="mt-1 mb-3 max-w-3xl text-sm text-muted">{text}</p>}
      {children}
    </section>
  )
}
