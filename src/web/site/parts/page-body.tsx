import type { ReactNode } from 'react'
import { cx } from '#web/ui/class-names.ts'

/** Main content of a public page. */
export function PageBody({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <main id="main" className={cx('mx-auto max-w-7xl px-4 pb-20 sm:px-6', className)}>
      {children}
    </main>
  )
}
