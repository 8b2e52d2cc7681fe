import type { BillingPeriod } from '#contract/billing.ts'
import type { SubscriptionStatus } from '#contract/organizations.ts'

export type CheckoutRequest = {
  organizationId: string
  customerEmail: string
  /** The provider's customer id of this organization; null before the first checkout. */
  customerId: string | null
  period: BillingPeriod
  /** The provider replaces `{CHECKOUT_SESSION_ID}` in it. */
  successUrl: string
  cancelUrl: string
}

/** Effect of a provider event on an organization. */
export type SubscriptionChange = {
  organizationId: string
  customerId: string
  subscriptionId: string
  status: SubscriptionStatus
  plan: 'professional'
  period: BillingPeriod
  /** End of the paid period. */
  periodEnd: string
  /** True if it ends with the paid period; null if the event doesn't say. */
  cancelAtPeriodEnd: boolean | null
  /** Null without a trial, or if the event doesn't say. */
  trialStart: string | null
  trialEnd: string | null
  /** Failed attempts to collect the open invoice; 0 once it is paid, null if the event doesn't say. */
  attempt: number | null
  /** Time of the provider's next attempt; null if there is none, or if the event doesn't say. */
  nextAttemptAt: string | null
  /** Period paid by this event; its credits are granted once. Null for events other than payments. */
  paidPeriod: {
    invoiceId: string
    start: string
    amountCents: number
    currency: 'usd'
    /** True for a period that starts with a switch between monthly and yearly. */
    isSwitch?: boolean
  } | null
  /** The refunded invoice; the refund ended the subscription, as `status` says. */
  refund: { invoiceId: string; amountCents: number } | null
}

/** A verified event. `change` is null for irrelevant types. */
export type PaymentEvent = {
  id: string
  type: string
  createdAt: string
  payload: unknown
  change: SubscriptionChange | null
  /** A refund of ours that failed after it had started. */
  failedRefund: { organizationId: string; subscriptionId: string; invoiceId: string } | null
  /** Provider id of a payment with a new or failed external refund. */
  refundedPayment: string | null
}

/** External refunds of an invoice. */
export type ExternalRefund = {
  organizationId: string
  subscriptionId: string
  invoiceId: string
  /** Current total in cents. */
  amountCents: number
}

/** Quote for switching the billing period. Amounts in cents, times ISO 8601 in UTC. */
export type PeriodQuote = {
  /** Time of the quote, from which unused days are counted; the switch is made as of then. */
  at: string
  priceCents: number
  /** Value of the unused part of the paid period. */
  creditCents: number
  /** Amount charged now: the price minus this credit and the customer's existing balance. */
  dueCents: number
  /** End of the new period. */
  periodEnd: string
}

type PeriodRequest = { subscriptionId: string; period: BillingPeriod; at: Date }

/** The provider's invoice. Amounts in the smallest currency unit, times ISO 8601 in UTC. */
export type Invoice = {
  id: string
  /** Number shown to customers; null for a draft. */
  number: string | null
  createdAt: string
  amountCents: number
  currency: string
  status: 'draft' | 'open' | 'paid' | 'uncollectible' | 'void'
  hostedUrl: string | null
  pdfUrl: string | null
  /** Refunded in full or in part. */
  refunded: boolean
}

/**
 * Interface to the card payment provider. Changes carry an idempotency key. Every call throws an {AppError}: unavailable
 * when the provider can't be reached in time, conflict when it refuses.
 */
export type Payments = {
  provider: 'test' | 'stripe'
  /** @returns the URL of the hosted checkout and its session id */
  openCheckout(
    request: CheckoutRequest & { idempotencyKey: string },
  ): Promise<{ url: string; sessionId: string }>
  /** Opens the hosted page where a customer changes the card, sees invoices or cancels. */
  openPortal(request: {
    customerId: string
    organizationId: string
    returnUrl: string
  }): Promise<{ url: string }>
  /** Schedules the end of the subscription for the end of the paid period, or undoes that. */
  setCancelAtPeriodEnd(request: {
    subscriptionId: string
    cancel: boolean
    idempotencyKey: string
  }): Promise<void>
  /** @throws {AppError} conflict when the subscription has ended or has that period already */
  quotePeriod(request: PeriodRequest): Promise<PeriodQuote>
  /**
   * Switches the billing period now and charges the price minus the unused part of the old period. If the card is declined,
   * nothing changes. Excess credit pays for later periods.
   *
   * @throws {AppError} conflict as `quotePeriod`, and when the card is declined
   */
  switchPeriod(request: PeriodRequest & { idempotencyKey: string }): Promise<void>
  /**
   * Cancels now and refunds the last invoice. A repeated call with the same key continues where an earlier one failed.
   *
   * @throws {AppError} conflict when there is nothing to refund
   */
  refundAndCancel(request: {
    subscriptionId: string
    invoiceId: string
    idempotencyKey: string
  }): Promise<{ amountCents: number }>
  /**
   * Fingerprint of the card that paid an invoice, the same for every customer who uses that card. Null if unknown.
   */
  cardOf(invoiceId: string): Promise<string | null>
  /**
   * Cancels now without a refund and voids open invoices. Does only the latter for a subscription that has already ended.
   */
  endNow(request: { subscriptionId: string; idempotencyKey: string }): Promise<void>
  /** Expires all open checkouts of an organization. */
  expireCheckouts(request: { organizationId: string; customerIds: readonly string[] }): Promise<void>
  /** Lists invoices, newest first, at most `limit`. */
  invoices(customerId: string, limit: number): Promise<Invoice[]>
  /** Events of a finished checkout; null if this organization has no such checkout. */
  eventsOfCheckout(sessionId: string, organizationId: string): Promise<PaymentEvent[] | null>
  /**
   * Current state and recent payments of a subscription as events, to recover lost ones; already applied events have no
   * effect. Null if the provider doesn't know it.
   */
  eventsOfSubscription(subscriptionId: string): Promise<PaymentEvent[] | null>
  /** Current external refunds of the payment named by `refundedPayment`; null without an organization's invoice. */
  externalRefund(paymentId: string): Promise<ExternalRefund | null>
  /** Verifies a webhook. @throws {AppError} invalid when the signature is missing, wrong, old or from the future */
  verifyEvent(rawBody: Buffer, signature: string | undefined): PaymentEvent
}
