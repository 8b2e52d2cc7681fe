import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import type { BillingPeriod } from '#contract/billing.ts'
import { useMember, useUser } from '#web/features/auth/protected.tsx'
import {
  type OrganizationChange,
  useOrganizationChange,
} from '#web/features/organization/organization-change.ts'
import { type CallResult, call, urlOf } from '#web/lib/api.ts'
import { read } from '#web/lib/query-client.ts'
import { toastFailure } from '#web/ui/toast.tsx'
import { usePaymentPage } from './use-payment-page.ts'

/** Plan, renewal and credits of the organization. */
export function useBilling({ enabled = true } = {}) {
  const { organizationId } = useUser()
  return useQuery({
    ...read('GET /api/organizations/{id}/billing', { params: { id: organizationId ?? '' } }),
    enabled: enabled && organizationId !== null,
  })
}

/** Cached under its own URL: a used credit refreshes the organization's queries, which should not call the payment provider. */
export function invoicesQuery(organizationId: string) {
  const url = urlOf('GET /api/organizations/{id}/billing/invoices', { params: { id: organizationId } })
  return queryOptions<CallResult<'GET /api/organizations/{id}/billing/invoices'>>({ queryKey: [url] })
}

/** Opens the payment provider's page for card, period and invoices in this tab. */
export function useOpenPortal() {
  const client = useQueryClient()
  const id = useUser().organizationId ?? ''
  const { mutate, isLeaving } = usePaymentPage({
    create: () => call('POST /api/organizations/{id}/billing/portal', { params: { id } }),
    onError: toastFailure('Billing Unavailable', "We couldn't open the billing page. Try again."),
    onReturn: () => {
      void client.invalidateQueries({ queryKey: ['/api/organizations'] })
      void client.invalidateQueries(invoicesQuery(id))
    },
  })
  return { open: () => mutate(), isLeaving }
}

/** A change to the subscription, which changes the invoices too. */
function useBillingChange<V = void, T = unknown>(command: OrganizationChange<V, T>) {
  const { queryKey } = invoicesQuery(useMember().organizationId)
  return useOrganizationChange({ ...command, refreshedKeys: [queryKey] })
}

/** Cancels the subscription at the end of the paid period. */
export const useCancel = () =>
  useBillingChange({
    change: (id) => call('POST /api/organizations/{id}/billing/cancel', { params: { id } }),
    successToast: () => ({ title: 'Subscription Canceled', description: "Your subscription won't renew." }),
    failureToast: ['Cancellation Failed', "We couldn't change your subscription. Try again."],
  })

/** Undoes a cancellation before the end of the paid period. */
export const useResume = () =>
  useBillingChange({
    change: (id) => call('POST /api/organizations/{id}/billing/resume', { params: { id } }),
    successToast: () => ({
      title: 'Subscription Resumed',
      description: 'Your subscription will renew as usual.',
    }),
    failureToast: ['Resume Failed', "We couldn't change your subscription. Try again."],
  })

/**
 * The price of switching to the other period now. Read each time the dialog opens, because it changes every day, and
 * again after a failed switch. Not read during or after a switch: the price of a subscription that is changing is refused.
 */
export function usePeriodQuote({ isSwitching }: { isSwitching: boolean }) {
  const { organizationId: id } = useMember()
  return useQuery({
    ...read('GET /api/organizations/{id}/billing/period-quote', { params: { id } }),
    gcTime: 0,
    staleTime: 0,
    enabled: !isSwitching,
  })
}

/** Changes the period at the quoted price. */
export const useSwitchPeriod = () =>
  useBillingChange({
    change: (id, body: { period: BillingPeriod; at: string }) =>
      call('POST /api/organizations/{id}/billing/period', { params: { id }, body }),
    successToast: ({ period }) => ({
      title: 'Billing Period Changed',
      description: `Your subscription is now billed ${period}.`,
    }),
    failureToast: ['Change Failed', "We couldn't change your billing period. Try again."],
  })

/** Refunds the payment and ends the subscription now. */
export const useRefund = () =>
  useBillingChange({
    change: (id) => call('POST /api/organizations/{id}/billing/refund', { params: { id } }),
    successToast: (_, { status }) =>
      status === 'refunded'
        ? { title: 'Payment Refunded', description: 'The money is on its way to your payment method.' }
        : {
            title: 'Refund Requested',
            description: "The payment provider isn't responding yet. We'll keep trying.",
          },
    failureToast: ['Refund Failed', "We couldn't refund the payment. Try again."],
  })
