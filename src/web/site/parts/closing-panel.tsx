import type { ReactNode } from 'react'

interface ClosingPanelProps {
  heading: string
  text: string
  /** One or two buttons. */
  children: ReactNode
}

/** Call to action at the end of a page. */
export function ClosingPanel({ heading, text, children }: ClosingPanelProps) {
  return (
    <section
      aria-labelledby="closing-heading"
      className="mt-4 flex flex-wrap items-end justify-between gap-x-12 gap-y-8 rounded-xl border border-line bg-surface p-6 sm:p-10 print:hidden"
    >
      <div className="max-w-xl">
        <h2 id="closing-heading" className="text-2xl sm:text-3xl">
          {heading}
        </h2>
        <p className="mt-3 text-muted">{text}</p>
      </div>
      <div className="flex flex-wrap gap-3 max-sm:w-full max-sm:flex-col">{children}</div>
    </section>
  )
}
