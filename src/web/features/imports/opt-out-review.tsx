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
import { Field, Input, Select } from '#web/ui/form.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { PagedItems } from '#web/ui/loaded.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import { type OptOutFilter, optOutPages, useKeepOptOut, useLiftOptOut } from './opt-outs-queries.ts'

const STATES = [
  { value: 'open', label: 'To review' },
  { value: 'all', label: 'All' },
]

/** Lists opt-outs from imported files. A member keeps each one or lifts it with a reason. */
export function OptOutReview() {
  const [query, setQuery] = useSearchParams()
  const importId = query.get('import')
  const filter: OptOutFilter = { state: query.get('state') === 'all' ? 'all' : 'open', importId }
  const list = useInfiniteQuery(optOutPages(filter))
  const [optOutToLift, setOptOutToLift] = useState<OptOutItem | null>(null)
  const openCount = list.data?.pages[0]?.open
  const setFilter = (name: 'state' | 'import', value: string | null) =>
    setQuery((previous) => withParam(previous, name, value), { replace: true })
  return (
    <section aria-labelledby="opt-outs-heading">
      <div className="flex flex-wrap items-end justify-between gap-3">
        <div>
          <h2 id="opt-outs-heading" className="text-base">
            Opt-outs from files
            {openCount ? (
              <span className="ml-2 text-sm text-dim tabular-nums">{countText(openCount)}</span>
            ) : null}
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
          onValue={(value) => setFilter('state', value === 'all' ? 'all' : null)}
        />
      </div>
      {importId && (
        <p className="mt-2 text-[13px] text-muted">
          Showing one import.{' '}
          <button
            type="button"
            className="font-medium text-accent underline-offset-2 hover:underline"
            onClick={() => setFilter('import', null)}
          >
            Show all imports
          </button>
        </p>
      )}
      <div className="mt-3">
        <PagedItems
          isCompact
          list={list}
          listName="the opt-outs"
          label="Opt-outs from files"
          className="divide-y divide-line rounded-lg border border-line"
          empty={<NoOptOuts state={filter.state} />}
        >
          {(item) => (
            <li className="flex flex-wrap items-center gap-x-4 gap-y-2.5 px-3.5 py-3">
              <OptOutFacts item={item} />
              {item.reviewedAt === null && <ReviewButtons item={item} onLift={setOptOutToLift} />}
            </li>
          )}
        </PagedItems>
      </div>
      {optOutToLift && <LiftOptOut item={optOutToLift} onClose={() => setOptOutToLift(null)} />}
    </section>
  )
}

function countText(openCount: number): string {
  return openCount >= 1000 ? '1,000 or more to review' : `${formatCount(openCount)} to review`
}

function NoOptOuts({ state }: Pick<OptOutFilter, 'state'>) {
  return (
    <EmptyState
      level={3}
      icon={<BellOff />}
      title={state === 'open' ? 'Nothing to review' : 'No opt-outs from files'}
      description="People marked Do Not Call, Unsubscribed or similar in an imported file appear here."
    />
  )
}

function ReviewButtons({ item, onLift }: { item: OptOutItem; onLift: (item: OptOutItem) => void }) {
  const keep = useKeepOptOut()
  return (
    <div className="flex gap-2 max-sm:w-full max-sm:*:flex-1">
      <Button size="row" pending={keep.isPending} onClick={() => keep.mutate(item)}>
        Keep
      </Button>
      <Button size="row" variant="ghost" onClick={() => onLift(item)}>
        Remove…
      </Button>
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
          {item.isBlocked ? `No ${CHANNEL_WORDS[item.channel]}` : 'Removed'}
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

/** Copy of the contract's limit. */
const MAX_REASON_LENGTH = 200

/** Asks for a reason before lifting an opt-out that came with a file. */
function LiftOptOut({ item, onClose }: { item: OptOutItem; onClose: () => void }) {
  const [reason, setReason] = useState('')
  const [isMissing, setMissing] = useState(false)
  const lift = useLiftOptOut()
  const { contactId, channel } = item
  const allowedText = channel === 'all' ? 'be contacted' : `get ${CHANNEL_WORDS[channel]}`
  return (
    <FormDialog
      title="Remove opt-out?"
      description={`${fullName(item)} can ${allowedText} again. We save your name and the reason.`}
      verb="Remove opt-out"
      pending={lift.isPending}
      error={lift.error && messageOf(lift.error, "We couldn't lift the opt-out. Please try again.")}
      onClose={onClose}
      onSubmit={() => {
        setMissing(!reason.trim())
        if (reason.trim()) lift.mutate({ contactId, channel, reason }, { onSuccess: onClose })
      }}
    >
      <Field
        label="Reason"
        required
        error={isMissing ? 'Explain why this person can be contacted again' : undefined}
      >
        <Input
          value={reason}
          maxLength={MAX_REASON_LENGTH}
          placeholder="The column was marked by mistake"
          onValue={setReason}
        />
      </Field>
    </FormDialog>
  )
}
