import {
  cancelSubscription,
  checkoutSuccess,
  createCheckoutSession,
  getBilling,
  getInvoices,
  getPeriodQuote,
  openBillingPortal,
  refundSubscription,
  resumeSubscription,
  stripeWebhook,
  switchBillingPeriod,
} from '#contract/billing.ts'
import { getSubscription } from '#contract/organizations.ts'
import { contextOf } from '#server/platform/context.ts'
import type { Api } from '#server/platform/http/api.ts'
import type { BillingService } from './service.ts'

export function billingRoutes(api: Api, service: BillingService): void {
  api.serve(getSubscription, (call) => service.subscription(contextOf(call), call.params.id))

  api.serve(getBilling, (call) => service.overview(contextOf(call), call.params.id))

  api.serve(getInvoices, (call) => service.invoices(contextOf(call), call.params.id))

  api.serve(openBillingPortal, (call) => service.openPortal(contextOf(call), call.params.id))

  api.serve(cancelSubscription, (call) => service.cancel(contextOf(call), call.params.id))

  api.serve(resumeSubscription, (call) => service.resume(contextOf(call), call.params.id))

  api.serve(getPeriodQuote, (call) => service.quotePeriod(contextOf(call), call.params.id))

  api.serve(switchBillingPeriod, (call) => service.switchPeriod(contextOf(call), call.params.id, call.body))

  api.serve(refundSubscription, (call) => service.refund(contextOf(call), call.params.id))

  api.serve(createCheckoutSession, (call) => service.openCheckout(contextOf(call), call.body))

  api.serve(checkoutSuccess, (call) => service.confirmCheckout(contextOf(call), call.query.session_id))

  api.serve(stripeWebhook, async ({ bytes, request }) => {
    const signature = request.headers['stripe-signature']
    // The signature covers the raw bytes.
    await service.receiveEvent(bytes, typeof signature === 'string' ? signature : undefined, request.id)
    return { received: true as const }
  })
}
