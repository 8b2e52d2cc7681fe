import { useId, useState } from 'react'
import type { QueueEntry } from '#contract/blog-desk.ts'
import { formatMoment, formatQuantity, joinPresent } from '#web/lib/format.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button, Spinner } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { LoadError } from '#web/ui/states.tsx'
import { isOpen } from './blog-desk-texts.ts'
import { useCancelGeneration, useGeneration, useRetryGeneration } from './generation-queries.ts'

/** Failures stay until they are dismissed; showing only a few keeps the posts in view. */
const COLLAPSED_COUNT = 3

/** Open and failed generations; hidden when there are none. */
export function GenerationQueue() {
  const generation = useGeneration()
  const [showsAll, setShowsAll] = useState(false)
  if (generation.isError && !generation.data)
    return <LoadError query={generation} text="We couldn't load the generation queue." className="mt-3" />
  const entries = generation.data?.items.filter(({ status }) => isOpen(status) || status === 'failed') ?? []
  if (entries.length === 0) return null
  return (
    <Card role="region" aria-labelledby="generation-queue" className="mt-4 p-4 pb-2">
      <h2 id="generation-queue" className="text-sm font-medium">
        Generation queue
      </h2>
      <ul aria-labelledby="generation-queue" className="mt-1 divide-y divide-line/60">
        {(showsAll ? entries : entries.slice(0, COLLAPSED_COUNT)).map((entry) => (
          <Entry key={entry.id} entry={entry} />
        ))}
      </ul>
      {!showsAll && entries.length > COLLAPSED_COUNT && (
        <Button size="row" variant="ghost" className="mb-2" onClick={() => setShowsAll(true)}>
          Show {entries.length - COLLAPSED_COUNT} more
        </Button>
      )}
    </Card>
  )
}

function Entry({ entry }: { entry: QueueEntry }) {
  const id = useId()
  const retry = useRetryGeneration(entry.id)
  const cancel = useCancelGeneration(entry.id)
  const isBusy = retry.isPending || cancel.isPending
  const hasFailed = entry.status === 'failed'
  return (
    <li className="flex flex-wrap items-start gap-x-6 gap-y-2 py-2.5">
      <div className="min-w-0 flex-1 basis-72">
        <div className="flex flex-wrap items-center gap-2">
          <EntryStatus entry={entry} />
          <h3 id={id} className="line-clamp-2 min-w-0 text-sm font-medium wrap-anywhere">
            {entry.subject}
          </h3>
        </div>
        <p className="mt-1 text-[13px] text-dim tabular-nums">{factsOf(entry)}</p>
        {entry.error && <p className="mt-1 text-sm text-pretty text-red">{entry.error}</p>}
      </div>
      <div className="flex flex-wrap gap-2 max-sm:w-full max-sm:*:flex-1">
        {hasFailed && (
          <Button size="row" aria-describedby={id} pending={isBusy} onClick={() => retry.mutate()}>
            Retry
          </Button>
        )}
        <Button
          size="row"
          variant="ghost"
          aria-describedby={id}
          disabled={isBusy}
          onClick={() => cancel.mutate()}
        >
          {hasFailed ? 'Dismiss' : 'Cancel'}
        </Button>
      </div>
    </li>
  )
}

function EntryStatus({ entry }: { entry: QueueEntry }) {
  if (entry.status === 'failed') return <Badge tone="red">Failed</Badge>
  if (entry.status === 'processing') {
    return (
      <Badge tone="yellow" icon={<Spinner />}>
        Writing
      </Badge>
    )
  }
  return <Badge>{entry.scheduledFor ? 'Scheduled' : 'Queued'}</Badge>
}

const CAUSES: Record<QueueEntry['cause'], string> = {
  topic: 'From a topic',
  prompt: 'From a prompt',
  weekly: 'Weekly post',
}

function factsOf({ cause, category, retryCount, scheduledFor, status, createdAt }: QueueEntry): string {
  const retryText = retryCount > 0 ? `retried ${formatQuantity(retryCount, 'time', 'times')}` : null
  const startText = status === 'pending' && scheduledFor ? `starts ${formatMoment(scheduledFor)}` : null
  return joinPresent(
    [CAUSES[cause], category, startText ?? `requested ${formatMoment(createdAt)}`, retryText],
    ' · ',
  )
}
