import { z } from 'zod'

// Fields we read of the provider's objects, in the format of API version 2025-03-31 and later.

/** A reference is an id, or the object itself if expanded. */
const reference = z.union([z.string(), z.object({ id: z.string() }).transform((object) => object.id)])
const metadata = z.record(z.string(), z.string()).nullish()

export const subscriptionShape = z.object({
  id: z.string(),
  customer: reference,
  status: z.string(),
  metadata,
  cancel_at_period_end: z.boolean().nullish(),
  cancel_at: z.number().nullish(),
  trial_start: z.number().nullish(),
  trial_end: z.number().nullish(),
  items: z.object({
    data: z.array(
      z.object({
        price: z.object({ id: z.string(), currency: z.string() }),
        current_period_start: z.number(),
        current_period_end: z.number(),
      }),
    ),
  }),
})

/** An ended subscription and its end. */
export const endShape = z.object({ status: z.literal('canceled'), ended_at: z.number() })

export const checkoutShape = z.object({
  client_reference_id: z.string().nullish(),
  metadata,
  subscription: z.looseObject({}),
})

export const invoiceShape = z.object({
  id: z.string(),
  customer: reference,
  currency: z.string(),
  billing_reason: z.string().nullish(),
  amount_paid: z.number().int().nonnegative(),
  attempt_count: z.number().int().nonnegative(),
  next_payment_attempt: z.number().nullish(),
  parent: z.object({ subscription_details: z.object({ subscription: reference, metadata }) }),
  lines: z.object({
    data: z.array(
      z.object({
        amount: z.number().nullish(),
        parent: z
          .object({ subscription_item_details: z.object({ proration: z.boolean().nullish() }).nullish() })
          .nullish(),
        period: z.object({ start: z.number(), end: z.number() }),
        pricing: z.object({ price_details: z.object({ price: reference }).nullish() }).nullish(),
      }),
    ),
  }),
})

/** Metadata that `refundAndCancel` adds, because the provider's refunds name neither invoice nor subscription. */
export const refundMetadata = z.object({
  organizationId: z.string(),
  customerId: z.string(),
  subscriptionId: z.string(),
  invoiceId: z.string(),
  priceId: z.string(),
  /** ISO 8601. */
  periodEnd: z.iso.datetime(),
})
export type RefundMetadata = z.output<typeof refundMetadata>

export const refundShape = z.object({
  amount: z.number().int().positive(),
  currency: z.string(),
  status: z.enum(['succeeded', 'pending']),
  metadata: refundMetadata,
})

export const failedRefundShape = z.object({
  status: z.enum(['failed', 'canceled']),
  metadata: refundMetadata,
})

/** A refund, or a charge with a refund. */
export const externalRefundShape = z.object({ payment_intent: reference, metadata })
