import type { ReportDelivery } from '#contract/analytics/reports.ts'
import { formatMoment } from '#web/lib/format.ts'
import { Badge, type BadgeProps } from '#web/ui/badge.tsx'

const STATUSES: Readonly<Record<ReportDelivery['status'], { label: string; tone: BadgeProps['tone'] }>> = {
  pending: { label: 'Waiting', tone: 'neutral' },
  sending: { label: 'Sending', tone: 'neutral' },
  sent: { label: 'Sent', tone: 'green' },
  skipped: { label: 'Not sent', tone: 'neutral' },
  failed: { label: 'Failed', tone: 'red' },
}

const REASONS: Readonly<Record<NonNullable<ReportDelivery['reason']>, string>> = {
  unsubscribed: 'They unsubscribed.',
  removed: "They're no longer a recipient.",
  no_access: "They don't see this dashboard anymore.",
  inactive: 'Your organization had no active plan.',
  rejected: 'Their mail server rejected it.',
  interrupted: 'Sending was interrupted. It may have arrived.',
  too_late: "The mail server didn't take it for three days.",
  no_figures: "The dashboard's period can't be shown. Choose a later start.",
}

interface DeliveryListProps {
  deliveries: readonly ReportDelivery[]
  /** Shows who got each email. */
  showsNames: boolean
}

/** The last emails of a dashboard, newest first. */
export function DeliveryList({ deliveries, showsNames }: DeliveryListProps) {
  return (
    <section aria-label="Last emails">
      <h3 className="text-[13px] font-medium">Last emails</h3>
      {deliveries.length === 0 ? (
        <p className="mt-1 text-sm text-muted">None yet.</p>
      ) : (
        <ul className="mt-1 divide-y divide-line">
          {deliveries.map(({ id, name, dueAt, isTest, status, reason }) => {
            const { label, tone } = STATUSES[status]
            return (
              <li key={id} className="flex flex-wrap items-baseline gap-x-3 gap-y-0.5 py-2 text-sm">
                <span className="tabular-nums">{formatMoment(dueAt)}</span>
                <span className="min-w-0 flex-1 truncate text-muted">
                  {showsNames && name}
                  {isTest && ' (on request)'}
                </span>
                <Badge tone={tone}>{label}</Badge>
                {reason && <span className="w-full text-[13px] text-muted">{REASONS[reason]}</span>}
              </li>
            )
          })}
        </ul>
      )}
    </section>
  )
}
