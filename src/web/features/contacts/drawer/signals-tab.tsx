import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ContactDetail } from '#contract/contacts.ts'
import { signalStrength } from '#domain/score/signal-strength.ts'
import type { Category } from '#domain/signals/categories.ts'
import { messageOf } from '#web/lib/api-error.ts'
import { formatMoment } from '#web/lib/format.ts'
import { Button } from '#web/ui/button.tsx'
import { categoryLabel } from '#web/ui/category-style.ts'
import { Progress } from '#web/ui/progress.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { scoreQuery } from '../contacts-queries.ts'
import { likelihoodTone } from '../score-bands.ts'
import { BaselineSection } from './baseline-section.tsx'
import { Evidence } from './evidence.tsx'
import { DrawerSection, FactList } from './fact-list.tsx'
import { ScoreForecast } from './score-forecast.tsx'
import { ScoreOverTime } from './score-over-time.tsx'
import { ScoreReasons } from './score-reasons.tsx'

/** Score, reasons, evidence, forecast and history of a contact. */
export function SignalsTab({ contact }: { contact: ContactDetail }) {
  const { data: why, error, isFetching, refetch } = useQuery(scoreQuery(contact.id))
  const [active, setActive] = useState<Category | null>(null)
  return (
    <>
      {why && <ScoreReasons why={why} active={active} onActive={setActive} />}
      {!why && !error && <ReasonsSkeleton />}
      {!why && error && !isFetching && (
        <p
          role="alert"
          className="flex flex-wrap items-center gap-3 rounded-lg border border-line p-3 text-[13px] text-muted"
        >
          {messageOf(error, "We couldn't load the explanation of this score.")}
          <Button size="sm" onClick={() => void refetch()}>
            Try again
          </Button>
        </p>
      )}
      <Likelihood contact={contact} />
      <Evidence signals={contact.signals} why={why} active={active} />
      {why && <ScoreForecast why={why} />}
      {why && <BaselineSection why={why} />}
      {why && <ScoreOverTime history={why.history} />}
    </>
  )
}

function Likelihood({ contact }: { contact: ContactDetail }) {
  const score = contact.nineDScore
  const known = contact.enrichmentData?.demographics
  return (
    <DrawerSection
      title="Move Likelihood Score"
      aside={score === null ? 'Not scored yet' : `${score} of 100`}
    >
      <Progress
        value={score ?? 0}
        label="Move Likelihood Score"
        color={`var(--${likelihoodTone(score ?? 0)})`}
        className="h-2"
      />
      <p className="mt-2 text-[13px] text-muted">{hintOf(contact)}</p>
      <div className="mt-1">
        <FactList
          columns={2}
          facts={[
            {
              label: 'Signal Strength',
              value: contact.signalStrength ?? signalStrength(score ?? 0),
            },
            { label: 'Signals Detected', value: contact.signalsDetected },
            { label: 'Age range', value: known?.ageRange ?? contact.age ?? known?.age ?? 'Unknown' },
            { label: 'Gender', value: genderLabel(known?.gender) },
          ]}
        />
        <FactList
          facts={[
            { label: 'Top signal', value: contact.topSignal ? categoryLabel(contact.topSignal) : 'None' },
            {
              label: 'Last enriched',
              value: contact.enrichedAt ? formatMoment(contact.enrichedAt) : 'Never',
            },
          ]}
        />
      </div>
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

function ReasonsSkeleton() {
  return (
    <div role="status" aria-busy="true" aria-label="Loading score" className="flex items-center gap-5">
      <Skeleton className="size-44 rounded-full! max-sm:size-32" />
      <div className="grid flex-1 gap-3">
        <Skeleton className="h-4 w-full" />
        <Skeleton className="h-4 w-3/4" />
        <Skeleton className="mt-2 h-4 w-full" />
        <Skeleton className="h-4 w-5/6" />
      </div>
    </div>
  )
}
