import { z } from 'zod'
import { emailAddress } from './email-address.ts'
import { publicEndpoint } from './endpoint.ts'
import { linkToken, oneClickUnsubscribe, unsubscribePage } from './unsubscribe.ts'

const done = z.object({ ok: z.literal(true) })

export const subscribeToNewsletter = publicEndpoint('POST /api/newsletter/subscribe', {
  summary:
    'Subscribe to the newsletter, to be confirmed by an emailed link. The response is the same for every address.',
  rate: 'public-form', // the feature has stricter limits per network and address
  body: z.strictObject({
    email: emailAddress,
    /** Honeypot, hidden from people. */
    website: z.string().optional(),
  }),
  responses: { 200: done },
})

export const confirmNewsletter = publicEndpoint('POST /api/newsletter/confirm', {
  summary: 'Confirm a subscription with the token of the emailed link, within 7 days',
  body: linkToken,
  responses: { 200: done },
})

export const unsubscribeFromNewsletter = publicEndpoint('POST /api/newsletter/unsubscribe', {
  summary: 'Unsubscribe: JSON {token}, or the one-click form of an email program (RFC 8058) with ?token=',
  ...oneClickUnsubscribe,
})

export const openUnsubscribePage = publicEndpoint('GET /api/newsletter/unsubscribe', {
  summary: 'Redirect email programs without one-click to the unsubscribe page; changes nothing',
  ...unsubscribePage,
})
