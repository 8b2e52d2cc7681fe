import { useEffect, useRef } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { Protected } from '#web/features/auth/protected.tsx'
import { messageOf } from '#web/lib/api-error.ts'
import { privatePage } from '#web/lib/brand.ts'
import { urls } from '#web/lib/urls.ts'
import { QuietPage } from '#web/site/quiet-page.tsx'
import { Button } from '#web/ui/button.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { toast } from '#web/ui/toast.tsx'
import { type CheckoutOrder, checkoutOrder } from './checkout-parameters.ts'
import { Redirect } from './redirect.tsx'
import { useSubscription } from './subscription-queries.ts'
import { TestPaymentsNote } from './test-payments-note.tsx'
import { PAYMENT_FAILED, useCheckout } from './use-checkout.ts'

export const meta = privatePage('Checkout')

export default function CheckoutPage() {
  const [query] = useSearchParams()
  const order = checkoutOrder(query)
  if (!order) return <InvalidParameters />
  if (order.plan === 'enterprise') return <Redirect to={urls.contact} />
  return (
    <Protected>
      <OpenPayment order={order} />
    </Protected>
  )
}

function InvalidParameters() {
  const navigate = useNavigate()
  useEffect(() => {
    toast({ variant: 'destructive', title: 'Invalid checkout parameters' })
    void navigate(urls.home, { replace: true })
  }, [navigate])
  return (
    <QuietPage title="Checkout">
      <p className="text-muted">Invalid checkout parameters</p>
    </QuietPage>
  )
}

/** Creates the payment session and sends the browser to it. */
function OpenPayment({ order }: { order: CheckoutOrder }) {
  const { mutate, error } = useCheckout({ replace: true })
  const started = useRef(false)
  const { org: organizationId, billing: billingPeriod } = order
  const subscription = useSubscription(organizationId)
  const status = subscription.data?.organization.subscriptionStatus
  // With an active or overdue subscription, the server would refuse another payment session.
  const isKnown = !subscription.isPending
  const isActive = status === 'active'
  const isOverdue = status === 'past_due'
  useEffect(() => {
    if (started.current || !isKnown || isActive || isOverdue) return
    started.current = true
    mutate({ organizationId, billingPeriod })
  }, [mutate, organizationId, billingPeriod, isKnown, isActive, isOverdue])

  if (isActive && !started.current) return <AlreadySubscribed />
  // A second subscription next to an unpaid one would be charged twice.
  if (isOverdue && !started.current) return <Redirect to={urls.billing} />
  if (error) {
    return (
      <QuietPage title={PAYMENT_FAILED.title}>
        <p className="text-muted">{messageOf(error, PAYMENT_FAILED.description)}</p>
        <div className="flex flex-wrap justify-center gap-2">
          <Button variant="primary" onClick={() => mutate({ organizationId, billingPeriod })}>
            Try Again
          </Button>
          <Button asChild>
            <Link to={urls.dashboard}>Back to contacts</Link>
          </Button>
        </div>
      </QuietPage>
    )
  }
  return (
    <QuietPage title="Checkout">
      <p role="status" className="flex items-center gap-2 text-muted">
        <Spinner /> Opening the payment page
      </p>
      <TestPaymentsNote />
    </QuietPage>
  )
}

function AlreadySubscribed() {
  return (
    <QuietPage title="You already have a subscription">
      <p className="text-muted">Your organization's subscription is active. No payment is due.</p>
      <div className="flex flex-wrap justify-center gap-2">
        <Button asChild variant="primary">
          <Link to={urls.dashboard}>Back to contacts</Link>
        </Button>
        <Button asChild>
          <Link to={urls.billing}>Manage billing</Link>
        </Button>
      </div>
    </QuietPage>
  )
}
