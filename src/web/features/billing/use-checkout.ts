import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import type { BillingPeriod } from '#contract/billing.ts'
import { currentUserQuery, hasSignedInHint } from '#web/features/auth/auth-queries.ts'
import { call } from '#web/lib/api.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { toast } from '#web/ui/toast.tsx'
import { usePaymentPage } from './use-payment-page.ts'

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

/** Creates a payment session and sends the browser to it; failures show a toast. */
export function useCheckout({ replace = false }: { replace?: boolean } = {}) {
  const client = useQueryClient()
  return usePaymentPage({
    create: (body: Order) => call('POST /api/stripe/create-checkout-session', { body }),
    replace,
    onError: async (error) => {
      console.error('Opening the payment session failed', error)
      const failure = (await isOrganizationGone(client, error)) ? NO_ORGANIZATION : PAYMENT_FAILED
      toast({ variant: 'destructive', ...failure })
    },
  })
}

/** Reads the account again: a deleted organization also deletes its users, or leaves them without an organization. */
async function isOrganizationGone(client: QueryClient, error: unknown): Promise<boolean> {
  if (!(error instanceof ApiError) || ![401, 403, 404].includes(error.status)) return false
  try {
    const user = await client.fetchQuery({ ...currentUserQuery, staleTime: 0 })
    // A logout in another tab removed the hint; the organization may still exist.
    return user ? user.organizationId === null : hasSignedInHint()
  } catch {
    return false
  }
}
