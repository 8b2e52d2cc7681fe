import type { ReactNode } from 'react'
import { BrandLink } from './brand-link.tsx'

/** A centered page with the logo, a title and little else. */
export function QuietPage({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="px-4 py-4 sm:px-6">
        <BrandLink />
      </header>
      <main className="mx-auto flex w-full max-w-md flex-1 flex-col items-center justify-center gap-4 px-4 pb-24 text-center">
        <h1 className="text-2xl">{title}</h1>
        {children}
      </main>
    </div>
  )
}
