import type { OrganizationId } from './db/organization-id.ts'
import { AppError, notFound } from './errors.ts'
import type { Actor, MemberSession, Session } from './http/session.ts'
import { actorOf } from './http/session.ts'

/** Organization, actor and request of an action. Every service function takes one. */
export type Context = { organizationId: OrganizationId; actor: Actor; requestId: string | undefined }

export function contextOf(call: { session: MemberSession; request: { id: string } }): Context {
  return { organizationId: call.session.organizationId, ...callerOf(call) }
}

/** Actor and request of an action outside of an organization. */
export type Caller = Pick<Context, 'actor' | 'requestId'>

export function callerOf(call: { session: Session; request: { id: string } }): Caller {
  return { actor: actorOf(call.session), requestId: call.request.id }
}

/** Context of work that the system does on its own inside an organization. */
export function systemContext(organizationId: OrganizationId, job: string): Context {
  return { organizationId, actor: { kind: 'system', job }, requestId: undefined }
}

/** @throws {AppError} not_found for another organization than the caller's, as for one that doesn't exist */
export function requireOwnOrganization(
  ownOrganization: OrganizationId | null | undefined,
  organizationId: string,
): void {
  if (organizationId.toLowerCase() !== ownOrganization) throw notFound('Organization')
}

/** The user behind a context, for columns like `created_by`. */
export function userIdOf({ actor }: Pick<Context, 'actor'>): string | null {
  return actor.kind === 'user' ? actor.userId : null
}

/** The key or connected app through which a user acts. */
export function keyIdOf({ actor }: Pick<Context, 'actor'>): string | null {
  return actor.kind === 'user' ? (actor.key?.id ?? null) : null
}

/** @throws {AppError} forbidden for work of the system, which isn't a user's */
export function requireUserId(context: Context): string {
  const userId = userIdOf(context)
  if (userId === null) throw new AppError('forbidden', 'Only users can do this')
  return userId
}
