import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { subscriptionStatus } from './organizations.ts'
import { isoDate, isoDateTime, uuid } from './text.ts'

export const billingPeriod = z.enum(['monthly', 'yearly'])
export type BillingPeriod = z.infer<typeof billingPeriod>

const params = z.object({ id: uuid })

/** Times are ISO 8601 in UTC. */
export const billing = z.object({
  /** `test`: no card is ever charged. */
  paymentsKind: z.enum(['test', 'stripe']),
  plan: z.string().nullable(),
  /** Null before the first subscription. */
  period: billingPeriod.nullable(),
  status: subscriptionStatus,
  /** The plan was agreed with the operator of the instance; no card pays for it, and it cannot be resumed here. */
  isAgreed: z.boolean(),
  /** A subscription by card that runs beside the one the organization stands by; it can be ended and refunded. */
  beside: z
    .object({
      status: subscriptionStatus,
      period: billingPeriod,
      periodEnd: isoDateTime,
      cancelAtPeriodEnd: z.boolean(),
    })
    .nullable(),
  /** End of what was paid. */
  periodEnd: isoDateTime.nullable(),
  trialStart: isoDateTime.nullable(),
  trialEnd: isoDateTime.nullable(),
  /** It ends at `periodEnd` and is not renewed; until then everything stays open. */
  cancelAtPeriodEnd: z.boolean(),
  /** Failed attempts to collect the renewal; 0 unless the status is `past_due`. */
  failedAttempts: z.number().int(),
  nextAttemptAt: isoDateTime.nullable(),
  /** Until then the whole payment is given back on request; null where there is nothing to give back. */
  refundableUntil: isoDateTime.nullable(),
  /** A refund was asked for, and the provider has not confirmed it yet. */
  refundPending: z.boolean(),
  canceledAt: isoDateTime.nullable(),
  /** A canceled organization's contacts are kept until then; null for all others. */
  retainedUntil: isoDateTime.nullable(),
  /** Whether there is a customer at the provider, so that the portal can open. */
  hasPortal: z.boolean(),
  credits: z.object({
    /** Of the running credit month; 0 before the first grant. After a switch, what it added to the credits that were left. */
    granted: z.number().int(),
    /** Credits of the period before that a switch between month and year kept. */
    carriedOver: z.number().int(),
    used: z.number().int(),
    /** What the operator or a refund gave (above 0) or took (below 0). */
    adjusted: z.number().int(),
    /** `carriedOver + granted - used + adjusted`. */
    balance: z.number().int(),
    /** When the running month was granted. */
    since: isoDateTime.nullable(),
    /** When the next grant is due; null where none is. */
    renewsAt: isoDateTime.nullable(),
  }),
})
export type Billing = z.infer<typeof billing>

