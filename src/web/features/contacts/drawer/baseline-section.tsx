import type { ScoreExplanation } from '#contract/score.ts'
import { formatDay, formatLift } from '#web/lib/format.ts'
import { categoryLabel } from '#web/ui/category-style.ts'
import {
  adjustmentText,
  baselineFactorText,
  exactPercent,
  factorText,
  peersText,
  rateText,
} from './baseline-texts.ts'
import { DrawerSection, type Fact, FactList } from './fact-list.tsx'

/** The whole calculation: whose ordinary chance it starts from, what the signals add, and the chance that comes out. */
export function BaselineSection({ why }: { why: ScoreExplanation }) {
  const { baseline } = why
  if (!baseline) return null
  const start: Fact[] = [
    { label: peersText(baseline), value: rateText(baseline.cell) },
    ...baseline.factors.map((part) => ({ label: baselineFactorText(part), value: factorText(part.factor) })),
    {
      label: 'Without any event',
      value: `${rateText(baseline.hazard)}, ${exactPercent(baseline.chance)} within 12 months`,
    },
  ]
  const added: Fact[] = why.points.map(({ category, hazard }) => ({
    label: `${categoryLabel(category)} adds`,
    value: rateText(hazard),
  }))
  return (
    <DrawerSection title="Where it starts">
      <p className="text-[13px] text-muted">
        Everybody has an ordinary chance to move, and each signal adds to it. Rates add up; the chance within
        12 months stays below their sum, since several causes can lead to one and the same move.
      </p>
      <div className="mt-1">
        <FactList facts={[...start, ...added, ...resultOf(why)]} />
      </div>
      {why.adjustments.length > 0 && (
        <ul aria-label="Adjustments" className="mt-2 grid gap-1 text-[13px] text-muted">
          {why.adjustments.map((adjustment) => {
            const text = adjustmentText(adjustment)
            return <li key={text}>{text}</li>
          })}
        </ul>
      )}
      <p className="mt-2 text-xs text-dim">
        Model {why.modelVersion}
        {why.asOf && `, computed for ${formatDay(why.asOf)}`}. Rates come from studies of why people move;
        they are no statement about this person.
      </p>
    </DrawerSection>
  )
}

function resultOf({ chance, lift, listedForSale, baseline }: ScoreExplanation): Fact[] {
  if (chance === null || lift === null || !baseline) return []
  const because = listedForSale ? 'All causes, listed for sale' : 'All causes'
  return [{ label: because, value: `${exactPercent(chance)} within 12 months, ${formatLift(lift)} as much` }]
}
