import { useInfiniteQuery } from '@tanstack/react-query'
import { BellOff } from 'lucide-react'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import type { OptOutItem } from '#contract/consents.ts'
import { CHANNEL_WORDS } from '#web/features/outreach/outreach-texts.ts'
import { messageOf } from '#web/lib/api-error.ts'
import { formatCount, formatMomentDay, fullName } from '#web/lib/format.ts'
import { urls, withParam } from '#web/lib/urls.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Select } from '#web/ui/select.tsx'
import { ShowMore } from '#web/ui/show-more.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { LiftOptOut } from './lift-opt-out.tsx'
import { type OptOutFilter, optOutPages, useKeepOptOut } from './opt-outs-queries.ts'

const STATES = [
  { value: 'open', label: 'To review' },
  { value: 'all', label: 'All' },
]

/** Opt-outs from imported files: a member keeps each, or lifts it with a reason. */
export function OptOutReview() {
  const [query, setQuery] = useSearchParams()
  const importId = query.get('import')
  const filter: OptOutFilter = { state: query.get('state') === 'all' ? 'all' : 'open', importId }
  const list = useInfiniteQuery(optOutPages(filter))
  const [lifting, setLifting] = useState<OptOutItem | null>(null)
  const open = list.data?.pages[0]?.open
  const set = (name: 'state' | 'import', value: string | null) =>
    setQuery((before) => withParam(before, name, value), { replace: true })
  return (
    <section aria-labelledby="opt-outs-heading">
      <div className="flex flex-wrap items-end justify-between gap-3">
        <div>
          <h2 id="opt-outs-heading" className="text-base">
            Opt-outs from files
            {open ? <span className="ml-2 text-sm text-dim tabular-nums">{countText(open)}</span> : null}
          </h2>
          <p className="mt-0.5 max-w-prose text-[13px] text-muted">
            Your files say these people don’t want to be contacted, so we’ve blocked contact. Keep the block,
            or lift it if the file is wrong.
          </p>
        </div>
        <Select
          aria-label="Show"
          options={STATES}
          value={filter.state}
          onChange={(event) => set('state', event.target.value === 'all' ? 'all' : null)}
        />
      </div>
      {importId && (
        <p className="mt-2 text-[13px] text-muted">
          From one import only.{' '}
          <button
            type="button"
            className="font-medium text-accent underline-offset-2 hover:underline"
            onClick={() => set('import', null)}
          >
            Show all imports
          </button>
        </p>
      )}
      <div className="mt-3">
        <OptOutList filter={filter} onLift={setLifting} />
      </div>
      {lifting && <LiftOptOut item={lifting} onClose={() => setLifting(null)} />}
    </section>
  )
}

function countText(open: number): string {
  return open >= 1000 ? '1,000 or more to review' : `${formatCount(open)} to review`
}

interface OptOutListProps {
  filter: OptOutFilter
  onLift: (item: OptOutItem) => void
}

function OptOutList({ filter, onLift }: OptOutListProps) {
  const list = useInfiniteQuery(optOutPages(filter))
  const keep = useKeepOptOut()
  if (list.isPending) return <Skeleton className="h-40" />
  if (!list.data) {
    return (
      <EmptyState
        level={3}
        title="We couldn't load the opt-outs"
        description={messageOf(list.error, 'Check your connection and try again.')}
        actions={<Button onClick={() => void list.refetch()}>Try again</Button>}
      />
    )
  }
  const items = list.data.pages.flatMap((page) => page.items)
  if (items.length === 0) {
    return (
      <EmptyState
        level={3}
        icon={<BellOff />}
        title={filter.state === 'open' ? 'Nothing to review' : 'No opt-outs from files'}
        description="People marked Do Not Call, Unsubscribed or similar in an imported file appear here."
      />
    )
  }
  return (
    <div className="grid gap-3">
      <ul className="divide-y divide-line rounded-lg border border-line">
        {items.map((item) => (
          <li key={item.id} className="flex flex-wrap items-center gap-x-4 gap-y-2.5 px-3.5 py-3">
            <OptOutFacts item={item} />
            {item.reviewedAt === null && (
              <div className="flex gap-2 max-sm:w-full max-sm:*:flex-1">
                <Button
                  size="sm"
                  className="max-md:h-11"
                  pending={keep.isPending && keep.variables.id === item.id}
                  onClick={() => keep.mutate(item)}
                >
                  Keep
                </Button>
                <Button size="sm" variant="ghost" className="max-md:h-11" onClick={() => onLift(item)}>
                  Lift…
                </Button>
              </div>
            )}
          </li>
        ))}
      </ul>
      <ShowMore list={list} className="justify-self-start" />
    </div>
  )
}

function OptOutFacts({ item }: { item: OptOutItem }) {
  const [query] = useSearchParams()
  return (
    <div className="min-w-0 flex-1 basis-64">
      <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
        <Link
          to={`?${withParam(query, 'contact', item.contactId)}`}
          className="text-sm font-medium underline-offset-2 hover:underline"
        >
          {fullName(item)}
        </Link>
        <Badge tone={item.isBlocked ? 'red' : 'neutral'}>
          {item.isBlocked ? `No ${CHANNEL_WORDS[item.channel]}` : 'Lifted'}
        </Badge>
      </p>
      {item.reason && <p className="mt-0.5 text-[13px] break-words text-muted">{item.reason}</p>}
      <p className="text-[13px] break-words text-dim">
        {item.importId ? (
          <Link to={urls.importReport(item.importId)} className="underline-offset-2 hover:underline">
            {item.fileName ?? 'Import'}
          </Link>
        ) : (
          'Import'
        )}
        {' · '}
        {formatMomentDay(item.createdAt)}
        {item.reviewedAt && ` · Reviewed ${formatMomentDay(item.reviewedAt)}`}
        {item.reviewedBy && ` by ${item.reviewedBy}`}
      </p>
    </div>
  )
}
