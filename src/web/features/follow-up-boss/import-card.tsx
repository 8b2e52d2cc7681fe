import type { FollowUpBossPreview } from '#contract/follow-up-boss.ts'
import { formatCount, formatQuantity } from '#web/lib/format.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Loaded } from '#web/ui/loaded.tsx'
import { Skeleton } from '#web/ui/states.tsx'
import { usePreview, useStartImport } from './follow-up-boss-queries.ts'

/** Counts of the first import, before anything changes. */
export function ImportCard() {
  const preview = usePreview()
  const start = useStartImport()
  return (
    <Card className="grid gap-3 p-4">
      <h2 className="text-sm font-medium">First import</h2>
      <Loaded
        query={preview}
        failure="We couldn't load the preview"
        pending={<Skeleton className="h-24 w-full" />}
      >
        {(counts) => <Counts counts={counts} />}
      </Loaded>
      <Button
        variant="primary"
        className="justify-self-start"
        pending={start.isPending}
        onClick={() => start.mutate()}
      >
        Start import and sync
      </Button>
    </Card>
  )
}

function Counts({ counts }: { counts: FollowUpBossPreview }) {
  const { people, notes, tasks, events, contacts, sample } = counts
  const lines = [
    `In Follow Up Boss: ${formatQuantity(people, 'person', 'people')}, ${formatQuantity(notes, 'note', 'notes')}, ${formatQuantity(tasks, 'task', 'tasks')}, ${formatQuantity(events, 'event', 'events')}.`,
    sample.compared > 0
      ? `We compared the newest ${formatQuantity(sample.compared, 'person', 'people')}: ${formatCount(sample.known)} are your contacts already and get linked, ${formatCount(sample.unnamed)} without a full name are skipped.`
      : null,
    sample.suppressed > 0
      ? `${formatCount(sample.suppressed)} of them are on your suppression list and are skipped.`
      : null,
    `Here: ${formatQuantity(contacts, 'contact', 'contacts')} with an email address or phone number that go to Follow Up Boss.`,
    'Finished tasks are skipped. We run no action plans and no enrichment.',
  ].filter((line) => line !== null)
  return (
    <ul className="grid gap-1 text-[13px] text-muted">
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  )
}
