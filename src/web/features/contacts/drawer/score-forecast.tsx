import type { ScoreExplanation } from '#contract/score.ts'
import { Sparkline } from '#web/ui/sparkline.tsx'
import { DrawerSection } from './fact-list.tsx'
import { forecastTexts } from './score-texts.ts'

/** The score of the next two years if nothing new is found, as text and as a curve. */
export function ScoreForecast({ why }: { why: ScoreExplanation }) {
  const texts = forecastTexts(why)
  if (texts.length === 0) return null
  return (
    <DrawerSection title="Forecast if nothing new is found" aside="next 2 years">
      <p className="text-[13px] text-muted">{texts.join(' ')}</p>
      <Sparkline
        points={why.ahead.map(({ at, score }) => ({ at: Date.parse(at), score }))}
        label="Score over the next 2 years"
        height={56}
        className="mt-2"
      />
    </DrawerSection>
  )
}
