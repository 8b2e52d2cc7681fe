import { useState } from 'react'
import type { ScoreExplanation } from '#contract/score.ts'
import { Button } from '#web/ui/button.tsx'
import { Sparkline } from '#web/ui/sparkline.tsx'
import { DrawerSection } from './fact-list.tsx'
import { historyLines } from './history-lines.ts'
import { forecastTexts } from './score-texts.ts'

const MAX_LINES = 4

/** The stored scores as a curve, and the cause of each change. */
export function ScoreOverTime({ history }: { history: ScoreExplanation['history'] }) {
  const [isExpanded, setIsExpanded] = useState(false)
  const entries = history.toSorted((first, second) => Date.parse(first.at) - Date.parse(second.at))
  if (entries.length === 0) return null
  const historyList = historyLines(entries)
  return (
    <DrawerSection
      title="Score over time"
      aside={entries.length === 1 ? 'First score' : `${entries.length} scores`}
    >
      <Sparkline
        points={entries.map(({ at, score }) => ({ time: Date.parse(at), score }))}
        label="Score over time"
        thresholdLabel="75 = 1 in 3"
        className="mt-1"
      />
      <ol aria-label="What changed the score" className="mt-3 grid gap-1.5 text-[13px]">
        {(isExpanded ? historyList : historyList.slice(0, MAX_LINES)).map(({ at, days, scores, cause }) => (
          <li key={at} className="flex flex-wrap gap-x-3">
            <span className="text-dim">{days}</span>
            <span className="font-medium tabular-nums">{scores}</span>
            <span className="text-muted">{cause}</span>
          </li>
        ))}
      </ol>
      {historyList.length > MAX_LINES && (
        <Button size="sm" variant="ghost" className="mt-1 -ml-2" onClick={() => setIsExpanded(!isExpanded)}>
          {isExpanded ? 'Show fewer changes' : `Show all ${historyList.length} changes`}
        </Button>
      )}
    </DrawerSection>
  )
}

/** The score of the next two years if nothing new is found, as text and as a curve. */
export function ScoreForecast({ explanation }: { explanation: ScoreExplanation }) {
  const texts = forecastTexts(explanation)
  if (texts.length === 0) return null
  return (
    <DrawerSection title="Forecast if nothing new is found" aside="next 2 years">
      <p className="text-[13px] text-muted">{texts.join(' ')}</p>
      <Sparkline
        points={explanation.ahead.map(({ at, score }) => ({ time: Date.parse(at), score }))}
        label="Score over the next 2 years"
        height={56}
        className="mt-2"
      />
    </DrawerSection>
  )
}
