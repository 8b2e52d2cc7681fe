import type { ReactNode } from 'react'
import { useBrand } from '#web/lib/brand.ts'
import { Spinner } from '#web/ui/button.tsx'
import { BrandLink } from './brand-link.tsx'

interface CenteredPageProps {
  title: ReactNode
  text?: string
  /** Text beside a spinner while an action runs. */
  progress?: string
  children?: ReactNode
}

/** A centered page with the logo, a title and little else. */
export function CenteredPage({ title, text, progress, children }: CenteredPageProps) {
  const { poweredBy } = useBrand()
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
      {poweredBy && <footer className="p-4 text-center text-xs text-dim">Powered by {poweredBy}</footer>}
    </div>
  )
}

/** The buttons of a centered page. */
export function CenteredActions({ children }: { children: ReactNode }) {
  return <div className="flex flex-wrap justify-center gap-2">{children}</div>
}
