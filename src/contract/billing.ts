import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { uuid } from './text.ts'

export const billingPeriod = z.enum(['monthly', 'yearly'])
export type BillingPeriod = z.infer<typeof billingPeriod>

export const createCheckoutSession = endpoint({
  method: 'POST',
  path: '/api/stripe/create-checkout-session',
  summary: 'Open a hosted checkout for the Professional plan',
  access: 'member',
  role: 'OWNER',
  rate: 'heavy',
  body: z.strictObject({ organizationId: uuid, billingPeriod }),
  answers: { 200: z.object({ url: z.string() }) },
})

export const checkoutSuccess = endpoint({
  method: 'GET',
  path: '/api/stripe/checkout-success',
  summary: 'Activate the subscription that a finished checkout bought',
  access: 'member',
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
  answers: { 200: z.object({ received: z.literal(true) }) },
})