export const getBilling = endpoint({
  method: 'GET',
  path: '/api/organizations/{id}/billing',
  summary: 'Plan, period, renewal and credits of your organization',
  access: 'member',
  whileSuspended: true,
  rate: 'read',
  params,
  answers: { 200: billing },
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

export const getInvoices = endpoint({
  method: 'GET',
  path: '/api/organizations/{id}/billing/invoices',
  summary: 'The newest 24 invoices as the payment provider keeps them, newest first',
  access: 'member',
  role: 'OWNER',
  whileSuspended: true,
  rate: 'heavy',
  params,
  answers: { 200: z.object({ invoices: z.array(invoice) }) },
})

export const openBillingPortal = endpoint({
  method: 'POST',
  path: '/api/organizations/{id}/billing/portal',
  summary: 'Open the hosted page for card, period and invoices',
  access: 'member',
  role: 'OWNER',
  whileSuspended: true,
  rate: 'heavy',
  params,
  answers: { 200: z.object({ url: z.string() }) },
})

export const cancelSubscription = endpoint({
  method: 'POST',
  path: '/api/organizations/{id}/billing/cancel',
  summary: 'End the subscription with the paid period',
  access: 'member',
  role: 'OWNER',
  whileSuspended: true,
  rate: 'heavy',
  params,
  answers: { 200: billing },
})

export const resumeSubscription = endpoint({
  method: 'POST',
  path: '/api/organizations/{id}/billing/resume',
  summary: 'Take a cancellation back while the paid period runs',
  access: 'member',
  role: 'OWNER',
  whileSuspended: true,
  rate: 'heavy',
  params,
  answers: { 200: billing },
})

export const periodQuote = z.object({
  /** The one that the subscription does not have now. */
  period: billingPeriod,
  /** The moment that unused days are counted from; the change names it. */
  at: isoDateTime,
  priceCents: z.number().int(),
  /** What is left of the period that is paid for. */
  creditCents: z.number().int(),
  /** What the card pays now. */
  dueCents: z.number().int(),
  periodEnd: isoDateTime,
})
export type PeriodQuote = z.infer<typeof periodQuote>

export const getPeriodQuote = endpoint({
  method: 'GET',
  path: '/api/organizations/{id}/billing/period-quote',
  summary:
    'What changing between monthly and yearly billing costs now, with what is left of the paid period as credit',
  access: 'member',
  role: 'OWNER',
  rate: 'heavy',
  params,
  answers: { 200: periodQuote },
})

export const switchBillingPeriod = endpoint({
  method: 'POST',
  path: '/api/organizations/{id}/billing/period',
  summary: 'Change between monthly and yearly billing now, at the quoted price',
  access: 'member',
  role: 'OWNER',
  rate: 'heavy',
  params,
  body: z.strictObject({
    period: billingPeriod,
    /** `at` of the quote; at most 15 minutes old. */
    at: z.string().max(40),
  }),
  answers: { 200: billing },
})

export const refundSubscription = endpoint({
  method: 'POST',
  path: '/api/organizations/{id}/billing/refund',
  summary: 'Money back within 30 days of the first payment: ends the subscription now, once an organization',
  access: 'member',
  role: 'OWNER',
  whileSuspended: true,
  rate: 'heavy',
  params,
  // pending: the provider could not be reached; it is asked again until it answers.
  answers: {
    200: z.object({ status: z.enum(['refunded', 'pending']), amountCents: z.number().int().nullable() }),
  },
})

const usageDay = z.object({
  /** A day in UTC. */
  day: isoDate,
  used: z.number().int(),
  refunded: z.number().int(),
  granted: z.number().int(),
})

export const getCreditUsage = endpoint({
  method: 'GET',
  path: '/api/organizations/{id}/credits/usage',
  summary: 'Credits used, refunded and granted on each day of the running credit month',
  access: 'member',
  whileSuspended: true,
  rate: 'read',
  params,
  answers: {
    200: z.object({
      from: isoDate,
      /** Included. */
      to: isoDate,
      days: z.array(usageDay),
    }),
  },
})
export type CreditUsageDay = z.infer<typeof usageDay>

export const createCheckoutSession = endpoint({
  method: 'POST',
  path: '/api/stripe/create-checkout-session',
  summary: 'Open a hosted checkout for the Professional plan',
  access: 'member',
  role: 'OWNER',
  whileSuspended: true,
  rate: 'heavy',
  body: z.strictObject({ organizationId: uuid, billingPeriod }),
  answers: { 200: z.object({ url: z.string() }) },
})

export const checkoutSuccess = endpoint({
  method: 'GET',
  path: '/api/stripe/checkout-success',
  summary: 'Activate the subscription that a finished checkout bought',
  access: 'member',
  whileSuspended: true,
  rate: 'heavy',
  query: z.object({
    session_id: z.string('Missing checkout session').min(1, 'Missing checkout session').max(200),
  }),
  answers: { 200: z.object({ success: z.boolean(), error: z.string().nullable() }) },
})

export const stripeWebhook = endpoint({
  method: 'POST',
  path: '/api/stripe/webhook',
  summary: 'Signed events of the payment provider',
  access: 'public',
  rate: 'none', // the signature decides; a provider that is slowed down would only repeat itself
  streams: ['application/json'],
  wholeBody: true,
  maxBodyBytes: 256 * 1024,
  answers: { 200: z.object({ received: z.literal(true) }) },
})
