import { useState } from 'react'
import { Link } from 'react-router'
import type { CurrentUser } from '#contract/auth.ts'
import type { BillingPeriod } from '#contract/billing.ts'
import type { SubscriptionStatus } from '#contract/organizations.ts'
import { ENTERPRISE, PROFESSIONAL } from '#domain/billing/plans.ts'
import { PeriodToggle } from '#web/features/billing/period-toggle.tsx'
import { PlanCard } from '#web/features/billing/plan-card.tsx'
import type { useSubscription } from '#web/features/billing/subscription-queries.ts'
import { TestPaymentsNote } from '#web/features/billing/test-payments-note.tsx'
import { NO_ORGANIZATION, useCheckout } from '#web/features/billing/use-checkout.ts'
import { urls } from '#web/lib/urls.ts'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast.tsx'

interface PlanStepProps {
  user: CurrentUser
  subscription: ReturnType<typeof useSubscription>
}

/** Step 2: the plan. Professional goes on to the payment page, Enterprise to a conversation. */
export function PlanStep({ user, subscription }: PlanStepProps) {
  const [period, setPeriod] = useState<BillingPeriod>('monthly')
  const { mutate, leaving } = useCheckout()
  const owner = user.role === 'OWNER'
  const choose = () => {
    if (!user.organizationId) {
      toast({ variant: 'destructive', ...NO_ORGANIZATION })
      return
    }
    mutate({ organizationId: user.organizationId, billingPeriod: period })
  }
  return (
    <>
      <h1 className="text-2xl">Choose your plan</h1>
      <p className="mt-1 text-muted">30-day money-back guarantee. Cancel anytime.</p>
      <StatusNote subscription={subscription} />
      <div className="mt-8 flex flex-wrap items-center justify-between gap-3">
        <PeriodToggle period={period} onPeriod={setPeriod} />
        <TestPaymentsNote />
      </div>
      <div className="mt-4 grid gap-4 md:grid-cols-2">
        <PlanCard
          plan={PROFESSIONAL}
          period={period}
          mark="Recommended"
          level={2}
          action={
            <Button
              variant="primary"
              size="lg"
              disabled={!owner}
              pending={leaving}
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
            <Button size="lg" asChild>
              <Link to={urls.contact}>Contact Sales</Link>
            </Button>
          }
        />
      </div>
      {!owner && (
        <p className="mt-4 text-sm text-muted">Only the owner of your company can choose its plan.</p>
      )}
      <p className="mt-8 text-sm">
        <Link to="?step=profile" className="text-muted underline underline-offset-2 hover:text-text">
          Back to your profile
        </Link>
      </p>
    </>
  )
}

const STATUS_NOTES: Readonly<Partial<Record<SubscriptionStatus, string>>> = {
  past_due: 'Your last payment did not go through. Choose a plan to use your contacts again.',
  canceled:
    'Your subscription has ended. Your contacts are kept for 90 days after that; choose a plan to use them again.',
  trialing: 'Your trial does not include contacts. Choose a plan to use them.',
}

/** Why somebody with an organization stands here again. */
function StatusNote({ subscription }: Pick<PlanStepProps, 'subscription'>) {
  const note = subscription.isError
    ? 'Failed to fetch subscription'
    : STATUS_NOTES[subscription.data?.organization.subscriptionStatus ?? 'incomplete']
  if (!note) return null
  return (
    <div
      role={subscription.isError ? 'alert' : 'status'}
      className="mt-6 flex flex-wrap items-center gap-3 rounded-lg border border-yellow px-4 py-3 text-sm"
    >
      <span className="flex-1">{note}</span>
      {subscription.isError && (
        <Button size="sm" onClick={() => void subscription.refetch()}>
          Try again
        </Button>
      )}
    </div>
  )
}
