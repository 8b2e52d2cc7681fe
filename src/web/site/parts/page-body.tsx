import type { ReactNode } from 'react'
import { cx } from '#web/ui/class-names.ts'

/** The main part of a public page, at the width of all others. */
export function PageBody({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <main id="main" className={cx('mx-auto max-w-7xl px-4 pb-20 sm:px-6', className)}>
      {children}
    </main>
  )
}
