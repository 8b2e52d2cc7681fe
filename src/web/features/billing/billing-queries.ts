import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type * as contract from '#contract/billing.ts'
import { call, urlOf } from '#web/lib/api.ts'

import { read } from '#web/lib/query-client.ts'
import { route } from '#web/lib/route.ts'
import { toast } from '#web/ui/toast.tsx'
import { toastFailure } from '#web/ui/toast-failure.ts'
import { isCheckoutAddress } from './checkout-parameters.ts'

const getBilling = route<typeof contract.getBilling>('GET', '/api/organizations/{id}/billing')
const getInvoices = route<typeof contract.getInvoices>('GET', '/api/organizations/{id}/billing/invoices')
const openPortal = route<typeof contract.openBillingPortal>('POST', '/api/organizations/{id}/billing/portal')
const cancel = route<typeof contract.cancelSubscription>('POST', '/api/organizations/{id}/billing/cancel')
const resume = route<typeof contract.resumeSubscription>('POST', '/api/organizations/{id}/billing/resume')
const getPeriodQuote = route<typeof contract.getPeriodQuote>(
  'GET',
  '/api/organizations/{id}/billing/period-quote',
)
const switchPeriod = route<typeof contract.switchBillingPeriod>(
  'POST',
  '/api/organizations/{id}/billing/period',
)
const refund = route<typeof contract.refundSubscription>('POST', '/api/organizations/{id}/billing/refund')

/** The prefix of every query key about an organization. */
const ORGANIZATIONS_KEY = ['/api/organizations']

/** Plan, renewal and credits of an organization; disabled while the id is null. */
export function useBilling(organizationId: string | null, { enabled = true } = {}) {
  return useQuery({
    ...read(getBilling, { params: { id: organizationId ?? '' } }),
    enabled: enabled && organizationId !== null,
  })
}

/** Cached under its own URL: a used credit refreshes the organization's queries, which should not call the payment provider. */
export function invoicesQuery(organizationId: string) {
  const url = urlOf(getInvoices, { params: { id: organizationId } })
  return queryOptions<Awaited<ReturnType<typeof call<typeof getInvoices>>>>({ queryKey: [url] })
}

/** Opens the payment provider's page for card, period and invoices in this tab. */
export function useOpenPortal(organizationId: string) {
  const client = useQueryClient()
  const { reset, ...portal } = useMutation({
    mutationFn: async () => {
      const { url } = await call(openPortal, { params: { id: organizationId } })
      if (!isCheckoutAddress(url, window.location.origin))
        throw new Error('The billing portal returned no valid URL')
      window.location.assign(url)
    },
    onError: toastFailure('Billing Page Failed', "We couldn't open the billing page. Try again."),
  })
  useEffect(() => {
    // The back button restores this page from the browser's cache: still pending, with data from before the visit.
    const onShow = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return
      reset()
      void client.invalidateQueries({ queryKey: ORGANIZATIONS_KEY })
      void client.invalidateQueries(invoicesQuery(organizationId))
    }
    window.addEventListener('pageshow', onShow)
    return () => window.removeEventListener('pageshow', onShow)
  }, [reset, client, organizationId])
  return { open: () => portal.mutate(), leaving: portal.isPending || portal.isSuccess }
}

/** Cancels the subscription at the end of the paid period, or undoes that. */
export function useSetCancel(organizationId: string) {
  const refresh = useRefresh(organizationId)
  return useMutation({
    mutationFn: (command: 'cancel' | 'resume') =>
      call(command === 'cancel' ? cancel : resume, { params: { id: organizationId } }),
    onSuccess: (_, command) => {
      toast(
        command === 'cancel'
          ? { title: 'Subscription Canceled', description: "Your subscription won't renew." }
          : { title: 'Subscription Resumed', description: 'Your subscription will renew as usual.' },
      )
    },
    onError: (error, command) =>
      toastFailure(
        command === 'cancel' ? 'Cancel Failed' : 'Resume Failed',
        "We couldn't change your subscription. Try again.",
      )(error),
    onSettled: refresh,
  })
}

/** The price of switching to the other period now. Read each time the dialog opens, because it changes every day. */
export function usePeriodQuote(organizationId: string) {
  return useQuery({
    ...read(getPeriodQuote, { params: { id: organizationId } }),
    gcTime: 0,
    staleTime: 0,
  })
}

/** Changes the period at the quoted price. */
export function useSwitchPeriod(organizationId: string) {
  const refresh = useRefresh(organizationId)
  return useMutation({
    mutationFn: (body: { period: contract.BillingPeriod; at: string }) =>
      call(switchPeriod, { params: { id: organizationId }, body }),
    onSuccess: (_, { period }) => {
      toast({
        title: 'Billing Period Changed',
        description: `Your subscription is now billed ${period}.`,
      })
    },
    onError: toastFailure('Change Failed', "We couldn't change your billing period. Try again."),
    onSettled: refresh,
  })
}

/** Refunds the payment and ends the subscription now. */
export function useRefund(organizationId: string) {
  const refresh = useRefresh(organizationId)
  return useMutation({
    mutationFn: () => call(refund, { params: { id: organizationId } }),
    onSuccess: ({ status }) => {
      toast(
        status === 'refunded'
          ? { title: 'Payment Refunded', description: 'The money is on its way to your payment method.' }
          : {
              title: 'Refund Requested',
              description: "The payment provider isn't responding yet. We'll keep trying.",
            },
      )
    },
    onError: toastFailure('Refund Failed', "We couldn't refund the payment. Try again."),
    onSettled: refresh,
  })
}

function useRefresh(organizationId: string): () => Promise<unknown> {
  const client = useQueryClient()
  return () =>
    Promise.all([
      client.invalidateQueries({ queryKey: ORGANIZATIONS_KEY }),
      client.invalidateQueries(invoicesQuery(organizationId)),
    ])
}
