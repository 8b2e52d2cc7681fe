import { useEffect, useRef } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { Protected } from '#web/features/auth/protected.tsx'
import { messageOf } from '#web/lib/api-error.ts'
import { privatePage } from '#web/lib/brand.ts'
import { urls } from '#web/lib/urls.ts'
import { CenteredActions, CenteredPage } from '#web/site/centered-page.tsx'
import { Button } from '#web/ui/button.tsx'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { toast } from '#web/ui/toast.tsx'
import { type CheckoutOrder, checkoutOrder } from './checkout-parameters.ts'
import { TestPaymentsNote } from './notices.tsx'
import { Redirect } from './redirect.tsx'
import { useSubscription } from './subscription-queries.ts'
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
  return <CenteredPage title="Checkout" text="Invalid checkout parameters" />
}

/** Creates the payment session and sends the browser to it. */
function OpenPayment({ order }: { order: CheckoutOrder }) {
  const { mutate, error } = useCheckout({ replace: true })
  const hasStarted = useRef(false)
  const { org: organizationId, billing: billingPeriod } = order
  const subscription = useSubscription(organizationId)
  const status = subscription.data?.organization.subscriptionStatus
  // With an active or overdue subscription, the server would refuse another payment session.
  const isKnown = !subscription.isPending
  const isActive = status === 'active'
  const isOverdue = status === 'past_due'
  useEffect(() => {
    if (hasStarted.current || !isKnown || isActive || isOverdue) return
    hasStarted.current = true
    mutate({ organizationId, billingPeriod })
  }, [mutate, organizationId, billingPeriod, isKnown, isActive, isOverdue])

  if (isActive && !hasStarted.current) return <AlreadySubscribed />
  // A second subscription next to an unpaid one would be charged twice.
  if (isOverdue && !hasStarted.current) return <Redirect to={urls.billing} />
  if (error) {
    return (
      <CenteredPage title={PAYMENT_FAILED.title} text={messageOf(error, PAYMENT_FAILED.description)}>
        <CenteredActions>
          <Button variant="primary" onClick={() => mutate({ organizationId, billingPeriod })}>
            Try Again
          </Button>
          <ButtonLink to={urls.dashboard}>Back to contacts</ButtonLink>
        </CenteredActions>
      </CenteredPage>
    )
  }
  return (
    <CenteredPage title="Checkout" progress="Opening the payment page">
      <TestPaymentsNote />
    </CenteredPage>
  )
}

function AlreadySubscribed() {
  return (
    <CenteredPage
      title="You already have a subscription"
      text="Your organization's subscription is active. No payment is due."
    >
      <CenteredActions>
        <ButtonLink variant="primary" to={urls.dashboard}>
          Back to contacts
        </ButtonLink>
        <ButtonLink to={urls.billing}>Manage billing</ButtonLink>
      </CenteredActions>
    </CenteredPage>
  )
}
