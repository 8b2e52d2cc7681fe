import type { FastifyRequest } from 'fastify'
import type { MemberAccess } from '#contract/auth.ts'
import type { Endpoint, Role, Scope } from '#contract/endpoint.ts'
import type { SubscriptionStatus } from '#contract/organizations.ts'
import type { OrganizationId } from '../db/organization-id.ts'
import type { SessionCheck } from '../db/session-check.ts'

/** The caller, read for each request, so that a removal or role change takes effect at once. */
export type Session = {
  userId: string
  email: string
  /** The organization that the session works in, with the role and access there. */
  organizationId: OrganizationId | null
  role: Role
  access: MemberAccess
  subscriptionStatus: SubscriptionStatus | null
  isPlatformAdmin: boolean
  /** True for an operator who must still turn on the second factor that this server requires. */
  needsSecondFactor?: true
  /** True if an operator has suspended the organization. */
  isSuspended: boolean
  /** The API key in use; it allows less than the member. */
  key?: SessionKey
}

/** The API key or connected app that a request came with. */
export type SessionKey = { kind: 'key' | 'app'; id: string; scopes: readonly Scope[] }

export type MemberSession = Session & {
  organizationId: OrganizationId
  subscriptionStatus: SubscriptionStatus
}

/** Session type that a handler gets for an endpoint's access level. */
export type SessionOf<E extends Endpoint> = E['access'] extends 'public'
  ? Session | null
  : E['access'] extends 'signed-in' | 'platform-admin'
    ? Session
    : MemberSession

/** A session as last read; `isCurrent` checks that it is unchanged. */
export type CachedSession = { session: Session; isCurrent: SessionCheck }

export type Gate = {
  /** Reads the session of a request; null for a visitor. */
  read(request: FastifyRequest): Promise<Session | null>
  /** Cached session of an earlier request; null if there is none. */
  findCached(request: FastifyRequest): CachedSession | null
}

/** A user with the session in use. */
export type SignedInUser = { session: Session; sid: string; requestId: string }

/** Reads the session cookie of a request. */
export type SessionCookie = {
  read(request: FastifyRequest): string | undefined
  signedInUserOf(call: { session: Session; request: FastifyRequest }): SignedInUser
}

/** The actor of a change, for the audit log and for policies. `key` is the API key or connected app of a member's program. */
export type Actor =
  | { kind: 'user'; userId: string; role: Role; key?: Pick<SessionKey, 'kind' | 'id'> }
  | { kind: 'system'; job: string }

export function actorOf({ userId, role, key }: Session): Actor {
  return { kind: 'user', userId, role, ...(key ? { key: { kind: key.kind, id: key.id } } : {}) }
}
