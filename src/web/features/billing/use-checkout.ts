import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { type BillingPeriod, createCheckoutSession } from '#contract/billing.ts'
import { currentUserQuery, hasSignedInHint } from '#web/features/auth/auth-queries.ts'
import { call } from '#web/lib/api.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { toast } from '#web/ui/toast.tsx'
import { isCheckoutAddress } from './checkout-parameters.ts'

export const PAYMENT_FAILED = {
  title: 'Payment Setup Failed',
  description: 'Unable to setup payment method. Please try again.',
} as const

export const NO_ORGANIZATION = {
  title: 'Error',
  description: 'No organization found. Please contact support.',
} as const

interface Order {
  organizationId: string
  billingPeriod: BillingPeriod
}

/**
 * Opens a payment session and sends the browser to it. `replace` leaves no way back to a page that would only
 * forward again. Failures are shown as a toast.
 */
export function useCheckout({ replace = false }: { replace?: boolean } = {}) {
  const client = useQueryClient()
  const { reset, ...checkout } = useMutation({
    mutationFn: async (order: Order) => {
      const { url } = await call(createCheckoutSession, { body: order })
      if (!isCheckoutAddress(url, window.location.origin)) {
        throw new Error('No checkout URL returned from the card payment provider')
      }
      if (replace) window.location.replace(url)
      else window.location.assign(url)
    },
    onError: async (error) => {
      console.error('Opening the payment session failed', error)
      const failure = (await isOrganizationGone(client, error)) ? NO_ORGANIZATION : PAYMENT_FAILED
      toast({ variant: 'destructive', ...failure })
    },
  })
  useEffect(() => {
    // Coming back from the payment page restores this one as it was left: still leaving.
    const onShow = ({ persisted }: PageTransitionEvent) => persisted && reset()
    window.addEventListener('pageshow', onShow)
    return () => window.removeEventListener('pageshow', onShow)
  }, [reset])
  return { ...checkout, leaving: checkout.isPending || checkout.isSuccess }
}

/** Asks anew who is signed in: an organization that was removed takes its people with it, or leaves them without one. */
async function isOrganizationGone(client: QueryClient, error: unknown): Promise<boolean> {
  if (!(error instanceof ApiError) || ![401, 403, 404].includes(error.status)) return false
  try {
    const user = await client.fetchQuery({ ...currentUserQuery, staleTime: 0 })
    // Who logged out elsewhere in this browser has no hint any more.
    return user ? user.organizationId === null : hasSignedInHint()
  } catch {
    return false
  }
}
