import { useQuery } from '@tanstack/react-query'

import { Link } from 'react-router'
import type { OutcomesReport } from '#contract/outcomes.ts'

import { formatMonth, formatQuantity } from '#web/lib/format.ts'
import { urls } from '#web/lib/urls.ts'

import { Card } from '#web/ui/card.tsx'
import { LoadErrorState } from '#web/ui/load-error.tsx'
import { Progress } from '#web/ui/progress.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { AgeReport } from './age-report.tsx'
import { MeasuredOutcomes } from './measured-outcomes.tsx'
import { outcomesReport } from './outcomes-queries.ts'
import { ScorePolicyCard } from './score-policy-card.tsx'

/** Score snapshots compared with the moves that followed. */
export function OutcomesPanel() {
  const report = useQuery(outcomesReport)
  return (
    <>
      <p className="mb-4 max-w-3xl text-sm text-muted">
        Each month we snapshot every score, then compare it with who actually moved.
      </p>
      {report.isError && <LoadErrorState query={report} title="We couldn't load the outcomes" />}
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
      <h2 className="text-base">Not enough outcomes yet</h2>
      <p className="mt-1 text-sm text-muted">
        {outcomes} of {needed} moves recorded. Results appear at {needed}. A move counts if it came at least 3
        months after a score snapshot.
      </p>
      <Progress label="Outcomes" value={outcomes} max={needed} className="mt-3" />
      <p className="mt-3 text-sm text-muted">
        To record a move, open a contact under{' '}
        <Link to={urls.dashboard} className="text-accent underline underline-offset-2">
          Contacts
        </Link>{' '}
        and choose More actions, then Mark as moved. An enrichment that finds a newer address records one too.
      </p>
    </Card>
  )
}

/** The data behind the results, and their limits. */
function Limits({ report: { recorded, frozen } }: { report: OutcomesReport }) {
  return (
    <section aria-labelledby="limits-heading" className="mt-8 max-w-3xl">
      <h2 id="limits-heading" className="text-base">
        How this is measured
      </h2>
      <ul className="mt-1 list-disc space-y-1 pl-5 text-sm text-muted">
        <li>
          {recorded.person + recorded.address === 0
            ? 'No moves recorded yet, by your team or by enrichment.'
            : `${formatQuantity(recorded.person, 'move', 'moves')} recorded by your team, ${recorded.address} found by enrichment.`}
        </li>
        <li>
          {frozen
            ? `First snapshot: ${formatMonth(frozen.first)}. Latest: ${formatMonth(frozen.last)}. We store snapshots for three years.`
            : 'No snapshots yet. We take one on the first of each month.'}
        </li>
        <li>
          We only know about moves your team recorded or enrichment found. Unrecorded moves count as "not
          moved", so actual rates are higher.
        </li>
        <li>
          Agents watch high scores more closely, so they may notice more of those moves. That makes lift look
          better than it is.
        </li>
        <li>
          Each contact counts once, with its oldest snapshot from 3 to 12 months ago. Contacts that moved
          before it are excluded.
        </li>
      </ul>
    </section>
  )
}
