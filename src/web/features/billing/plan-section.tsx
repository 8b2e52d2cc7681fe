import { lazy, type ReactNode, Suspense, useState } from 'react'
import { Link } from 'react-router'
import type { Billing, BillingPeriod } from '#contract/billing.ts'
import { capitalize, formatMomentDay } from '#web/lib/format.ts'
import { urls } from '#web/lib/urls.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { useOpenPortal, useSetCancel } from './billing-queries.ts'
import {
  cardSubscriptionText,
  noticeOf,
  periodLine,
  planName,
  priceText,
  statusBadge,
} from './billing-texts.ts'
import { SubscriptionNotice } from './subscription-notice.tsx'

const dialogs = () => import('./billing-dialogs.tsx')
const CancelDialog = lazy(async () => ({ default: (await dialogs()).CancelDialog }))
const SwitchPeriodDialog = lazy(async () => ({
  default: (await import('./switch-period-dialog.tsx')).SwitchPeriodDialog,
}))
const RefundDialog = lazy(async () => ({ default: (await dialogs()).RefundDialog }))

interface PlanSectionProps {
  billing: Billing
  organizationId: string
  owner: boolean
}

/** The subscription's status, and the owner's actions. */
export function PlanSection({ billing, organizationId, owner }: PlanSectionProps) {
  const [dialog, setDialog] = useState<'cancel' | 'refund' | 'period' | null>(null)
  const portal = useOpenPortal(organizationId)
  const setCancel = useSetCancel(organizationId)
  const notice = noticeOf(billing)
  const close = () => setDialog(null)
  const otherPeriod = periodToSwitchTo(billing)
  const resume = (
    <Button
      pending={setCancel.isPending}
      pendingLabel="Resuming..."
      onClick={() => setCancel.mutate('resume')}
    >
      Resume subscription
    </Button>
  )
  const actions = {
    card: billing.hasPortal ? (
      <Button variant="primary" pending={portal.leaving} onClick={portal.open}>
        Update card
      </Button>
    ) : (
      <ChoosePlan />
    ),
    plan: <ChoosePlan />,
    resume,
  }
  return (
    <>
      {notice && (
        <SubscriptionNotice notice={notice} owner={owner}>
          {notice.action && actions[notice.action]}
        </SubscriptionNotice>
      )}
      <Card className="p-4 sm:p-5">
        <PlanFacts billing={billing} />
        {owner ? (
          <div className="mt-5 flex flex-wrap gap-2 max-sm:*:w-full">
            {billing.status === 'incomplete' && <ChoosePlan />}
            {billing.hasPortal && billing.status !== 'canceled' && notice?.action !== 'card' && (
              <Button pending={portal.leaving} onClick={portal.open}>
                Change card
              </Button>
            )}
            {((billing.status === 'past_due' && billing.cancelAtPeriodEnd) ||
              billing.beside?.cancelAtPeriodEnd) &&
              resume}
            {otherPeriod && (
              <Button onClick={() => setDialog('period')}>Switch to {otherPeriod} billing</Button>
            )}
            {canCancel(billing) && (
              <Button variant="danger-quiet" onClick={() => setDialog('cancel')}>
                Cancel subscription
              </Button>
            )}
            {billing.refundableUntil && !billing.refundPending && (
              <Button variant="ghost" onClick={() => setDialog('refund')}>
                Request a refund
              </Button>
            )}
          </div>
        ) : (
          <p className="mt-4 text-[13px] text-dim">
            Only an owner can change the plan, the card and payments.
          </p>
        )}
      </Card>
      <Suspense fallback={null}>
        {dialog === 'cancel' && (
          <CancelDialog billing={billing.beside ?? billing} organizationId={organizationId} onClose={close} />
        )}
        {dialog === 'period' && otherPeriod && (
          <SwitchPeriodDialog period={otherPeriod} organizationId={organizationId} onClose={close} />
        )}
        {dialog === 'refund' && <RefundDialog organizationId={organizationId} onClose={close} />}
      </Suspense>
    </>
  )
}

function canCancel(billing: Billing): boolean {
  const { refundPending, hasPortal, isAgreed, beside } = billing
  if (isAgreed && !beside) return false
  const { status, cancelAtPeriodEnd } = beside ?? billing
  return (status === 'active' || status === 'past_due') && hasPortal && !cancelAtPeriodEnd && !refundPending
}

/** The billing period an owner can switch to; null where switching isn't possible. */
function periodToSwitchTo(billing: Billing): BillingPeriod | null {
  const { period, status } = billing.beside ?? billing
  if (!canCancel(billing) || status !== 'active' || !period) return null
  return period === 'monthly' ? 'yearly' : 'monthly'
}

function ChoosePlan() {
  return (
    <Button variant="primary" asChild>
      <Link to={urls.onboarding}>Choose a plan</Link>
    </Button>
  )
}

function PlanFacts({ billing }: { billing: Billing }) {
  const { plan, period, status, refundableUntil, trialStart, trialEnd, beside, isAgreed } = billing
  const badge = statusBadge(billing)
  const price = priceText(billing)
  const next = periodLine(billing)
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 className="text-lg">{planName(plan)}</h2>
        <Badge tone={badge.tone}>{badge.label}</Badge>
      </div>
      <dl className="mt-4 grid grid-cols-2 gap-x-6 gap-y-4 lg:grid-cols-4">
        {price && <Fact label="Price">{price}</Fact>}
        {period && !isAgreed && <Fact label="Period">{capitalize(period)}</Fact>}
        {next && <Fact label={next[0]}>{next[1]}</Fact>}
        {trialStart && trialEnd && (
          <Fact label="Trial">
            {formatMomentDay(trialStart)} – {formatMomentDay(trialEnd)}
          </Fact>
        )}
        {refundableUntil && <Fact label="Refundable until">{formatMomentDay(refundableUntil)}</Fact>}
      </dl>
      {beside && <p className="mt-4 text-sm text-muted">{cardSubscriptionText(beside)}</p>}
      {status === 'incomplete' && (
        <p className="text-sm text-muted">Contacts need a subscription. Choose a plan to add them.</p>
      )}
    </>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-[13px] text-dim">{label}</dt>
      <dd className="text-sm font-medium tabular-nums">{children}</dd>
    </div>
  )
}
