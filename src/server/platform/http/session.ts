import type { FastifyRequest } from 'fastify'
import type { Endpoint, Role } from '#contract/endpoint.ts'
import type { SubscriptionStatus } from '#contract/organizations.ts'
import type { OrganizationId } from '../db/organization-id.ts'
import type { SessionCheck } from '../db/session-check.ts'

/** Who is calling, read anew for each request: a removal or a new role counts at once. */
export type Session = {
  userId: string
  email: string
  organizationId: OrganizationId | null
  role: Role
  subscriptionStatus: SubscriptionStatus | null
  isPlatformAdmin: boolean
  /** An operator in all but this: the instance asks operators for a second factor, and theirs is off. */
  needsSecondFactor?: true
  /** The operator keeps the organization's members from its contacts. */
  isSuspended: boolean
}

export type MemberSession = Session & {
  organizationId: OrganizationId
  subscriptionStatus: SubscriptionStatus
}

/** What the handler of an endpoint may rely on. */
export type SessionOf<E extends Endpoint> = E['access'] extends 'public'
  ? Session | null
  : E['access'] extends 'signed-in' | 'platform-admin'
    ? Session
    : MemberSession

/** A session as it was read last; `holds` tells whether it is still the same. */
export type CachedSession = { session: Session; isCurrent: SessionCheck }

export type Gate = {
  /** Reads the session of a request; null for a visitor. */
  read(request: FastifyRequest): Promise<Session | null>
  /** The session as it was when its owner asked last, where that may be assumed at all. */
  recall(request: FastifyRequest): CachedSession | null
}

/** Who did something, for the audit log and for policies. */
export type Actor = { kind: 'user'; userId: string; role: Role } | { kind: 'system'; job: string }

export function actorOf(session: Session): Actor {
  return { kind: 'user', userId: session.userId, role: session.role }
}
