import { z } from 'zod'
import { emailAddress } from './email-address.ts'
import { endpoint } from './endpoint.ts'

const done = z.object({ ok: z.literal(true) })
const token = z.string('This link is not complete').min(1, 'This link is not complete').max(200)

/** What the buttons of the pages `/newsletter/confirm` and `/newsletter/unsubscribe` send. */
export const newsletterToken = z.strictObject({ token })

export const subscribeToNewsletter = endpoint({
  method: 'POST',
  path: '/api/newsletter/subscribe',
  summary:
    'Ask for the newsletter; a link by mail has to be confirmed first. Answers alike for every address',
  access: 'public',
  rate: 'public-form', // stricter limits a network and an address are kept in the database by the feature
  body: z.strictObject({
    email: emailAddress,
    /** People do not see this field: what stands in it was filled in by a program. */
    website: z.string().optional(),
  }),
  answers: { 200: done },
})

export const confirmNewsletter = endpoint({
  method: 'POST',
  path: '/api/newsletter/confirm',
  summary: 'Confirm a subscription with the token of the mailed link, within 7 days',
  access: 'public',
  rate: 'write',
  body: newsletterToken,
  answers: { 200: done },
})

export const unsubscribeFromNewsletter = endpoint({
  method: 'POST',
  path: '/api/newsletter/unsubscribe',
  summary: 'End a subscription: JSON {token}, or a mail program’s one-click form (RFC 8058) with ?token=',
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
  summary: 'For mail programs without one-click: leads to the page that asks, and changes nothing',
  access: 'public',
  rate: 'none',
  // Empty or none: the page says that the link is not complete.
  query: z.object({ token: z.string().max(200).optional() }),
  answers: { 302: z.undefined() },
})
