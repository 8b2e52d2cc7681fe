import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import type { Billing, BillingPeriod } from '#contract/billing.ts'
import type { SubscriptionStatus } from '#contract/organizations.ts'
import { ENTERPRISE, PROFESSIONAL } from '#domain/billing/plans.ts'
import { useUser } from '#web/features/auth/protected.tsx'
import { useBilling, useOpenPortal } from '#web/features/billing/billing-queries.ts'
import { noticeOf } from '#web/features/billing/billing-texts.ts'
import { SubscriptionNotice, TestPaymentsNote } from '#web/features/billing/notices.tsx'
import { PeriodToggle } from '#web/features/billing/period-toggle.tsx'
import { PlanCard } from '#web/features/billing/plan-card.tsx'
import type { useSubscription } from '#web/features/billing/subscription-queries.ts'
import { NO_ORGANIZATION, useCheckout } from '#web/features/billing/use-checkout.ts'
import { ownOrganizationsQuery, useSwitchOrganization } from '#web/features/shell/switch-organization.ts'
import { useInstance } from '#web/lib/instance-query.ts'
import { urls } from '#web/lib/urls.ts'
import { Button } from '#web/ui/button.tsx'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { LoadErrorState, Skeleton } from '#web/ui/states.tsx'
import { toast } from '#web/ui/toast.tsx'

/** Statuses that send an existing customer back here and need an explanation. */
const EXPLAINED_STATUSES: readonly (SubscriptionStatus | undefined)[] = ['past_due', 'canceled', 'trialing']

/** Step 2: choose a plan, or update the card while an invoice is unpaid. */
export function PlanStep({ subscription }: { subscription: ReturnType<typeof useSubscription> }) {
  const status = subscription.data?.organization.subscriptionStatus
  const days = useInstance()?.moneyBackDays
  const needsExplanation = EXPLAINED_STATUSES.includes(status)
  const billing = useBilling({ enabled: needsExplanation })
  if (needsExplanation && billing.isPending) return <Skeleton className="h-72" />
  // A second subscription next to an unpaid one would be charged twice.
  const isOverdue = status === 'past_due' && billing.data?.hasPortal === true
  return (
    <>
      <h1 className="text-2xl">{isOverdue ? 'Update your card' : 'Choose your plan'}</h1>
      <p className="mt-1 text-muted">
        {isOverdue
          ? "Your plan stays the same. You don't need to choose again."
          : `${days === undefined ? 'Money' : `${days}-day money`}-back guarantee. Cancel anytime.`}
      </p>
      {subscription.isError && <LoadErrorState query={subscription} title="Failed to fetch subscription" />}
      {status && needsExplanation && <StatusNotice status={status} billing={billing.data} />}
      {!isOverdue && <Plans />}
      <p className="mt-8 flex flex-wrap gap-x-6 gap-y-2 text-sm *:text-muted *:underline *:underline-offset-2 *:hover:text-text">
        <Link to="?step=profile">Back to your profile</Link>
        {needsExplanation && <Link to={urls.billing}>Billing and invoices</Link>}
        <OtherOrganizations />
      </p>
    </>
  )
}

/** The way back for someone who belongs to several organizations. */
function OtherOrganizations() {
  const { data = [] } = useQuery(ownOrganizationsQuery)
  const switchTo = useSwitchOrganization()
  // A full page load, to drop everything cached for this organization.
  const leave = (id: string) =>
    switchTo.mutate(id, { onSuccess: () => window.location.assign(urls.dashboard) })
  return data
    .filter(({ isActive }) => !isActive)
    .map(({ id, name }) => (
      <button key={id} type="button" disabled={switchTo.isPending} onClick={() => leave(id)}>
        Switch to {name}
      </button>
    ))
}

function Plans() {
  const user = useUser()
  const [period, setPeriod] = useState<BillingPeriod>('monthly')
  const { mutate, isLeaving } = useCheckout()
  const isOwner = user.role === 'OWNER'
  const choose = () => {
    if (!user.organizationId) {
      toast({ variant: 'destructive', ...NO_ORGANIZATION })
      return
    }
    mutate({ organizationId: user.organizationId, billingPeriod: period })
  }
  return (
    <>
      <div className="mt-8 flex flex-wrap items-center justify-between gap-3">
        <PeriodToggle period={period} onPeriod={setPeriod} />
        <TestPaymentsNote />
      </div>
      <div className="mt-4 grid gap-4 md:grid-cols-2">
        <PlanCard
          plan={PROFESSIONAL}
          period={period}
          badge="Recommended"
          level={2}
          action={
            <Button
              variant="primary"
              size="lg"
              disabled={!isOwner}
              pending={isLeaving}
              pendingLabel="Opening the payment page"
              onClick={choose}
            >
              Choose Professional
            </Button>
          }
        />
        <PlanCard
          plan={ENTERPRISE}
          period={period}
          level={2}
          action={
            <ButtonLink size="lg" to={urls.contact}>
              Contact Sales
            </ButtonLink>
          }
        />
      </div>
      {!isOwner && <p className="mt-4 text-sm text-muted">Only an owner can choose a plan.</p>}
    </>
  )
}

interface StatusNoticeProps {
  status: SubscriptionStatus
  /** Undefined if it couldn't be loaded; the notice then shows no dates. */
  billing: Billing | undefined
}

/** Explains why an existing customer is back at the plans. */
function StatusNotice({ status, billing }: StatusNoticeProps) {
  const user = useUser()
  const portal = useOpenPortal()
  const notice = noticeOf(billing?.status === status ? billing : { status })
  if (!notice) return null
  return (
    <div className="mt-6">
      <SubscriptionNotice notice={notice} isOwner={user.role === 'OWNER'}>
        {notice.action === 'card' && billing?.hasPortal && (
          <Button variant="primary" pending={portal.isLeaving} onClick={portal.open}>
            Update card
          </Button>
        )}
      </SubscriptionNotice>
    </div>
  )
}
