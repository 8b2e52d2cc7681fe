import { Badge } from '#web/ui/badge.tsx'
import { categoryColor } from '#web/ui/category-style.ts'
import { scoreBand } from '#web/ui/score-number.tsx'
import { SAMPLE_SIGNALS } from './sample-signals.ts'

const TONES = { high: 'green', mid: 'yellow', low: 'red' } as const

/** The nine categories with sample percentages. */
export function NineDs() {
  return (
    <section aria-labelledby="nine-ds">
      <div className="grid items-end gap-x-16 gap-y-4 lg:grid-cols-2">
        <h2 id="nine-ds" className="text-3xl sm:text-4xl">
          The 9 Ds
        </h2>
        <p className="max-w-xl text-lg text-muted lg:justify-self-end">
          Nine kinds of life events often come before a move. Each carries its own weight, lead time and
          expiration date.
        </p>
      </div>
      <ul className="mt-10 grid gap-px overflow-hidden rounded-xl border border-line bg-line sm:grid-cols-2 lg:grid-cols-3">
        {SAMPLE_SIGNALS.map(({ category, label, percent, event }) => (
          <li key={category} className="flex flex-col bg-surface p-6 sm:last:max-lg:col-span-2">
            <div className="flex items-center gap-3">
              <span
                aria-hidden
                className="size-2.5 rounded-full"
                style={{ background: categoryColor(category) }}
              />
              <h3 className="flex-1 text-lg">{label}</h3>
              <Badge tone={TONES[scoreBand(percent)]} className="tabular-nums">
                {percent}%
              </Badge>
            </div>
            <p className="mt-1.5 mb-5 flex-1 text-muted">{event}</p>
            <span aria-hidden className="block h-1 overflow-hidden rounded-full bg-raised">
              <span
                className="block h-full rounded-full"
                style={{ width: `${percent}%`, background: categoryColor(category) }}
              />
            </span>
          </li>
        ))}
      </ul>
      <p className="mt-3 text-sm text-dim">Example: one household</p>
    </section>
  )
}
