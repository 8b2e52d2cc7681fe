import { z } from 'zod'
import { memberEndpoint, publicEndpoint } from './endpoint.ts'
import { subscriptionStatus } from './organizations.ts'
import { isoDate, isoDateTime, uuid } from './text.ts'

export const billingPeriod = z.enum(['monthly', 'yearly'])
export type BillingPeriod = z.infer<typeof billingPeriod>

/** Calls of an owner that reach the payment provider. */
const heavyOwnerCall = { role: 'OWNER', isOpenWhileSuspended: true, rate: 'heavy' } as const

/** Times are ISO 8601 in UTC. */
export const billing = z.object({
  /** `test` never charges a card. */
  paymentsKind: z.enum(['test', 'stripe']),
  plan: z.string().nullable(),
  /** Null before the first subscription. */
  period: billingPeriod.nullable(),
  status: subscriptionStatus,
  /** A custom plan from the operator, without a card; it can't be resumed here. */
  isAgreed: z.boolean(),
  /** A duplicate card subscription, which can be ended and refunded. */
  beside: z
    .object({
      status: subscriptionStatus,
      period: billingPeriod,
      periodEnd: isoDateTime,
      cancelAtPeriodEnd: z.boolean(),
    })
    .nullable(),
  /** End of the paid period. */
  periodEnd: isoDateTime.nullable(),
  trialStart: isoDateTime.nullable(),
  trialEnd: isoDateTime.nullable(),
  /** True if it ends at `periodEnd` without renewal; it stays fully usable until then. */
  cancelAtPeriodEnd: z.boolean(),
  /** Failed renewal payments; 0 unless the status is `past_due`. */
  failedAttempts: z.number().int(),
  nextAttemptAt: isoDateTime.nullable(),
  /** Deadline for a full refund; null if nothing is refundable. */
  refundableUntil: isoDateTime.nullable(),
  /** A refund was requested but not yet confirmed by the provider. */
  refundPending: z.boolean(),
  canceledAt: isoDateTime.nullable(),
  /** Deletion date of a canceled organization's contacts; null for all others. */
  retainedUntil: isoDateTime.nullable(),
  /** True if the provider has a customer, so the portal can open. */
  hasPortal: z.boolean(),
  credits: z.object({
    /** Grant of the current credit month, or of the last billing switch; 0 before the first grant. */
    granted: z.number().int(),
    /** Credits carried over by a switch between monthly and yearly billing. */
    carriedOver: z.number().int(),
    used: z.number().int(),
    /** Credits added (above 0) or removed (below 0) by the operator or a refund. */
    adjusted: z.number().int(),
    /** `carriedOver + granted - used + adjusted`. */
    balance: z.number().int(),
    /** Time of the current grant. */
    since: isoDateTime.nullable(),
    /** Time of the next grant; null if none is due. */
    renewsAt: isoDateTime.nullable(),
  }),
})
export type Billing = z.infer<typeof billing>

export const getBilling = memberEndpoint('GET /api/organizations/{id}/billing', {
  summary: 'Get plan, period, renewal and credits of your organization',
  isOpenWhileSuspended: true,
  responses: { 200: billing },
})

export const invoice = z.object({
  id: z.string(),
  number: z.string().nullable(),
  createdAt: isoDateTime,
  amountCents: z.number().int(),
  currency: z.string(),
  status: z.enum(['draft', 'open', 'paid', 'uncollectible', 'void']),
  hostedUrl: z.string().nullable(),
  pdfUrl: z.string().nullable(),
  refunded: z.boolean(),
})
export type BillingInvoice = z.infer<typeof invoice>

export const getInvoices = memberEndpoint('GET /api/organizations/{id}/billing/invoices', {
  summary: 'List the latest 24 invoices of the payment provider, newest first',
  ...heavyOwnerCall,
  responses: { 200: z.object({ invoices: z.array(invoice) }) },
})

