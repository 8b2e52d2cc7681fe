import * as contract from '#contract/billing.ts'
import { getSubscription } from '#contract/organizations.ts'
import { contextOf } from '#server/platform/context.ts'
import type { Api } from '#server/platform/http/api.ts'
import type { BillingService } from './service.ts'

export function billingRoutes(api: Api, service: BillingService): void {
  api.serve(getSubscription, (call) => service.readOrganization(contextOf(call)))

  api.serve(contract.getBilling, (call) => service.readOverview(contextOf(call)))

  api.serve(contract.getInvoices, (call) => service.listInvoices(contextOf(call)))

  api.serve(contract.openBillingPortal, (call) =>
    service.openPortal(contextOf(call), call.request.site.origin),
  )

  api.serve(contract.cancelSubscription, (call) => service.setRenewal(contextOf(call), true))

  api.serve(contract.resumeSubscription, (call) => service.setRenewal(contextOf(call), false))

  api.serve(contract.getPeriodQuote, (call) => service.quotePeriod(contextOf(call)))

  api.serve(contract.switchBillingPeriod, (call) => service.switchPeriod(contextOf(call), call.body))

  api.serve(contract.refundSubscription, (call) => service.requestGuaranteeRefund(contextOf(call)))

  api.serve(contract.createCheckoutSession, (call) =>
    service.openCheckout(contextOf(call), { ...call.body, origin: call.request.site.origin }),
  )

  api.serve(contract.checkoutSuccess, (call) =>
    service.confirmCheckout(contextOf(call), call.query.session_id),
  )

  api.serve(contract.stripeWebhook, async ({ bytes, request }) => {
    const signature = request.headers['stripe-signature']
    // The signature covers the raw bytes.
    await service.receiveEvent(bytes, typeof signature === 'string' ? signature : undefined, request.id)
    return { received: true as const }
  })
}
