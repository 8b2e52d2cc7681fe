import { useState } from 'react'
import type { Billing, BillingPeriod, PeriodQuote } from '#contract/billing.ts'
import { Fact } from '#web/features/credits/credits-section.tsx'
import { messageOf } from '#web/lib/api-error.ts'
import { capitalize, formatCents, formatMomentDay } from '#web/lib/format.ts'
import { urls } from '#web/lib/urls.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { Card } from '#web/ui/card.tsx'
import { AlertDialog } from '#web/ui/form-dialog.tsx'
import { Skeleton } from '#web/ui/states.tsx'
import {
  useCancel,
  useOpenPortal,
  usePeriodQuote,
  useRefund,
  useResume,
  useSwitchPeriod,
} from './billing-queries.ts'
import {
  cardSubscriptionText,
  noticeOf,
  periodLine,
  planName,
  priceText,
  statusBadge,
} from './billing-texts.ts'
import { SubscriptionNotice } from './notices.tsx'

/** The subscription's status, and the owner's actions. */
export function PlanSection({ billing, isOwner }: { billing: Billing; isOwner: boolean }) {
  const [dialog, setDialog] = useState<'cancel' | 'refund' | 'period' | null>(null)
  const portal = useOpenPortal()
  const resumption = useResume()
  const notice = noticeOf(billing)
  const close = () => setDialog(null)
  const otherPeriod = periodToSwitchTo(billing)
  const resume = (
    <Button pending={resumption.isPending} pendingLabel="Resuming..." onClick={() => resumption.mutate()}>
      Resume subscription
    </Button>
  )
  const actions = {
    card: billing.hasPortal ? (
      <Button variant="primary" pending={portal.isLeaving} onClick={portal.open}>
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
        <SubscriptionNotice notice={notice} isOwner={isOwner}>
          {notice.action && actions[notice.action]}
        </SubscriptionNotice>
      )}
      <Card className="p-4 sm:p-5">
        <PlanFacts billing={billing} />
        {isOwner ? (
          <div className="mt-5 flex flex-wrap gap-2 max-sm:*:w-full">
            {billing.status === 'incomplete' && <ChoosePlan />}
            {billing.hasPortal && billing.status !== 'canceled' && notice?.action !== 'card' && (
              <Button pending={portal.isLeaving} onClick={portal.open}>
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
          <p className="mt-4 text-[13px] text-dim">Only an owner can manage the plan and payments.</p>
        )}
      </Card>
      {dialog === 'cancel' && <CancelDialog billing={billing.beside ?? billing} onClose={close} />}
      {dialog === 'period' && otherPeriod && <SwitchPeriodDialog period={otherPeriod} onClose={close} />}
      {dialog === 'refund' && <RefundDialog onClose={close} />}
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
    <ButtonLink variant="primary" to={urls.onboarding}>
      Choose a plan
    </ButtonLink>
  )
}

function PlanFacts({ billing }: { billing: Billing }) {
  const { plan, period, status, refundableUntil, trialStart, trialEnd, beside, isAgreed } = billing
  const badge = statusBadge(billing)
  const price = priceText(billing)
  const periodFact = periodLine(billing)
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 className="text-lg">{planName(plan)}</h2>
        <Badge tone={badge.tone}>{badge.label}</Badge>
      </div>
      <dl className="mt-4 grid grid-cols-2 gap-x-6 gap-y-4 lg:grid-cols-4">
        {price && <Fact label="Price">{price}</Fact>}
        {period && !isAgreed && <Fact label="Period">{capitalize(period)}</Fact>}
        {periodFact && <Fact label={periodFact[0]}>{periodFact[1]}</Fact>}
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

interface CancelDialogProps {
  billing: Pick<Billing, 'status' | 'periodEnd'>
  onClose: () => void
}

/** Confirms a cancellation and says until when the organization has access. */
function CancelDialog({ billing, onClose }: CancelDialogProps) {
  const cancel = useCancel()
  const end = billing.periodEnd ? formatMomentDay(billing.periodEnd) : 'the end of the paid period'
  const description =
    billing.status === 'active'
      ? `You have access until ${end}. After that, contacts are locked, credits can't be used, and you won't be charged again. You can resume until then.`
      : "Your subscription won't renew. The unpaid invoice stays open: contacts stay locked until it is paid, and if every payment attempt fails, the subscription ends. You can resume until then."
  return (
    <AlertDialog
      onClose={onClose}
      title="Cancel your subscription?"
      description={description}
      cancelLabel="Keep subscription"
      confirmLabel="Cancel subscription"
      pendingLabel="Canceling..."
      pending={cancel.isPending}
      onConfirm={() => cancel.mutate(undefined, { onSuccess: onClose })}
    />
  )
}

/** Confirms a refund, which ends the subscription at once. */
function RefundDialog({ onClose }: { onClose: () => void }) {
  const refund = useRefund()
  return (
    <AlertDialog
      onClose={onClose}
      title="Request a refund?"
      description="We refund the full payment to your original payment method. Your subscription ends right away: contacts are locked and this period's unused credits are removed. You can only do this once."
      cancelLabel="Keep subscription"
      confirmLabel="End now and refund"
      pendingLabel="Refunding..."
      pending={refund.isPending}
      onConfirm={() => refund.mutate(undefined, { onSuccess: onClose })}
    />
  )
}

/** Confirms a switch between monthly and yearly billing at today's price. */
function SwitchPeriodDialog({ period, onClose }: { period: BillingPeriod; onClose: () => void }) {
  const change = useSwitchPeriod()
  const quote = usePeriodQuote({ isSwitching: change.isPending || change.isSuccess })
  const quoteData = quote.data
  return (
    <AlertDialog
      onClose={onClose}
      title={`Switch to ${period} billing?`}
      description="The new period starts today. We credit the unused part of your current period."
      cancelLabel={`Keep ${period === 'yearly' ? 'monthly' : 'yearly'}`}
      confirmLabel={
        quoteData?.dueCents ? `Switch and pay ${formatCents(quoteData.dueCents)}` : `Switch to ${period}`
      }
      pendingLabel="Switching..."
      pending={change.isPending || !quoteData}
      destructive={false}
      onConfirm={() => quoteData && change.mutate({ period, at: quoteData.at }, { onSuccess: onClose })}
    >
      {quoteData && <QuoteLines quote={quoteData} period={period} />}
      {quote.isPending && <Skeleton className="mt-4 h-24" />}
      {quote.isError && (
        <p role="alert" className="mt-4 text-sm text-red">
          {messageOf(quote.error, "We couldn't get the price. Close this and try again.")}
        </p>
      )}
    </AlertDialog>
  )
}

function QuoteLines({ quote, period }: { quote: PeriodQuote; period: BillingPeriod }) {
  const { priceCents, creditCents, dueCents, periodEnd } = quote
  // Credit beyond the price carries over to the next invoices.
  const remainingCents = creditCents - priceCents
  const balanceUsed = Math.max(-remainingCents, 0) - dueCents
  return (
    <>
      <dl className="mt-4 grid grid-cols-[1fr_auto] gap-y-1.5 text-sm tabular-nums">
        <dt className="text-muted">Professional, {period}</dt>
        <dd className="text-right">{formatCents(priceCents)}</dd>
        <dt className="text-muted">Credit for unused time</dt>
        <dd className="text-right">−{formatCents(creditCents)}</dd>
        {balanceUsed > 0 && (
          <>
            <dt className="text-muted">Credit from earlier switches</dt>
            <dd className="text-right">−{formatCents(balanceUsed)}</dd>
          </>
        )}
        <dt className="border-t border-line pt-1.5 font-medium">Due today</dt>
        <dd className="border-t border-line pt-1.5 text-right font-medium">{formatCents(dueCents)}</dd>
      </dl>
      <p className="mt-3 text-[13px] text-muted">
        {remainingCents > 0 &&
          `The remaining ${formatCents(remainingCents)} goes toward your next invoices. `}
        Your plan renews on {formatMomentDay(periodEnd)}.
      </p>
    </>
  )
}
