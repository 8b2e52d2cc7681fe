import { z } from 'zod'
import { currentUser, personNames } from './auth.ts'
import { emailAddress } from './email-address.ts'
import { endpoint } from './endpoint.ts'
import { isoDateTime, pageQuery, uuid } from './text.ts'

export const changeNames = endpoint({
  method: 'PATCH',
  path: '/api/profile',
  summary: 'Change your name',
  access: 'signed-in',
  rate: 'write',
  body: personNames,
  answers: { 200: currentUser },
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

export const listSessions = endpoint({
  method: 'GET',
  path: '/api/profile/sessions',
  summary: 'List your sessions, last used first; the Link header has the next page',
  access: 'signed-in',
  whileSuspended: true,
  rate: 'read',
  query: z.object(pageQuery(50)),
  answers: { 200: z.array(ownSession) },
})

export const endSession = endpoint({
  method: 'DELETE',
  path: '/api/profile/sessions/{id}',
  summary: 'End one of your sessions',
  access: 'signed-in',
  whileSuspended: true,
  rate: 'write',
  params: z.object({ id: uuid }),
  answers: { 204: z.undefined() },
})

export const endSessions = endpoint({
  method: 'POST',
  path: '/api/profile/sessions/end',
  summary: 'Sign out all other sessions, or with `includeThis` all sessions',
  access: 'signed-in',
  whileSuspended: true,
  rate: 'write',
  body: z.strictObject({ includeThis: z.boolean().default(false) }),
  answers: { 200: z.object({ ended: z.number().int() }) },
})

export const deleteAccount = endpoint({
  method: 'POST',
  path: '/api/profile/delete',
  summary: 'Delete your account; `email` is your own address, to confirm',
  access: 'signed-in',
  whileSuspended: true,
  rate: 'write',
  body: z.strictObject({ email: emailAddress }),
  answers: { 204: z.undefined() },
})
