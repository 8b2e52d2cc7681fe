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
  period: BillingPeriod
  /** End of the paid period. */
  periodEnd: string
  /** Whether it ends with the paid period; null where the event does not say. */
  cancelAtPeriodEnd: boolean | null
  /** Null where there is no trial, or the event does not say. */
  trialStart: string | null
  trialEnd: string | null
  /** Failed attempts to collect the open invoice; 0 once it is paid, null where the event does not say. */
  attempt: number | null
  /** When the provider tries again; null where it does not, or the event does not say. */
  nextAttemptAt: string | null
  /** The paid period that this event opens, when it is a payment: its credits are granted once. */
  paidPeriod: {
    invoiceId: string
    start: string
    amountCents: number
    currency: 'usd'
    /** It begins with a change between month and year, in the middle of another one. */
    isSwitch?: boolean
  } | null
  /** The invoice that was paid back. It ended its subscription, as `status` says. */
  refund: { invoiceId: string; amountCents: number } | null
}

/** A signed event, verified. `change` is null for types that mean nothing to us. */
export type PaymentEvent = {
  id: string
  type: string
  createdAt: string
  payload: unknown
  change: SubscriptionChange | null
  /** A refund of ours that came to nothing after it was told to be under way. */
  failedRefund: { organizationId: string; subscriptionId: string; invoiceId: string } | null
  /** The provider's name of a payment of which something was paid back, or was not after all, without our asking. */
  refundedPayment: string | null
}

/** What was paid back of an invoice at the provider, beside our own refunds. */
export type ExternalRefund = {
  organizationId: string
  subscriptionId: string
  invoiceId: string
  /** All that stands now, in cents. */
  amountCents: number
}

/** What a change of the billing period comes to, at one moment. Amounts in cents, times ISO 8601 in UTC. */
export type PeriodQuote = {
  /** The moment that unused days are counted from; the change itself is made as of then. */
  at: string
  priceCents: number
  /** What is left of the period that is paid for. */
  creditCents: number
  /** What the card pays now: the price less the credit and less what the customer has in credit already. */
  dueCents: number
  /** End of the new period. */
  periodEnd: string
}

type PeriodRequest = { subscriptionId: string; period: BillingPeriod; at: Date }

/** A bill as the provider keeps it. Amounts in the smallest unit of the currency, times ISO 8601 in UTC. */
export type Invoice = {
  id: string
  /** The number a customer reads; a draft has none. */
  number: string | null
  createdAt: string
  amountCents: number
  currency: string
  status: 'draft' | 'open' | 'paid' | 'uncollectible' | 'void'
  hostedUrl: string | null
  pdfUrl: string | null
  /** Paid back in full or in part. */
  refunded: boolean
}

/**
 * The seam to the card payment provider. Calls that change something carry a key: the same key twice is one change.
 * Every call throws an {AppError}: unavailable when the provider cannot be reached or does not answer in time,
 * conflict when it refuses.
 */
export type Payments = {
  kind: 'test' | 'stripe'
  provider: string
  /** @returns the address of the hosted checkout, and its name there */
  openCheckout(
    request: CheckoutRequest & { idempotencyKey: string },
  ): Promise<{ url: string; sessionId: string }>
  /** The hosted page where a customer changes card, sees invoices, cancels. */
  openPortal(request: {
    customerId: string
    organizationId: string
    returnUrl: string
  }): Promise<{ url: string }>
  /** Ends at the end of the paid period, or takes that back. */
  setCancelAtPeriodEnd(request: {
    subscriptionId: string
    cancel: boolean
    idempotencyKey: string
  }): Promise<void>
  /** @throws {AppError} conflict when the subscription has ended or has that period already */
  quotePeriod(request: PeriodRequest): Promise<PeriodQuote>
  /**
   * Begins a period of the other length now, less what is left of the old one, and collects the difference; where the
   * card is declined, nothing changes. A credit that is larger than the price pays for later periods.
   *
   * @throws {AppError} conflict as `quotePeriod`, and when the card is declined
   */
  switchPeriod(request: PeriodRequest & { idempotencyKey: string }): Promise<void>
  /**
   * Ends now and pays the last invoice back. Repeated with the same key after a failure it goes on where it stopped.
   *
   * @throws {AppError} conflict when there is nothing to pay back
   */
  refundAndCancel(request: {
    subscriptionId: string
    invoiceId: string
    idempotencyKey: string
  }): Promise<{ amountCents: number }>
  /**
   * What the card that paid an invoice is recognized by: the same card has the same value, whoever uses it. Null where none
   * is known.
   */
  cardOf(invoiceId: string): Promise<string | null>
  /**
   * Ends now, pays nothing back and bills nothing more: open invoices become void. One that has ended there, or that the
   * provider does not know, is ended: only its open invoices are looked at.
   */
  endNow(request: { subscriptionId: string; idempotencyKey: string }): Promise<void>
  /** Lets no checkout that an organization has opened be paid any more. */
  expireCheckouts(request: { organizationId: string; customerIds: readonly string[] }): Promise<void>
  /** Newest first, at most `limit`. */
  invoices(customerId: string, limit: number): Promise<Invoice[]>
  /** The events that a finished checkout has caused so far; null when there is no such checkout of this organization. */
  eventsOfCheckout(sessionId: string, organizationId: string): Promise<PaymentEvent[] | null>
  /**
   * How a subscription stands now and what was paid for it lately, told as events; null when the provider does not know
   * it. For events that got lost: what is known already has no effect again.
   */
  eventsOfSubscription(subscriptionId: string): Promise<PaymentEvent[] | null>
  /** What `refundedPayment` of an event names, as it stands now; null when it is no invoice of an organization. */
  externalRefund(paymentId: string): Promise<ExternalRefund | null>
  /** @throws {AppError} invalid when the signature is missing, wrong, old or from the future */
  verifyEvent(rawBody: Buffer, signature: string | undefined): PaymentEvent
}
