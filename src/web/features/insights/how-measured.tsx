import type { OutcomesReport } from '#contract/outcomes.ts'
import { formatMonth, formatQuantity } from '#web/lib/format.ts'
import { Collapsible } from '#web/ui/collapsible.tsx'

/** The data behind the results and their limits, collapsed by default. */
export function HowMeasured({ recorded, snapshots }: Pick<OutcomesReport, 'recorded' | 'snapshots'>) {
  return (
    <Collapsible label="How we measure this" className="mt-6 max-w-3xl">
      <ul className="list-disc space-y-1 pl-4 text-sm text-muted">
        <li>
          {recorded.person + recorded.address === 0
            ? 'No moves recorded yet, by your team or by enrichment.'
            : `${formatQuantity(recorded.person, 'move', 'moves')} recorded by your team, ${recorded.address} found by enrichment.`}
        </li>
        <li>
          {snapshots
            ? `First snapshot: ${formatMonth(snapshots.first)}. Latest: ${formatMonth(snapshots.last)}. We store snapshots for three years.`
            : 'No snapshots yet. We take one on the first of each month.'}
        </li>
        <li>
          We only know about moves your team recorded or enrichment found. Unrecorded moves count as “not
          moved,” so actual rates are higher.
        </li>
        <li>
          Agents watch high scores more closely, so they may notice more of those moves. That can make lift
          look better than it is.
        </li>
        <li>
          Each contact counts once, using the oldest snapshot from 3 to 12 months ago. Contacts who moved
          before that snapshot are excluded.
        </li>
        <li>
          “Your own history” looks at moves in the last three years that your team recorded, or that a new
          address or a sale shows. For each move, we go back six months to the first of that month and rank
          everyone you've enriched by that day's snapshot. Without a snapshot, we rank by age and by records
          dated before that day. Current facts about homes don't count, because they would reveal who moved.
          For long lists, we use a sample of 1,000 people.
        </li>
        <li>
          Late records count from the event date. We use your current contacts. The result describes the past.
          It doesn't predict future results.
        </li>
      </ul>
    </Collapsible>
  )
}
