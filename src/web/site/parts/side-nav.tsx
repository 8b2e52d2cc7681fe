import type { ReactNode } from 'react'
import { Disclosure } from './blocks.tsx'

/** Navigation beside a page that stays in view, folded above it on narrow screens. Place it in a grid of columns. */
export function SideNav({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <Disclosure
        label={label}
        className="border-b border-line lg:hidden print:hidden"
        summary="min-h-14 font-medium"
      >
        <nav aria-label={`${label}, collapsed`} className="pb-6">
          {children}
        </nav>
      </Disclosure>
      <div className="hidden lg:block print:hidden">
        <StickyNav label={label}>{children}</StickyNav>
      </div>
    </>
  )
}

/** Navigation that scrolls by itself and stays in view. */
export function StickyNav({ label, children }: { label: string; children: ReactNode }) {
  return (
    <nav aria-label={label} className="sticky top-16 max-h-[calc(100dvh-4rem)] overflow-y-auto py-12">
      {children}
    </nav>
  )
}

interface PageLinksProps {
  title?: string
  links: readonly { anchor: string; label: ReactNode; isIndented?: boolean }[]
}

/** Links to the parts of a page. */
export function PageLinks({ title, links }: PageLinksProps) {
  return (
    <>
      {title && <p className="mb-2 text-[13px] font-medium text-dim">{title}</p>}
      <ul>
        {links.map(({ anchor, label, isIndented }) => (
          <li key={anchor} className={isIndented ? 'pl-3' : undefined}>
            <a
              href={`#${anchor}`}
              className="flex min-h-11 items-center gap-3 py-1 text-sm leading-snug text-muted hover:text-text lg:min-h-8"
            >
              {label}
            </a>
          </li>
        ))}
      </ul>
    </>
  )
}
