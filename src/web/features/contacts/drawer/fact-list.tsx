import type { ReactNode } from 'react'
import { cx } from '#web/ui/class-names.ts'
import { SampleBadge } from '../sample-data.tsx'

export interface Fact {
  label: string
  value: ReactNode
}

/** Pairs of label and value as facts, without the empty ones. */
export function presentFacts(facts: readonly (readonly [label: string, value: ReactNode])[]): Fact[] {
  return facts.flatMap(([label, value]) =>
    value === null || value === undefined || value === '' ? [] : [{ label, value }],
  )
}

/** Labels and values in one or two columns. */
export function FactList({ facts, columns = 1 }: { facts: readonly Fact[]; columns?: 1 | 2 }) {
  return (
    <dl className={cx('grid gap-x-6', columns === 2 && 'sm:grid-cols-2')}>
      {facts.map(({ label, value }, index) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: facts are never reordered, and labels can repeat
          key={index}
          className="flex items-baseline justify-between gap-4 border-b border-line/60 py-1.5 text-[13px]"
        >
          <dt className="shrink-0 text-dim">{label}</dt>
          <dd className="min-w-0 text-right break-words text-text">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

interface DrawerSectionProps {
  title: string
  /** Right of the title: a count, a date. */
  aside?: ReactNode
  /** Data from the sample provider. */
  sample?: boolean
  children: ReactNode
}

/** A titled part of a tab. */
export function DrawerSection({ title, aside, sample, children }: DrawerSectionProps) {
  return (
    <section className="mt-6 first:mt-0">
      <div className="mb-2 flex min-h-6 items-center gap-2">
        <h3 className="text-sm">{title}</h3>
        {sample && <SampleBadge />}
        {aside && <span className="ml-auto text-[13px] text-dim tabular-nums">{aside}</span>}
      </div>
      {children}
    </section>
  )
}
