import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ContactDetail } from '#contract/contacts.ts'
import { signalStrength } from '#domain/score/signal-strength.ts'
import type { Category } from '#domain/signals/categories.ts'
import { formatMoment } from '#web/lib/format.ts'
import { categoryLabel } from '#web/ui/category.tsx'
import { Loaded, Skeletons } from '#web/ui/loaded.tsx'
import { Progress } from '#web/ui/progress.tsx'
import { scoreQuery } from '../contacts-queries.ts'
import { likelihoodTone } from '../score-bands.ts'
import { Evidence } from './evidence.tsx'
import { DrawerSection, FactList, presentFacts } from './fact-list.tsx'
import { RankingSection } from './ranking-section.tsx'
import { ScoreCalculation } from './score-calculation.tsx'
import { ScoreDial, ScoreMeaning } from './score-dial.tsx'
import { ScoreForecast, ScoreOverTime } from './score-over-time.tsx'

/** The score in one line, the evidence behind it, its calculation (folded), forecast and history. */
export function SignalsTab({ contact }: { contact: ContactDetail }) {
  const query = useQuery(scoreQuery(contact.id))
  const explanation = query.data
  const score = contact.nineDScore
  const [activeCategory, setActiveCategory] = useState<Category | null>(null)
  return (
    <>
      <DrawerSection title="Move Likelihood Score">
        <div className="flex items-center gap-4">
          <ScoreDial
            score={score}
            explanation={explanation}
            activeCategory={activeCategory}
            onActive={setActiveCategory}
          />
          <div className="min-w-0 flex-1">
            <Loaded
              query={query}
              failure="We couldn't load the explanation of this score"
              isCompact
              pending={<Skeletons label="Loading score" rows={['h-4', 'h-4', 'h-4 w-2/3']} />}
            >
              {(loaded) => <ScoreMeaning explanation={loaded} />}
            </Loaded>
            <Progress
              value={score ?? 0}
              label="Move Likelihood Score"
              color={`var(--color-${likelihoodTone(score ?? 0)})`}
              className="mt-3 h-2"
            />
            <p className="mt-2 text-[13px] text-muted">{hintOf(contact)}</p>
          </div>
        </div>
      </DrawerSection>
      <Evidence signals={contact.signals} explanation={explanation} activeCategory={activeCategory} />
      {explanation?.ranking && <RankingSection ranking={explanation.ranking} />}
      {explanation && <ScoreCalculation explanation={explanation} />}
      <SignalSummary contact={contact} />
      {explanation && <ScoreForecast explanation={explanation} />}
      {explanation && <ScoreOverTime history={explanation.history} />}
    </>
  )
}

function SignalSummary({ contact }: { contact: ContactDetail }) {
  const demographics = contact.enrichmentData?.demographics
  return (
    <DrawerSection title="Summary">
      <FactList
        columns={2}
        facts={presentFacts([
          ['Signal Strength', contact.signalStrength ?? signalStrength(contact.nineDScore ?? 0)],
          ['Signals Detected', contact.signalsDetected],
          ['Age range', demographics?.ageRange ?? contact.age ?? demographics?.age ?? 'Unknown'],
          ['Gender', genderLabel(demographics?.gender)],
        ])}
      />
      <FactList
        facts={presentFacts([
          ['Top signal', contact.topSignal ? categoryLabel(contact.topSignal) : 'None'],
          ['Last enriched', contact.enrichedAt ? formatMoment(contact.enrichedAt) : 'Never'],
        ])}
      />
    </DrawerSection>
  )
}

function hintOf({ nineDScore, enrichedAt }: ContactDetail): string {
  if (nineDScore) return 'Active signals detected'
  return enrichedAt
    ? 'No active signals found. Enrich this contact again later to look for new ones.'
    : 'Enrich this contact to detect signals and calculate a score.'
}

/** M reads Male, F reads Female; other values are shown unchanged. */
export function genderLabel(gender: string | null | undefined): string {
  if (gender === 'M') return 'Male'
  if (gender === 'F') return 'Female'
  return gender || 'Unknown'
}
