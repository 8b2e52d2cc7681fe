import { TriangleAlert } from 'lucide-react'
import type { ScoreExplanation } from '#contract/score.ts'
import type { Category } from '#domain/signals/categories.ts'
import { formatLift, formatPercent } from '#web/lib/format.ts'
import { Dial } from '#web/ui/dial.tsx'
import { meaningText, scoredPoints, spokeLength } from './score-texts.ts'

interface ScoreDialProps {
  score: number | null
  /** Without an explanation, the dial shows only the score. */
  explanation: ScoreExplanation | undefined
  activeCategory: Category | null
  onActive: (category: Category | null) => void
}

/** The score with a spoke per category; a highlighted spoke fades the evidence of the others. */
export function ScoreDial({ score, explanation, activeCategory, onActive }: ScoreDialProps) {
  const points = explanation ? scoredPoints(explanation) : []
  const maxPoints = points[0]?.points ?? 0
  return (
    <Dial
      score={score}
      label="9D score"
      size={128}
      active={activeCategory}
      onSpoke={onActive}
      spokes={points.map(({ category, points: value }) => ({
        category,
        value: spokeLength(value, maxPoints),
        caption: `+${value}`,
      }))}
      className="w-32 shrink-0 max-sm:w-28"
    />
  )
}

/** The meaning of the score: the chance of a move, compared with similar people. */
export function ScoreMeaning({ explanation }: { explanation: ScoreExplanation }) {
  const { chance, lift, mayHaveMoved } = explanation
  return (
    <div className="text-[13px]">
      <p className="font-medium">{meaningText(explanation)}</p>
      {chance !== null && (
        <p className="mt-1 text-muted">
          <strong className="font-semibold text-text">{formatPercent(chance)}</strong> chance of moving within
          12 months for any reason
          {lift !== null && (
            <>
              : <strong className="font-semibold text-text">{formatLift(lift)}</strong>{' '}
              {peersTextOf(explanation)}
            </>
          )}
        </p>
      )}
      {mayHaveMoved && (
        <p className="mt-2 flex items-start gap-2 text-muted">
          <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-yellow" />
          May already have moved: a newer address is on record. Check it before you reach out.
        </p>
      )}
    </div>
  )
}

function peersTextOf({ baseline }: ScoreExplanation): string {
  if (!baseline?.tenure) return 'similar people'
  return baseline.tenure === 'owner' ? 'similar homeowners' : 'similar renters'
}