export const openBillingPortal = memberEndpoint('POST /api/organizations/{id}/billing/portal', {
  summary: 'Open the hosted billing portal for card, period and invoices',
  ...heavyOwnerCall,
  responses: { 200: z.object({ url: z.string() }) },
})

export const cancelSubscription = memberEndpoint('POST /api/organizations/{id}/billing/cancel', {
  summary: 'Cancel the subscription at the end of the paid period',
  ...heavyOwnerCall,
  responses: { 200: billing },
})

export const resumeSubscription = memberEndpoint('POST /api/organizations/{id}/billing/resume', {
  summary: 'Undo a cancellation during the paid period',
  ...heavyOwnerCall,
  responses: { 200: billing },
})

export const periodQuote = z.object({
  /** The period to switch to. */
  period: billingPeriod,
  /** Time of the quote, from which unused days count. Send it with the switch. */
  at: isoDateTime,
  priceCents: z.number().int(),
  /** Credit for the unused part of the paid period. */
  creditCents: z.number().int(),
  /** Amount charged to the card now. */
  dueCents: z.number().int(),
  periodEnd: isoDateTime,
})
export type PeriodQuote = z.infer<typeof periodQuote>

export const getPeriodQuote = memberEndpoint('GET /api/organizations/{id}/billing/period-quote', {
  summary: 'Quote a switch between monthly and yearly billing, with credit for the unused paid period',
  ...heavyOwnerCall,
  responses: { 200: periodQuote },
})

export const switchBillingPeriod = memberEndpoint('POST /api/organizations/{id}/billing/period', {
  summary: 'Switch between monthly and yearly billing now, at the quoted price',
  ...heavyOwnerCall,
  body: z.strictObject({
    period: billingPeriod,
    /** `at` of the quote; at most 15 minutes old. */
    at: z.string().max(40),
  }),
  responses: { 200: billing },
})

export const refundSubscription = memberEndpoint('POST /api/organizations/{id}/billing/refund', {
  summary: 'Refund the first payment within 30 days and end the subscription now; once per organization',
  ...heavyOwnerCall,
  // `pending` means that the provider could not be reached and a retry follows.
  responses: {
    200: z.object({ status: z.enum(['refunded', 'pending']), amountCents: z.number().int().nullable() }),
  },
})

const usageDay = z.object({
  /** UTC day. */
  day: isoDate,
  used: z.number().int(),
  refunded: z.number().int(),
  granted: z.number().int(),
})

export const getCreditUsage = memberEndpoint('GET /api/organizations/{id}/credits/usage', {
  summary: 'Get credits used, refunded and granted on each day of the current credit month',
  isOpenWhileSuspended: true,
  responses: {
    200: z.object({
      from: isoDate,
      /** Last day, inclusive. */
      to: isoDate,
      days: z.array(usageDay),
    }),
  },
})
export type CreditUsageDay = z.infer<typeof usageDay>

export const createCheckoutSession = memberEndpoint('POST /api/stripe/create-checkout-session', {
  summary: 'Open a hosted checkout for the Professional plan',
  ...heavyOwnerCall,
  body: z.strictObject({ organizationId: uuid, billingPeriod }),
  responses: { 200: z.object({ url: z.string() }) },
})

export const checkoutSuccess = memberEndpoint('GET /api/stripe/checkout-success', {
  summary: 'Activate the subscription of a completed checkout',
  isOpenWhileSuspended: true,
  rate: 'heavy',
  query: z.object({
    session_id: z.string('Missing checkout session').min(1, 'Missing checkout session').max(200),
  }),
  responses: { 200: z.object({ success: z.boolean(), error: z.string().nullable() }) },
})

export const stripeWebhook = publicEndpoint('POST /api/stripe/webhook', {
  summary: 'Receive signed events of the payment provider',
  rate: 'none', // protected by the signature; a throttled provider would only retry
  streamedTypes: ['application/json'],
  isBodyBuffered: true,
  maxBodyBytes: 256 * 1024,
  responses: { 200: z.object({ received: z.literal(true) }) },
})
