import type { ScoreExplanation } from '#contract/score.ts'
import { DrawerSection } from './fact-list.tsx'
import { counterfactualLines } from './score-texts.ts'

/** The score without each record or with other facts about the home. */
export function WhatWouldChange({ why }: { why: ScoreExplanation }) {
  const changes = counterfactualLines(why)
  if (changes.length === 0) return null
  return (
    <DrawerSection title="What would change this score">
      <ul aria-label="What would change this score" className="grid text-[13px]">
        {changes.map(({ key, text, about, becomes, difference }) => (
          <li key={key} className="flex items-baseline gap-3 border-b border-line/60 py-1.5">
            <span className="min-w-0 flex-1 text-muted">
              {text}
              {about && <span className="text-dim"> · {about}</span>}
            </span>
            <span className="shrink-0 font-medium tabular-nums">{becomes}</span>
            {difference && (
              <span className="w-8 shrink-0 text-right text-dim tabular-nums">{difference}</span>
            )}
          </li>
        ))}
      </ul>
    </DrawerSection>
  )
}
