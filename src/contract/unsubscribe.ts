import { z } from 'zod'

const token = z.string('This link is incomplete').min(1, 'This link is incomplete').max(200)

/** The token of an emailed link, as the buttons of its page send it. */
export const linkToken = z.strictObject({ token })

/** POST of an unsubscribe link: JSON from our own page, or the one-click form of RFC 8058 with the token in the URL. */
export const oneClickUnsubscribe = {
  rate: 'write', // mail providers send many of these from few addresses
  query: z.object({ token: token.optional() }),
  streamedTypes: ['application/json', 'application/x-www-form-urlencoded', 'multipart/form-data'],
  isBodyBuffered: true,
  maxBodyBytes: 4096,
  responses: { 200: z.object({ ok: z.literal(true) }) },
} as const

/** GET of an unsubscribe link. Without a token the page says that the link is incomplete. */
export const unsubscribePage = {
  rate: 'none',
  query: z.object({ token: z.string().max(200).optional() }),
  responses: { 302: z.undefined() },
} as const
