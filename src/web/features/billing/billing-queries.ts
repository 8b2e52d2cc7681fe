import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type * as contract from '#contract/billing.ts'
import { call, urlOf } from '#web/lib/api.ts'
import { messageOf } from '#web/lib/api-error.ts'
import { read } from '#web/lib/query-client.ts'
import { route } from '#web/lib/route.ts'
import { toast } from '#web/ui/toast.tsx'
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

/** Everything that says how an organization stands begins its key so. */
const ORGANIZATIONS_KEY = ['/api/organizations']

/** Plan, renewal and credits of an organization; asks nothing while there is none. */
export function useBilling(organizationId: string | null, { enabled = true } = {}) {
  return useQuery({
    ...read(getBilling, { params: { id: organizationId ?? '' } }),
    enabled: enabled && organizationId !== null,
  })
}

/** Kept under its address alone: each credit used refreshes the organization, and must not ask the provider anew. */
export function invoicesQuery(organizationId: string) {
  const address = urlOf(getInvoices, { params: { id: organizationId } })
  return queryOptions<Awaited<ReturnType<typeof call<typeof getInvoices>>>>({ queryKey: [address] })
}

/** Opens the provider's page for card, period and invoices, and sends the browser there. */
export function useOpenPortal(organizationId: string) {
  const client = useQueryClient()
  const { reset, ...portal } = useMutation({
    mutationFn: async () => {
      const { url } = await call(openPortal, { params: { id: organizationId } })
      if (!isCheckoutAddress(url, window.location.origin)) throw new Error('The portal has no address')
      window.location.assign(url)
    },
    onError: (error) => {
      toast({
        variant: 'destructive',
        title: 'Billing Page Failed',
        description: messageOf(
          error,
          'The page for card and invoices could not be opened. Please try again.',
        ),
      })
    },
  })
  useEffect(() => {
    // Coming back restores this page as it was left: still leaving, and before whatever was changed there.
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

/** Ends the subscription with the paid period, or takes that back. */
export function useSetCancel(organizationId: string) {
  const refresh = useRefresh(organizationId)
  return useMutation({
    mutationFn: (command: 'cancel' | 'resume') =>
      call(command === 'cancel' ? cancel : resume, { params: { id: organizationId } }),
    onSuccess: (_, command) => {
      toast(
        command === 'cancel'
          ? {
              title: 'Subscription Canceled',
              description: 'It is not renewed any more.',
            }
          : { title: 'Subscription Resumed', description: 'It renews as before.' },
      )
    },
    onError: (error, command) => {
      toast({
        variant: 'destructive',
        title: command === 'cancel' ? 'Cancel Failed' : 'Resume Failed',
        description: messageOf(error, 'The subscription was not changed. Please try again.'),
      })
    },
    onSettled: refresh,
  })
}

/** What changing to the other period costs now. Asked each time the dialog opens: the price changes with the day. */
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
    onError: (error) => {
      toast({
        variant: 'destructive',
        title: 'Change Failed',
        description: messageOf(error, "We couldn't change your billing period. Try again."),
      })
    },
    onSettled: refresh,
  })
}

/** Asks for the money back: the subscription ends now. */
export function useRefund(organizationId: string) {
  const refresh = useRefresh(organizationId)
  return useMutation({
    mutationFn: () => call(refund, { params: { id: organizationId } }),
    onSuccess: ({ status }) => {
      toast(
        status === 'refunded'
          ? { title: 'Payment Refunded', description: 'The money goes back the way it was paid.' }
          : {
              title: 'Refund Requested',
              description: 'The payment provider does not answer yet. It is asked until it does.',
            },
      )
    },
    onError: (error) => {
      toast({
        variant: 'destructive',
        title: 'Refund Failed',
        description: messageOf(error, 'Nothing was refunded. Please try again.'),
      })
    },
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
