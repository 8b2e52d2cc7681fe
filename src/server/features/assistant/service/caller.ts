import { randomUUID } from 'node:crypto'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Context } from '#server/platform/context.ts'
import { AppError } from '#server/platform/errors.ts'
import { checkAccess } from '#server/platform/http/access.ts'
import { actorOf, type Session } from '#server/platform/http/session.ts'

/** Who asks, and in which session, by the digest that the database knows it by. */
export type Caller = {
  session: Session
  sid: string
  requestId?: string
  /** The session as it is now; null where it has ended. */
  rereadSession: () => Promise<Session | null>
}

/** Whether the caller still is who asked: somebody removed meanwhile must read nothing more. */
export async function isUnchanged({ session, rereadSession }: Caller): Promise<boolean> {
  const now = await rereadSession()
  return (
    now !== null &&
    now.userId === session.userId &&
    now.organizationId === session.organizationId &&
    now.role === session.role &&
    now.subscriptionStatus === session.subscriptionStatus &&
    now.isSuspended === session.isSuspended
  )
}

/** Whether the caller may call an endpoint now; otherwise why not, as a sentence. */
export function denialFor(endpoint: Endpoint, { session }: Caller): string | null {
  try {
    checkAccess(endpoint, session)
    return null
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    if (error.code === 'payment_required')
      return 'That is about your contacts, which need an active plan. An owner of your organization can start one under Billing.'
    if (!session.organizationId)
      return 'That is about the contacts of an organization, and you belong to none yet. Create yours or accept an invitation first.'
    return error.message
  }
}

/** @returns null for somebody without an organization */
export function contextOfCaller({ session, requestId = randomUUID() }: Caller): Context | null {
  const { organizationId } = session
  return organizationId && { organizationId, actor: actorOf(session), requestId }
}
