import { TriangleAlert } from 'lucide-react'
import type { ScoreExplanation } from '#contract/score.ts'
import type { Category } from '#domain/signals/categories.ts'
import { formatLift, formatPercent } from '#web/lib/format.ts'
import { categoryColor, categoryLabel } from '#web/ui/category-style.ts'
import { cx } from '#web/ui/class-names.ts'
import { Dial } from '#web/ui/dial.tsx'
import { meaningText, spokeLength } from './score-texts.ts'
import { WhatWouldChange } from './what-would-change.tsx'

interface ScoreReasonsProps {
  why: ScoreExplanation
  active: Category | null
  onActive: (category: Category | null) => void
}

/** The dial with the score's meaning, the points by category, and what would change the score. */
export function ScoreReasons({ why, active, onActive }: ScoreReasonsProps) {
  const points = why.points.filter((entry) => entry.points > 0).sort((a, b) => b.points - a.points)
  const maxPoints = points[0]?.points ?? 0
  return (
    <div>
      <div className="flex items-center gap-5 max-sm:flex-col max-sm:items-stretch">
        <Dial
          score={why.score}
          label="9D score"
          size={188}
          active={active}
          onSpoke={onActive}
          spokes={points.map(({ category, points: value }) => ({
            category,
            value: spokeLength(value, maxPoints),
            caption: `+${value}`,
          }))}
          className="shrink-0 max-sm:mx-auto"
        />
        <div className="min-w-0 flex-1 text-[13px]">
          <p className="font-medium">{meaningText(why)}</p>
          {why.chance !== null && (
            <p className="mt-1 text-muted">
              <strong className="font-semibold text-text">{formatPercent(why.chance)}</strong> chance of
              moving within 12 months for any reason
              {why.lift !== null && (
                <>
                  : <strong className="font-semibold text-text">{formatLift(why.lift)}</strong> {peersOf(why)}
                </>
              )}
            </p>
          )}
          <PointBars points={points} maxPoints={maxPoints} active={active} />
        </div>
      </div>
      {why.mayHaveMoved && (
        <p className="mt-3 flex items-start gap-2 rounded-lg border border-line bg-raised px-3 py-2 text-[13px] text-muted">
          <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-yellow" />
          May already have moved: a newer address is on record. Check it before you reach out.
        </p>
      )}
      <WhatWouldChange why={why} />
    </div>
  )
}

function peersOf({ baseline }: ScoreExplanation): string {
  if (!baseline?.tenure) return 'similar people'
  return baseline.tenure === 'owner' ? 'similar homeowners' : 'similar renters'
}

function PointBars(props: {
  points: ScoreExplanation['points']
  maxPoints: number
  active: Category | null
}) {
  if (props.points.length === 0) return null
  return (
    <ul aria-label="Points by category" className="mt-3 grid gap-1.5">
      {props.points.map(({ category, points }) => (
        <li
          key={category}
          className={cx(
            'flex items-center gap-3 transition-opacity',
            props.active && props.active !== category && 'opacity-40',
          )}
        >
          <span className="w-22 shrink-0">{categoryLabel(category)}</span>
          <span aria-hidden className="h-1.5 min-w-0 flex-1 overflow-hidden rounded-full bg-raised">
            <span
              className="block h-full rounded-full"
              style={{ width: `${(points / props.maxPoints) * 100}%`, background: categoryColor(category) }}
            />
          </span>
          <span className="w-8 shrink-0 text-right tabular-nums">+{points}</span>
        </li>
      ))}
    </ul>
  )
}
