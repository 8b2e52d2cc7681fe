import { useQuery } from '@tanstack/react-query'
import type { InsightsProof } from '#contract/outcomes.ts'
import { formatCount, formatExactPercent, formatQuantity } from '#web/lib/format.ts'
import { read } from '#web/lib/query-client.ts'
import { Panel } from '#web/ui/card.tsx'
import { Loaded } from '#web/ui/loaded.tsx'
import { Progress } from '#web/ui/progress.tsx'
import { Skeleton } from '#web/ui/states.tsx'
import { DataTable } from '#web/ui/table.tsx'
import { formatShares } from './outcome-texts.ts'
import { ProofChart } from './proof-chart.tsx'

const proofQuery = read('GET /api/insights/proof')

/** Shows how the list of six months earlier ranked the people who have moved since. */
export function ProofPanel() {
  const query = useQuery(proofQuery)
  return (
    <Panel title="Your own history" className="mt-4 max-w-3xl">
      <Loaded
        query={query}
        failure="We couldn't check your history"
        isCompact
        pending={<Skeleton className="mt-3 h-28" />}
      >
        {(proof) =>
          proof.status === 'too_few' ? <TooFewMoved {...proof} /> : <MeasuredProof proof={proof} />
        }
      </Loaded>
    </Panel>
  )
}

function TooFewMoved({ moved, needed }: Extract<InsightsProof, { status: 'too_few' }>) {
  return (
    <>
      <p className="mt-1 text-sm text-pretty text-muted">
        Not enough moves yet.{' '}
        {moved === 0 ? 'No one on your list is' : formatQuantity(moved, 'person is', 'people are')} known to
        have moved in the last three years. Once {needed} have, you'll see how many were at the top of your
        list six months earlier.
      </p>
      <Progress label="People who moved" value={moved} max={needed} className="mt-3" />
    </>
  )
}

function MeasuredProof({ proof }: { proof: Extract<InsightsProof, { status: 'measured' }> }) {
  const { moved, inTop, low, high, byChance, list } = proof
  const rows = [
    { label: 'In the top 20%', share: inTop / moved, detail: formatShares({ low, high }) },
    { label: 'By chance', share: byChance, detail: '' },
  ]
  return (
    <>
      <p className="mt-1 text-[15px] text-pretty">
        {formatCount(inTop)} of {formatCount(moved)} people who moved were in the top 20% of your list six
        months earlier.
      </p>
      <p className="mt-1 text-sm text-pretty text-muted">
        In random order, it would be about {Math.round(byChance * moved)}. Your list has{' '}
        {formatQuantity(list, 'person', 'people')}.
      </p>
      <div className="mt-3 flex flex-wrap items-center gap-x-8 gap-y-3">
        <ProofChart share={inTop / moved} low={low} high={high} byChance={byChance} />
        <div className="min-w-0 flex-1 basis-64">
          <DataTable
            caption="People who moved, in the top 20% of your list six months earlier"
            isDense
            rows={rows}
            rowKey={({ label }) => label}
            columns={[
              { label: 'People who moved', cell: ({ label }) => label, isRowHeader: true },
              { label: 'Share', cell: ({ share }) => formatExactPercent(share), isNumber: true },
              { label: '95% interval', cell: ({ detail }) => detail || '–', isNumber: true },
            ]}
          />
        </div>
      </div>
    </>
  )
}
