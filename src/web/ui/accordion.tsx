import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from './class-names.ts'

/** A list of AccordionItem between hairlines. */
export function Accordion({ children, className }: { children: ReactNode; className?: string }) {
  return <div className={cx('divide-y divide-line border-y border-line', className)}>{children}</div>
}

export interface AccordionItemProps {
  title: ReactNode
  children: ReactNode
  /** Items of one name close each other. */
  group?: string
  defaultOpen?: boolean
  /** Heading level of the title, so that the page's outline stays whole. */
  level?: 2 | 3 | 4
}

/** The browser's own disclosure: in the HTML for search engines and page search, works before scripts arrive. */
export function AccordionItem({ title, children, group, defaultOpen, level = 3 }: AccordionItemProps) {
  const Heading = `h${level}` as const
  return (
    <details name={group} open={defaultOpen} className="group/item">
      <summary className="flex min-h-11 list-none items-center justify-between gap-4 py-3 [&::-webkit-details-marker]:hidden">
        <Heading className="font-medium">{title}</Heading>
        <ChevronDown
          aria-hidden
          className="size-4 shrink-0 text-dim transition-transform group-open/item:rotate-180"
        />
      </summary>
      <div className="pb-4 text-muted">{children}</div>
    </details>
  )
}
