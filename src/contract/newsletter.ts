import { z } from 'zod'
import { emailAddress } from './email-address.ts'
import { endpoint } from './endpoint.ts'

const done = z.object({ ok: z.literal(true) })
const token = z.string('This link is incomplete').min(1, 'This link is incomplete').max(200)

/** Sent by the buttons on `/newsletter/confirm` and `/newsletter/unsubscribe`. */
export const newsletterToken = z.strictObject({ token })

export const subscribeToNewsletter = endpoint({
  method: 'POST',
  path: '/api/newsletter/subscribe',
  summary:
    'Subscribe to the newsletter, to be confirmed by an emailed link. The response is the same for every address.',
  access: 'public',
  rate: 'public-form', // the feature has stricter limits per network and address
  body: z.strictObject({
    email: emailAddress,
    /** Honeypot, hidden from people. */
    website: z.string().optional(),
  }),
  answers: { 200: done },
})

export const confirmNewsletter = endpoint({
  method: 'POST',
  path: '/api/newsletter/confirm',
  summary: 'Confirm a subscription with the token of the emailed link, within 7 days',
  access: 'public',
  rate: 'write',
  body: newsletterToken,
  answers: { 200: done },
})

export const unsubscribeFromNewsletter = endpoint({
  method: 'POST',
  path: '/api/newsletter/unsubscribe',
  summary: 'Unsubscribe: JSON {token}, or the one-click form of an email program (RFC 8058) with ?token=',
  access: 'public',
  rate: 'write', // mail providers send many of these from few addresses
  query: z.object({ token: token.optional() }),
  streams: ['application/json', 'application/x-www-form-urlencoded', 'multipart/form-data'],
  wholeBody: true,
  maxBodyBytes: 4096,
  answers: { 200: done },
})

export const openUnsubscribePage = endpoint({
  method: 'GET',
  path: '/api/newsletter/unsubscribe',
  summary: 'Redirect email programs without one-click to the unsubscribe page; changes nothing',
  access: 'public',
  rate: 'none',
  // Without a token the page says that the link is incomplete.
  query: z.object({ token: z.string().max(200).optional() }),
  answers: { 302: z.undefined() },
})
