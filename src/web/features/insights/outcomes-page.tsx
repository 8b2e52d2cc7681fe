import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { privatePage } from '#web/lib/brand.ts'
import { urls } from '#web/lib/urls.ts'
import { Panel } from '#web/ui/card.tsx'
import { DialogButton } from '#web/ui/dialog-button.tsx'
import { lazyDialog } from '#web/ui/lazy-dialog.tsx'
import { Loaded, Skeletons } from '#web/ui/loaded.tsx'
import { Progress } from '#web/ui/progress.tsx'
import { AgeReport } from './age-report.tsx'
import { HowMeasured } from './how-measured.tsx'
import { MeasuredOutcomes } from './measured-outcomes.tsx'
import { outcomesReport } from './outcomes-queries.ts'
import { ProofPanel } from './proof-panel.tsx'
import { RecalibrationPanel } from './recalibration-panel.tsx'
import { ScorePolicyCard } from './score-policy-card.tsx'

const MarkMoved = lazyDialog(async () => (await import('./mark-moved.tsx')).MarkMoved)

export const meta = privatePage('Outcomes')

/** Score snapshots compared with the moves that followed. */
export default function OutcomesPage() {
  const report = useQuery(outcomesReport)
  return (
    <>
      <div className="flex max-w-3xl flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <p className="min-w-0 flex-1 basis-64 text-sm text-muted">
          Each month we snapshot every score, then compare it with who actually moved.
        </p>
        <DialogButton dialog={(close) => <MarkMoved onClose={close} />}>Mark as moved</DialogButton>
      </div>
      <ProofPanel />
      <Loaded
        query={report}
        failure="We couldn't load the outcomes"
        pending={<Skeletons rows={['h-36', 'h-52']} className="mt-4 max-w-3xl gap-4" />}
      >
        {({ evaluation, recorded, snapshots, fairness }) => (
          <>
            {evaluation.status === 'measured' ? (
              <MeasuredOutcomes evaluation={evaluation} />
            ) : (
              <TooFew {...evaluation} />
            )}
            <AgeReport {...fairness} />
            <HowMeasured recorded={recorded} snapshots={snapshots} />
          </>
        )}
      </Loaded>
      <RecalibrationPanel />
      <ScorePolicyCard />
    </>
  )
}

function TooFew({ outcomes, needed }: { outcomes: number; needed: number }) {
  return (
    <Panel
      title="Not enough outcomes yet"
      text={`${outcomes} of ${needed} moves recorded. Results appear at ${needed}. A move counts if it came at least 3 months after a score snapshot.`}
      className="mt-4 max-w-3xl"
    >
      <Progress label="Outcomes" value={outcomes} max={needed} className="mt-3" />
      <p className="mt-3 text-sm text-muted">
        To record a move, choose Mark as moved above. Or open a contact under{' '}
        <Link to={urls.dashboard} className="text-accent underline underline-offset-2">
          Contacts
        </Link>{' '}
        and choose More actions, then Mark as moved. An enrichment that finds a newer address records one too.
      </p>
    </Panel>
  )
}
