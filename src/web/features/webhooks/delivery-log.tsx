import { useState } from 'react'
import type { WebhookDelivery, WebhookEndpoint } from '#contract/v1/webhooks.ts'
import { formatCount, formatMoment } from '#web/lib/format.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { DropdownMenu, MenuItem } from '#web/ui/dropdown-menu.tsx'
import { Field, Select } from '#web/ui/form.tsx'
import { Loaded } from '#web/ui/loaded.tsx'
import { Skeleton } from '#web/ui/states.tsx'
import { outcomeText } from './webhook-texts.ts'
import { useDeliveries, useReplay, useResend } from './webhooks-queries.ts'

const DAY_MS = 86_400_000
const STATES = [
  { value: '', label: 'All deliveries' },
  { value: 'failed', label: 'Failed' },
  { value: 'waiting', label: 'Waiting' },
  { value: 'arrived', label: 'Arrived' },
] as const

/** Deliveries of the last 30 days with their answers. */
export function DeliveryLog({ endpoint }: { endpoint: WebhookEndpoint }) {
  const [state, setState] = useState<'' | WebhookDelivery['state']>('')
  const log = useDeliveries(endpoint.id, state || undefined)
  const resend = useResend(endpoint.id)
  const resendFailed = () => {
    const now = Date.now()
    const from = new Date(now - 30 * DAY_MS).toISOString()
    resend.mutate({ from, to: new Date(now).toISOString(), onlyFailed: true })
  }
  return (
    <div className="grid gap-3 border-t border-line pt-3">
      <div className="flex flex-wrap items-end justify-between gap-2">
        <Field label="Show">
          <Select value={state} options={STATES} onValue={setState} />
        </Field>
        <Button size="row" pending={resend.isPending} disabled={!endpoint.isEnabled} onClick={resendFailed}>
          Resend all failed
        </Button>
      </div>
      <Loaded query={log} failure="We couldn't load the log" pending={<Skeleton className="h-24 w-full" />}>
        {({ pages }) => {
          const deliveries = pages.flatMap(({ data }) => data)
          if (deliveries.length === 0) return <p className="text-sm text-muted">No deliveries here yet.</p>
          return (
            <ul className="divide-y divide-line border-t border-line" aria-label="Deliveries">
              {deliveries.map((delivery) => (
                <DeliveryItem key={delivery.id} delivery={delivery} endpoint={endpoint} />
              ))}
            </ul>
          )
        }}
      </Loaded>
      {log.hasNextPage && (
        <Button pending={log.isFetchingNextPage} onClick={() => void log.fetchNextPage()}>
          Show more
        </Button>
      )}
    </div>
  )
}

const TONES = { arrived: 'green', waiting: 'neutral', failed: 'red' } as const
const LABELS = { arrived: 'Arrived', waiting: 'Waiting', failed: 'Failed' } as const

function DeliveryItem({ delivery, endpoint }: { delivery: WebhookDelivery; endpoint: WebhookEndpoint }) {
  const { id, eventId, eventType, state, attempt, milliseconds, nextAttemptAt } = delivery
  const resend = useResend(endpoint.id)
  const replay = useReplay(endpoint.id)
  const facts = [
    outcomeText(delivery),
    milliseconds === null ? null : `${formatCount(milliseconds)} ms`,
    attempt > 0 ? `attempt ${attempt}` : null,
    state === 'waiting' && attempt > 0 && nextAttemptAt ? `next ${formatMoment(nextAttemptAt)}` : null,
  ]
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 py-2.5">
      <div className="min-w-0 flex-1 basis-40">
        <p className="flex flex-wrap items-center gap-2 text-sm">
          <code className="text-[13px] wrap-anywhere">{eventType}</code>
          <Badge tone={TONES[state]}>{LABELS[state]}</Badge>
        </p>
        <p className="text-[13px] text-muted wrap-anywhere">
          {formatMoment(delivery.createdAt)} · {facts.filter((fact) => fact !== null).join(' · ')}
        </p>
      </div>
      <DropdownMenu
        trigger={
          <Button size="row" disabled={!endpoint.isEnabled}>
            Send again<span className="sr-only"> {eventType}</span>
          </Button>
        }
      >
        <MenuItem onSelect={() => resend.mutate({ deliveryIds: [id] })}>Resend this delivery</MenuItem>
        <MenuItem onSelect={() => replay.mutate(eventId)}>Replay everything after it</MenuItem>
      </DropdownMenu>
    </li>
  )
}
