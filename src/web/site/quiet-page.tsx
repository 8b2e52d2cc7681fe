import type { ReactNode } from 'react'
import { Spinner } from '#web/ui/button.tsx'
import { BrandLink } from './brand-link.tsx'

interface QuietPageProps {
  title: ReactNode
  text?: string
  /** Action in progress. */
  progress?: string
  children?: ReactNode
}

/** A centered page with the logo, a title and little else. */
export function QuietPage({ title, text, progress, children }: QuietPageProps) {
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="px-4 py-4 sm:px-6">
        <BrandLink />
      </header>
      <main className="mx-auto flex w-full max-w-md flex-1 flex-col items-center justify-center gap-4 px-4 pb-24 text-center">
        <h1 className="text-2xl">{title}</h1>
        {text && <p className="text-muted">{text}</p>}
        {progress && (
          <p role="status" className="flex items-center justify-center gap-2 text-muted">
            <Spinner /> {progress}
          </p>
        )}
        {children}
      </main>
    </div>
  )
}

/** The buttons of a quiet page. */
export function QuietActions({ children }: { children: ReactNode }) {
  return <div className="flex flex-wrap justify-center gap-2">{children}</div>
}
