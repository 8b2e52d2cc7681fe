import type { ScoreExplanation } from '#contract/score.ts'
import { counterfactualLines } from './score-texts.ts'

/** The score without each record or with other facts about the home. */
export function WhatWouldChange({ why }: { why: ScoreExplanation }) {
  const changes = counterfactualLines(why)
  if (changes.length === 0) return null
  return (
    <div className="mt-5 text-[13px]">
      <h3 className="text-sm">What would change this score</h3>
      <ul aria-label="What would change this score" className="mt-1 grid">
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
    </div>
  )
}
