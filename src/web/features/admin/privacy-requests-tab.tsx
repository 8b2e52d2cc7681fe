import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query'
import { ShieldQuestion } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'

import type * as contract from '#contract/privacy-requests.ts'
import type { PrivacyRequest } from '#contract/privacy-requests.ts'
import { call } from '#web/lib/api.ts'
import { privatePage } from '#web/lib/brand.ts'
import { formatMoment, formatQuantity, joinPresent } from '#web/lib/format.ts'
import { keyOf } from '#web/lib/query-client.ts'
import { route } from '#web/lib/route.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Select } from '#web/ui/select.tsx'
import { GlobalSuppressionSection } from './global-suppression-section.tsx'
import { ListFrame } from './list-frame.tsx'

const CloseRequestDialog = lazy(async () => ({
  default: (await import('./close-request-dialog.tsx')).CloseRequestDialog,
}))

export const meta = privatePage('Privacy requests')

const listRequests = route<typeof contract.listPrivacyRequests>('GET', '/api/admin/privacy-requests')
type State = 'open' | 'closed'

function requestPages(state: State) {
  return infiniteQueryOptions({
    queryKey: [...keyOf(listRequests), state],
    queryFn: ({ pageParam: cursor, signal }) => call(listRequests, { query: { state, cursor }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
  })
}

const KINDS: Record<PrivacyRequest['kind'], string> = {
  access: 'Access',
  correction: 'Correction',
  erasure: 'Erasure',
  objection: 'Objection',
  portability: 'Data copy',
}
const STATUS_LABELS: Record<PrivacyRequest['status'], string> = {
  open: 'Open',
  working: 'In progress',
  answered: 'Answered',
  erased: 'Erased',
  objected: 'Marked do not contact',
  rejected: 'Rejected',
}
const STATES = [
  { value: 'open', label: 'Open, by due date' },
  { value: 'closed', label: 'Closed' },
]

/** Confirmed privacy requests, the most urgent first. */
export default function PrivacyRequestsTab() {
  const [state, setState] = useState<State>('open')
  const [chosen, setChosen] = useState<PrivacyRequest | null>(null)
  const list = useInfiniteQuery(requestPages(state))
  return (
    <section aria-labelledby="privacy-requests">
      <div className="mb-3 flex flex-wrap items-center gap-3">
        <h2 id="privacy-requests" className="mr-auto text-base">
          Privacy requests
        </h2>
        <Select
          aria-label="Which requests"
          className="w-48"
          options={STATES}
          value={state}
          onChange={(event) => setState(event.target.value === 'closed' ? 'closed' : 'open')}
        />
      </div>
      <ListFrame
        list={list}
        rowsOf={(page) => page.requests}
        what="the privacy requests"
        empty={
          <EmptyState
            icon={<ShieldQuestion />}
            title="No privacy requests"
            description="Requests from the privacy page appear here once they're confirmed by email."
            level={3}
          />
        }
      >
        {(rows) => (
          <ul aria-label="Privacy requests" className="grid gap-2">
            {rows.map((request) => (
              <Request key={request.id} request={request} onChoose={() => setChosen(request)} />
            ))}
          </ul>
        )}
      </ListFrame>
      <GlobalSuppressionSection />
      <Suspense fallback={null}>
        {chosen && <CloseRequestDialog request={chosen} onClose={() => setChosen(null)} />}
      </Suspense>
    </section>
  )
}

function Request({ request, onChoose }: { request: PrivacyRequest; onChoose: () => void }) {
  const { kind, status, name, email, phone, company, details, dueAt, overdue, closedAt } = request
  return (
    <li>
      <Card className="flex flex-wrap items-start gap-x-4 gap-y-3 p-4">
        <div className="mr-auto min-w-0">
          <div className="flex flex-wrap items-center gap-2">
            <h3 className="text-sm font-medium">{KINDS[kind]}</h3>
            {overdue && <Badge tone="red">Overdue</Badge>}
            {status !== 'open' && <Badge tone={closedAt ? 'green' : 'blue'}>{STATUS_LABELS[status]}</Badge>}
          </div>
          <p className="mt-0.5 text-[13px] text-muted wrap-anywhere">
            {name === null
              ? 'Name and email erased'
              : joinPresent([name, email, phone && `${phone} (not confirmed)`, company], ' · ')}
          </p>
          <p className="mt-0.5 text-[13px] text-dim tabular-nums">
            {closedAt
              ? `Closed ${formatMoment(closedAt)}, ${formatQuantity(request.contactsTouched, 'contact', 'contacts')} changed`
              : `Due ${formatMoment(dueAt)}`}
          </p>
          {details && <p className="mt-2 max-w-prose text-sm whitespace-pre-wrap wrap-anywhere">{details}</p>}
        </div>
        {status === 'open' && (
          <Button size="sm" className="max-md:h-11" onClick={onChoose}>
            Resolve
          </Button>
        )}
      </Card>
    </li>
  )
}
