import { useMutation } from '@tanstack/react-query'
import { useEffect } from 'react'
import { type BillingPeriod, createCheckoutSession } from '#contract/billing.ts'
import { call } from '#web/lib/api.ts'
import { toast } from '#web/ui/toast.tsx'
import { isCheckoutAddress } from './checkout-parameters.ts'

export const PAYMENT_FAILED = {
  title: 'Payment Setup Failed',
  description: 'Unable to setup payment method. Please try again.',
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
  const { reset, ...checkout } = useMutation({
    mutationFn: async (order: Order) => {
      const { url } = await call(createCheckoutSession, { body: order })
      if (!isCheckoutAddress(url, window.location.origin)) {
        throw new Error('No checkout URL returned from the card payment provider')
      }
      if (replace) window.location.replace(url)
      else window.location.assign(url)
    },
    onError: (error) => {
      console.error('Opening the payment session failed', error)
      toast({ variant: 'destructive', ...PAYMENT_FAILED })
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
