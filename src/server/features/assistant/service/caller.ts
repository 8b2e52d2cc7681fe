import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Context } from '#server/platform/context.ts'
import { AppError } from '#server/platform/errors.ts'
import { checkAccess } from '#server/platform/http/access.ts'
import { actorOf, type Session } from '#server/platform/http/session.ts'

/** The caller and the digest of their session id. */
export type Caller = {
  session: Session
  sid: string
  requestId?: string
  /** Reads the session again; null if it has ended. */
  rereadSession: () => Promise<Session | null>
}

/** True if the caller's access has not changed. A user removed meanwhile can't read anything more. */
export async function isUnchanged({ session, rereadSession }: Caller): Promise<boolean> {
  return isDeepStrictEqual(await rereadSession(), session)
}

/** Why the caller can't use an endpoint, as a sentence; null if they can. */
export function denialFor(endpoint: Endpoint, { session }: Caller): string | null {
  try {
    checkAccess(endpoint, session)
    return null
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    if (error.code === 'payment_required')
      return 'Questions about your contacts need an active plan. An owner of your organization can start one in Billing.'
    if (!session.organizationId)
      return "You don't belong to an organization yet. Create one or accept an invitation to ask about contacts."
    return error.message
  }
}

/** @returns null for a user without an organization */
export function contextOfCaller({ session, requestId = randomUUID() }: Caller): Context | null {
  const { organizationId } = session
  return organizationId && { organizationId, actor: actorOf(session), requestId }
}
