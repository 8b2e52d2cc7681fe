import { Check, ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { slugOf } from '#domain/blog/slug.ts'
import { anchorOf, type Block, parseBlocks } from '#domain/documentation/document.ts'
import type { ButtonProps } from '#web/ui/button.tsx'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { cx } from '#web/ui/class-names.ts'
import { DocumentBlocks, LinkedText } from '../documentation/document-blocks.tsx'

/** Main content of a public page. */
export function PageBody({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <main id="main" className={cx('mx-auto max-w-7xl px-4 pb-20 sm:px-6', className)}>
      {children}
    </main>
  )
}

interface PageIntroProps {
  /** A word or two above the heading that name the type of page. */
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

interface SiteSectionProps {
  /** Anchor of the section; the heading's id is `<id>-heading`. */
  id: string
  heading: string
  lead?: string
  /** Puts the heading beside the content on wide screens, where it stays in view. */
  split?: boolean
  /** Smaller heading and spacing, for pages with many sections. */
  compact?: boolean
  className?: string
  children: ReactNode
}

/** Section of a page with a heading and an anchor. */
export function SiteSection({ id, heading, lead, split, compact, className, children }: SiteSectionProps) {
  return (
    <section
      id={id}
      aria-labelledby={`${id}-heading`}
      className={cx(
        'grid scroll-mt-20 grid-cols-[minmax(0,1fr)] gap-x-16 border-t border-line',
        split && 'lg:grid-cols-[18rem_minmax(0,1fr)]',
        compact ? 'gap-y-6 py-10 sm:py-12' : 'gap-y-8 py-12 sm:py-16',
        className,
      )}
    >
      <div className={cx('max-w-2xl', split && 'lg:sticky lg:top-24 lg:self-start')}>
        <h2 id={`${id}-heading`} className={compact ? 'text-2xl' : 'text-2xl sm:text-3xl'}>
          {heading}
        </h2>
        {lead && (
          <p className="mt-3 text-muted">
            <LinkedText text={lead} />
          </p>
        )}
      </div>
      <div className="min-w-0">{children}</div>
    </section>
  )
}

interface ClosingPanelProps {
  heading: string
  text: string
  /** One or two links. */
  links: readonly { label: string; href: string; variant?: ButtonProps['variant'] }[]
}

/** Call to action at the end of a page. */
export function ClosingPanel({ heading, text, links }: ClosingPanelProps) {
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
      <div className="flex flex-wrap gap-3 max-sm:w-full max-sm:flex-col">
        {links.map(({ label, ...link }) => (
          <ButtonLink key={label} size="lg" {...link}>
            {label}
          </ButtonLink>
        ))}
      </div>
    </section>
  )
}

const COLUMNS = {
  2: 'sm:grid-cols-2',
  3: 'sm:grid-cols-2 lg:grid-cols-3',
  4: 'sm:grid-cols-2 xl:grid-cols-4',
} as const

interface FactGridProps {
  facts: readonly { title: string; text: string }[]
  /** On wide screens. */
  columns: keyof typeof COLUMNS
}

/** Grid of short texts with titles. */
export function FactGrid({ facts, columns }: FactGridProps) {
  return (
    <ul className={cx('grid gap-x-10 gap-y-8', COLUMNS[columns])}>
      {facts.map(({ title, text }) => (
        <li key={title} className="border-t border-line pt-4">
          <h3>{title}</h3>
          <BodyText text={text} className="mt-1.5" />
        </li>
      ))}
    </ul>
  )
}

interface TermListProps {
  terms: readonly { term: string; text: string }[]
  /** Of the entries. */
  className?: string
}

/** Terms with their explanations beside them. */
export function TermList({ terms, className }: TermListProps) {
  return (
    <dl>
      {terms.map(({ term, text }) => (
        <div
          key={term}
          className={cx('grid gap-x-8 gap-y-1 py-4 sm:grid-cols-[8rem_minmax(0,1fr)]', className)}
        >
          <dt className="font-medium">{term}</dt>
          <dd className="text-muted">{text}</dd>
        </div>
      ))}
    </dl>
  )
}

interface StatRowProps {
  stats: readonly { value: string; label: string }[]
  className?: string
}

/** Row of large numbers with labels. */
export function StatRow({ stats, className }: StatRowProps) {
  return (
    <dl
      className={cx(
        'grid gap-x-10 gap-y-6',
        stats.length % 2 === 0 ? 'grid-cols-2 lg:grid-cols-4' : 'sm:grid-cols-3',
        className,
      )}
    >
      {stats.map(({ value, label }) => (
        <div
          key={label}
          className="flex flex-col-reverse justify-end gap-1.5 border-t border-line-strong pt-4"
        >
          <dt className="text-sm text-muted">{label}</dt>
          <dd className="text-3xl font-semibold tracking-[-0.02em] tabular-nums sm:text-4xl">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

interface DisclosureProps {
  id?: string
  label: ReactNode
  /** Classes of the element and of its summary. */
  className?: string
  summary: string
  children: ReactNode
}

/** Expandable part that works without JavaScript. */
export function Disclosure({ id, label, className, summary, children }: DisclosureProps) {
  return (
    <details id={id} className={cx('group/disclosure', className)}>
      <summary
        className={cx(
          'flex list-none items-center justify-between gap-4 [&::-webkit-details-marker]:hidden',
          summary,
        )}
      >
        {label}
        <ChevronDown
          aria-hidden
          className="size-4 shrink-0 text-dim transition-transform group-open/disclosure:rotate-180"
        />
      </summary>
      {children}
    </details>
  )
}

interface QuestionListProps {
  questions: readonly { question: string; blocks: readonly Block[] }[]
}

/** Expandable questions. */
export function QuestionList({ questions }: QuestionListProps) {
  return (
    <div className="divide-y divide-line border-y border-line">
      {questions.map(({ question, blocks }) => (
        <Disclosure
          key={question}
          id={anchorOf(question)}
          label={<h3 className="text-lg">{question}</h3>}
          className="scroll-mt-20"
          summary="min-h-14 py-3"
        >
          <DocumentBlocks blocks={blocks} className="max-w-[68ch] pr-8 pb-5" />
        </Disclosure>
      ))}
    </div>
  )
}

/** List with check marks. */
export function PointList({ points, className }: { points: readonly string[]; className?: string }) {
  return (
    <ul className={cx('grid gap-3', className)}>
      {points.map((point) => (
        <li key={point} className="flex gap-3">
          <Check aria-hidden className="mt-1 size-4 shrink-0 text-accent" />
          <span className="min-w-0">
            <LinkedText text={point} />
          </span>
        </li>
      ))}
    </ul>
  )
}

/** Renders paragraphs and `- ` lists with links. */
export function BodyText({ text, className }: { text: string; className?: string }) {
  return <DocumentBlocks blocks={parseBlocks(text)} className={className} />
}

/** Ids that site pages use for their own sections, also with a `-heading` suffix. */
const RESERVED_ANCHORS = ['main', 'closing', 'roles', 'reporting', 'newsletter-email']

/**
 * Unique anchors for the headings of a page, in order: a slug of the words, or `part-<n>` where no Latin letters or
 * digits remain.
 */
export function anchorsOf(headings: readonly string[]): string[] {
  const usedAnchors = new Set(RESERVED_ANCHORS)
  return headings.map((heading, index) => {
    const slug = slugOf(heading)
    let anchor = slug || `part-${index + 1}`
    for (let suffix = index + 1; usedAnchors.has(anchor); suffix++) anchor = `${slug || 'part'}-${suffix}`
    usedAnchors.add(anchor)
    return anchor
  })
}
