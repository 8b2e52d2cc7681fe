import type { BillingPeriod } from '#contract/billing.ts'
import type { SubscriptionStatus } from '#contract/organizations.ts'

export type CheckoutRequest = {
  organizationId: string
  customerEmail: string
  /** The provider's customer of this organization, once there is one. */
  customerId: string | null
  plan: 'professional'
  period: BillingPeriod
  /** `{CHECKOUT_SESSION_ID}` in it is replaced by the provider. */
  successUrl: string
  cancelUrl: string
}

/** What an event of the provider means for an organization. */
export type SubscriptionChange = {
  organizationId: string
  customerId: string
  subscriptionId: string
  status: SubscriptionStatus
  plan: 'professional'
  /** End of the paid period. */
  periodEnd: string
  /** The paid period that this event opens, when it is a payment: its credits are granted once. */
  paidPeriod: { invoiceId: string; start: string } | null
}

/** A signed event, verified. `change` is null for types that mean nothing to us. */
export type PaymentEvent = {
  id: string
  type: string
  createdAt: string
  payload: unknown
  change: SubscriptionChange | null
}

/** The seam to the card payment provider. */
export type Payments = {
  kind: 'test'
  provider: string
  /** @returns the address of the hosted checkout */
  openCheckout(request: CheckoutRequest): Promise<{ url: string }>
  /** The events that a finished checkout has caused so far; null when there is no such checkout of this organization. */
  eventsOfCheckout(sessionId: string, organizationId: string): Promise<PaymentEvent[] | null>
  /** @throws {AppError} invalid when the signature is missing, wrong, old or from the future */
  verifyEvent(rawBody: Buffer, signature: string | undefined): PaymentEvent
}
