import { useInfiniteQuery } from '@tanstack/react-query'
import { ShieldQuestion } from 'lucide-react'
import { useState } from 'react'
import type { PrivacyRequest } from '#contract/privacy-requests.ts'
import { privatePage } from '#web/lib/brand.ts'
import { formatMoment, formatQuantity, joinPresent } from '#web/lib/format.ts'
import { cursorPages } from '#web/lib/pages.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Card } from '#web/ui/card.tsx'
import { DialogButton } from '#web/ui/dialog-button.tsx'
import { Select } from '#web/ui/form.tsx'
import { PagedItems } from '#web/ui/loaded.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import { CloseRequestDialog } from './close-request-dialog.tsx'
import { GlobalSuppressionSection } from './global-suppression-section.tsx'

export const meta = privatePage('Privacy requests')
type RequestState = 'open' | 'closed'

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
  objected: 'Marked as do not contact',
  rejected: 'Rejected',
}
const STATES = [
  { value: 'open', label: 'Open (by due date)' },
  { value: 'closed', label: 'Closed' },
]

/** Confirmed privacy requests, the most urgent first. */
export default function PrivacyRequestsPage() {
  const [state, setState] = useState<RequestState>('open')
  const list = useInfiniteQuery(cursorPages('GET /api/admin/privacy-requests', { query: { state } }))
  return (
    <section aria-labelledby="privacy-requests">
      <div className="mb-3 flex flex-wrap items-center gap-3">
        <h2 id="privacy-requests" className="mr-auto text-base">
          Privacy requests
        </h2>
        <Select
          aria-label="Status"
          className="w-48"
          options={STATES}
          value={state}
          onValue={(value) => setState(value === 'closed' ? 'closed' : 'open')}
        />
      </div>
      <PagedItems
        list={list}
        listName="the privacy requests"
        label="Privacy requests"
        className="grid gap-2"
        empty={
          <EmptyState
            icon={<ShieldQuestion />}
            title="No privacy requests"
            description="Requests from the privacy page appear here once they're confirmed by email."
            level={3}
          />
        }
      >
        {(request) => <Request request={request} />}
      </PagedItems>
      <GlobalSuppressionSection />
    </section>
  )
}

function Request({ request }: { request: PrivacyRequest }) {
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
          <DialogButton
            size="row"
            dialog={(close) => <CloseRequestDialog request={request} onClose={close} />}
          >
            Resolve
          </DialogButton>
        )}
      </Card>
    </li>
  )
}
