import type { ScoreExplanation } from '#contract/score.ts'
import { formatDay, formatExactPercent, formatLift, formatQuantity } from '#web/lib/format.ts'
import { categoryLabel } from '#web/ui/category.tsx'
import { adjustmentText, baselineFactorText, factorText, peersText, rateText } from './baseline-texts.ts'
import { DrawerSection, type Fact, FactList } from './fact-list.tsx'

/** The whole calculation: the baseline chance, what each signal adds, and the resulting chance. */
export function BaselineSection({ explanation }: { explanation: ScoreExplanation }) {
  const { baseline } = explanation
  if (!baseline) return null
  const baselineFacts: Fact[] = [
    { label: peersText(baseline), value: rateText(baseline.cell) },
    ...baseline.factors.map((factor) => ({
      label: baselineFactorText(factor),
      value: factorText(factor.factor),
    })),
    {
      label: 'Without any life event',
      value: `${rateText(baseline.hazard)}, ${formatExactPercent(baseline.chance)} chance in 12 months`,
    },
  ]
  if (explanation.calibration) {
    const { baseHazard } = explanation.calibration
    baselineFacts.push({
      label: 'Adjusted to your outcomes',
      value: rateText(baseHazard),
    })
  }
  const signalFacts: Fact[] = explanation.points.map(({ category, hazard }) => ({
    label: `${categoryLabel(category)} adds`,
    value: rateText(hazard),
  }))
  return (
    <DrawerSection title="Baseline and signals">
      <p className="text-[13px] text-muted">
        Everyone has a baseline chance of moving; each signal adds to it. Overlaps aren't counted twice.
      </p>
      <div className="mt-1">
        <FactList facts={[...baselineFacts, ...signalFacts, ...resultOf(explanation)]} />
      </div>
      <CalibrationNote explanation={explanation} />
      {explanation.adjustments.length > 0 && (
        <ul aria-label="Adjustments" className="mt-2 grid gap-1 text-[13px] text-muted">
          {explanation.adjustments.map((adjustment) => {
            const text = adjustmentText(adjustment)
            return <li key={text}>{text}</li>
          })}
        </ul>
      )}
      <p className="mt-2 text-xs text-dim">
        Model {explanation.modelVersion}
        {explanation.asOf && `, calculated for ${formatDay(explanation.asOf)}`}. Rates come from published
        research{explanation.calibration && ' and your outcomes'}, not from facts about this person.
      </p>
    </DrawerSection>
  )
}

/** The calibration that the score used, with score and chance before and after it. */
function CalibrationNote({ explanation: { calibration, score, chance } }: { explanation: ScoreExplanation }) {
  if (!calibration || chance === null) return null
  const { version, outcomes, before } = calibration
  const known = outcomes === null ? 'outcomes' : formatQuantity(outcomes, 'known outcome', 'known outcomes')
  return (
    <p className="mt-2 text-[13px] text-muted">
      Adjusted to your {known} (version {version}): score {before.score} became {score}, chance{' '}
      {formatExactPercent(before.chance)} became {formatExactPercent(chance)}.
    </p>
  )
}

function resultOf({ chance, lift, listedForSale, baseline }: ScoreExplanation): Fact[] {
  if (chance === null || lift === null || !baseline) return []
  const label = listedForSale ? 'For any reason, listed for sale' : 'For any reason'
  return [
    { label, value: `${formatExactPercent(chance)} chance in 12 months, ${formatLift(lift)} the baseline` },
  ]
}
