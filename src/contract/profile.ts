import { z } from 'zod'
import { currentUser, personNames } from './auth.ts'
import { emailAddress } from './email-address.ts'
import { signedInEndpoint } from './endpoint.ts'
import { isoDateTime, pageQuery } from './text.ts'

export const changeNames = signedInEndpoint('PATCH /api/profile', {
  summary: 'Change your name',
  body: personNames,
  responses: { 200: currentUser },
})

const ownSession = z.object({
  id: z.string(),
  /** Browser at sign-in, such as "Chrome on Windows". */
  device: z.string().nullable(),
  startedAt: isoDateTime,
  /** Accurate to five minutes. */
  lastUsedAt: isoDateTime,
  /** True for the current session. */
  current: z.boolean(),
})
export type OwnSession = z.infer<typeof ownSession>

export const listSessions = signedInEndpoint('GET /api/profile/sessions', {
  summary: 'List your sessions, last used first; the Link header has the next page',
  isOpenWhileSuspended: true,
  query: z.object(pageQuery(50)),
  responses: { 200: z.array(ownSession) },
})

export const endSession = signedInEndpoint('DELETE /api/profile/sessions/{id}', {
  summary: 'End one of your sessions',
  isOpenWhileSuspended: true,
})

export const endSessions = signedInEndpoint('POST /api/profile/sessions/end', {
  summary: 'Sign out all other sessions, or with `includeThis` all sessions',
  isOpenWhileSuspended: true,
  body: z.strictObject({ includeThis: z.boolean().default(false) }),
  responses: { 200: z.object({ ended: z.number().int() }) },
})

export const deleteAccount = signedInEndpoint('POST /api/profile/delete', {
  summary: 'Delete your account; `email` is your own address, to confirm',
  isOpenWhileSuspended: true,
  body: z.strictObject({ email: emailAddress }),
})
