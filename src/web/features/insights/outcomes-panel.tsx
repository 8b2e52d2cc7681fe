import { useQuery } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import { Link } from 'react-router'
import type { OutcomesReport } from '#contract/outcomes.ts'
import { messageOf } from '#web/lib/api-error.ts'
import { formatMonth, formatQuantity } from '#web/lib/format.ts'
import { urls } from '#web/lib/urls.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Progress } from '#web/ui/progress.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { AgeReport } from './age-report.tsx'
import { MeasuredOutcomes } from './measured-outcomes.tsx'
import { outcomesReport } from './outcomes-queries.ts'
import { ScorePolicyCard } from './score-policy-card.tsx'

/** Frozen scores beside the moves that followed. */
export function OutcomesPanel() {
  const report = useQuery(outcomesReport)
  return (
    <>
      <p className="mb-4 max-w-3xl text-sm text-muted">
        On the first of each month every score is frozen. Later it is compared with who moved: nothing is
        claimed here that was not seen.
      </p>
      {report.isError && (
        <div role="alert">
          <EmptyState
            icon={<TriangleAlert />}
            title="The outcomes could not be loaded"
            description={messageOf(report.error, 'Check your connection and try again.')}
            actions={<Button onClick={() => void report.refetch()}>Try again</Button>}
          />
        </div>
      )}
      {report.isPending && (
        <div aria-busy className="grid max-w-3xl gap-4">
          <Skeleton className="h-36" />
          <Skeleton className="h-52" />
        </div>
      )}
      {report.data && (
        <>
          {report.data.evaluation.status === 'measured' ? (
            <MeasuredOutcomes evaluation={report.data.evaluation} />
          ) : (
            <TooFew evaluation={report.data.evaluation} />
          )}
          <Limits report={report.data} />
          <AgeReport {...report.data.fairness} />
        </>
      )}
      <ScorePolicyCard />
    </>
  )
}

function TooFew(props: { evaluation: Extract<OutcomesReport['evaluation'], { status: 'too_few' }> }) {
  const { outcomes, needed } = props.evaluation
  return (
    <Card className="max-w-3xl p-4">
      <h2 className="text-base">Too few outcomes yet</h2>
      <p className="mt-1 text-sm text-muted">
        {outcomes} of the {needed} moves that are needed followed a score frozen at least three months before.
        With fewer, chance decides every figure.
      </p>
      <Progress label="Outcomes" value={outcomes} max={needed} className="mt-3" />
      <p className="mt-3 text-sm text-muted">
        To record a move, open a person under{' '}
        <Link to={urls.dashboard} className="text-accent underline underline-offset-2">
          Contacts
        </Link>{' '}
        and choose More actions, then Mark as moved. A look-up that brings a newer address records one, too.
      </p>
    </Card>
  )
}

/** What is known in all, and what the figures cannot say. */
function Limits({ report: { recorded, frozen } }: { report: OutcomesReport }) {
  return (
    <section aria-labelledby="limits-heading" className="mt-8 max-w-3xl">
      <h2 id="limits-heading" className="text-base">
        What this rests on
      </h2>
      <ul className="mt-1 list-disc space-y-1 pl-5 text-sm text-muted">
        <li>
          {recorded.person + recorded.address === 0
            ? 'No move is recorded yet, neither by a person nor by a newer address in a look-up.'
            : `${formatQuantity(recorded.person, 'move was', 'moves were')} recorded by people, ${recorded.address} told by a newer address in a look-up.`}
        </li>
        <li>
          {frozen
            ? `Scores are frozen since ${formatMonth(frozen.first)}, the last time in ${formatMonth(frozen.last)}. They are kept for three years.`
            : 'No scores are frozen yet: that happens on the first of a month.'}
        </li>
        <li>
          A move is only known where somebody recorded it or a look-up saw a new address. Who moved unseen
          counts as not moved, so real shares are higher.
        </li>
        <li>
          People look more closely at high scores, so moves may be noticed there more often. That makes lift
          look better than it is.
        </li>
        <li>
          Each contact counts once, with its oldest score between three months and a year old. Who had moved
          before is left out.
        </li>
      </ul>
    </section>
  )
}
