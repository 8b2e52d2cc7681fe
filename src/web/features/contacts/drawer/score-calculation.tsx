import type { ScoreExplanation } from '#contract/score.ts'
import { categoryColor, categoryLabel } from '#web/ui/category.tsx'
import { Collapsible } from '#web/ui/collapsible.tsx'
import { BaselineSection } from './baseline-section.tsx'
import { DrawerSection } from './fact-list.tsx'
import { counterfactualLines, scoredPoints } from './score-texts.ts'

/** The calculation of the score, collapsed: points by category, what would change it, and the rates behind it. */
export function ScoreCalculation({ explanation }: { explanation: ScoreExplanation }) {
  if (explanation.score === null) return null
  return (
    <Collapsible label="How this score is calculated" className="mt-4 rounded-lg border border-line px-3">
      <PointBars explanation={explanation} />
      <WhatWouldChange explanation={explanation} />
      <BaselineSection explanation={explanation} />
    </Collapsible>
  )
}

function PointBars({ explanation }: { explanation: ScoreExplanation }) {
  const points = scoredPoints(explanation)
  const maxPoints = points[0]?.points ?? 0
  if (points.length === 0) return null
  return (
    <DrawerSection title="Points by category">
      <ul aria-label="Points by category" className="grid gap-1.5 text-[13px]">
        {points.map(({ category, points: value }) => (
          <li key={category} className="flex items-center gap-3">
            <span className="w-22 shrink-0">{categoryLabel(category)}</span>
            <span aria-hidden className="h-1.5 min-w-0 flex-1 overflow-hidden rounded-full bg-raised">
              <span
                className="block h-full rounded-full"
                style={{ width: `${(value / maxPoints) * 100}%`, background: categoryColor(category) }}
              />
            </span>
            <span className="w-8 shrink-0 text-right tabular-nums">+{value}</span>
          </li>
        ))}
      </ul>
    </DrawerSection>
  )
}

/** The score without each record or with other facts about the home. */
function WhatWouldChange({ explanation }: { explanation: ScoreExplanation }) {
  const changes = counterfactualLines(explanation)
  if (changes.length === 0) return null
  return (
    <DrawerSection title="What would change this score">
      <ul aria-label="What would change this score" className="grid text-[13px]">
        {changes.map(({ key, text, category, newValue, difference }) => (
          <li key={key} className="flex items-baseline gap-3 border-b border-line/60 py-1.5">
            <span className="min-w-0 flex-1 text-muted">
              {text}
              {category && <span className="text-dim"> · {category}</span>}
            </span>
            <span className="shrink-0 font-medium tabular-nums">{newValue}</span>
            {difference && (
              <span className="w-8 shrink-0 text-right text-dim tabular-nums">{difference}</span>
            )}
          </li>
        ))}
      </ul>
    </DrawerSection>
  )
}
