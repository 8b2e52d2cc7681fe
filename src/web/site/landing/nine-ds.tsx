import { useState } from 'react'
import type { Category } from '#domain/signals/categories.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Card } from '#web/ui/card.tsx'
import { categoryColor } from '#web/ui/category-look.ts'
import { cx } from '#web/ui/class-names.ts'
import { Dial, type DialSpoke } from '#web/ui/dial.tsx'
import { SAMPLE_SIGNALS } from './sample-signals.ts'

const SPOKES: readonly DialSpoke[] = SAMPLE_SIGNALS.map(({ category, percent }) => ({
  category,
  value: percent / 100,
}))

/** The colours of a score everywhere: green from 75, yellow from 50, red below. */
function band(percent: number): 'green' | 'yellow' | 'red' {
  if (percent >= 75) return 'green'
  return percent >= 50 ? 'yellow' : 'red'
}

/** The nine categories with sample percentages, as a list and on the dial. */
export function NineDs() {
  const [active, setActive] = useState<Category | null>(null)
  return (
    <section aria-labelledby="nine-ds">
      <Card className="grid items-center gap-10 rounded-xl p-6 sm:p-10 lg:grid-cols-[minmax(0,20rem)_1fr] lg:gap-16">
        <div>
          <h2 id="nine-ds" className="text-3xl">
            The 9 Ds
          </h2>
          <p className="mt-3 text-pretty text-muted">
            Nine kinds of life event come before most moves. Each has its own strength, its own lead time, and
            a date on which it no longer counts.
          </p>
          <Dial
            spokes={SPOKES}
            label="Sample percentages of the nine signals"
            center="9 Ds"
            size={240}
            active={active}
            onSpoke={setActive}
            className="mx-auto mt-8"
          />
          <p className="mt-4 text-center text-sm text-dim">Sample values</p>
        </div>
        <ul className="grid">
          {SAMPLE_SIGNALS.map(({ category, label, percent, event }) => (
            <li
              key={category}
              onPointerEnter={() => setActive(category)}
              onPointerLeave={() => setActive(null)}
              className={cx(
                'flex items-center gap-3 border-line py-3 transition-opacity not-first:border-t',
                active && active !== category && 'opacity-55',
              )}
            >
              <span
                aria-hidden
                className="size-2.5 rounded-full"
                style={{ background: categoryColor(category) }}
              />
              <div className="min-w-0 flex-1 sm:grid sm:grid-cols-[9rem_1fr] sm:items-baseline">
                <h3 className="font-medium">{label}</h3>
                <p className="text-sm text-muted">{event}</p>
              </div>
              <Badge tone={band(percent)} className="tabular-nums">
                {percent}%
              </Badge>
            </li>
          ))}
        </ul>
      </Card>
    </section>
  )
}
