import type { ReactNode } from 'react'

interface PageIntroProps {
  /** A word or two above the heading that name the kind of page. */
  kicker?: string
  heading: string
  lead: string
  /** Buttons or a note under the lead. */
  children?: ReactNode
}

/** Heading and lead at the top of a page. */
export function PageIntro({ kicker, heading, lead, children }: PageIntroProps) {
  return (
    <header className="max-w-3xl pt-14 pb-10 sm:pt-20 sm:pb-14">
      {kicker && <p className="mb-3 text-sm font-medium text-accent">{kicker}</p>}
      <h1 className="text-4xl leading-[1.1] tracking-[-0.025em] sm:text-5xl">{heading}</h1>
      <p className="mt-4 text-lg text-pretty text-muted">{lead}</p>
      {children && <div className="mt-8 flex flex-wrap gap-3">{children}</div>}
    </header>
  )
}
