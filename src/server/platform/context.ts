import type { OrganizationId } from './db/organization-id.ts'
import { notFound } from './errors.ts'
import type { Actor, MemberSession } from './http/session.ts'
import { actorOf } from './http/session.ts'

/** Organization, actor and request of an action. Every service function takes one. */
export type Context = { organizationId: OrganizationId; actor: Actor; requestId: string | undefined }

export function contextOf(call: { session: MemberSession; request: { id: string } }): Context {
  return {
    organizationId: call.session.organizationId,
    actor: actorOf(call.session),
    requestId: call.request.id,
  }
}

/** Context of work that the system does on its own inside an organization. */
export function systemContext(organizationId: OrganizationId, job: string): Context {
  return { organizationId, actor: { kind: 'system', job }, requestId: undefined }
}

/** @throws {AppError} not_found for another organization, as for one that doesn't exist */
export function requireOwn(context: Context, organizationId: string): void {
  if (organizationId.toLowerCase() !== context.organizationId) throw notFound('Organization')
}

/** The user behind a context, for columns like `created_by`. */
export function userIdOf({ actor }: Context): string | null {
  return actor.kind === 'user' ? actor.userId : null
}
