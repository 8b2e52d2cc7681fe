import { CATEGORIES, type Category } from '#domain/signals/categories.ts'
import { Badge } from '#web/ui/badge.tsx'
import { categoryColor } from '#web/ui/category.tsx'
import { scoreBand } from '#web/ui/score-number.tsx'

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
        {CATEGORIES.map((category) => {
          const { label, percent, event } = SAMPLES[category]
          return (
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
          )
        })}
      </ul>
      <p className="mt-3 text-sm text-dim">Example: one household</p>
    </section>
  )
}

/** Illustrative percentages, with a neutral description of each event. */
const SAMPLES: Readonly<Record<Category, { label: string; percent: number; event: string }>> = {
  death: { label: 'Death', percent: 12, event: 'An estate to settle, a change in the household.' },
  divorce: { label: 'Divorce', percent: 24, event: 'A court filing that may lead to two homes.' },
  downsizing: { label: 'Downsizing', percent: 45, event: 'A home bigger than its owners need.' },
  debt: { label: 'Debt/Default', percent: 18, event: 'A lien, a notice of default, a bankruptcy.' },
  diapers: { label: 'Diapers', percent: 67, event: 'A growing family that needs space.' },
  diplomas: { label: 'Diplomas', percent: 34, event: 'A new degree, a first job in another city.' },
  diamonds: { label: 'Diamonds', percent: 28, event: 'Two households becoming one.' },
  destinations: { label: 'Destinations', percent: 52, event: 'A new employer or a new city.' },
  disaster: { label: 'Disaster', percent: 8, event: 'Damage from a storm, flood or fire.' },
}
