import type { Context } from '#server/platform/context.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import { hasRole } from '#server/platform/http/access.ts'

/** @throws {AppError} forbidden for everyone but an owner */
export function requireOwner({ actor }: Context): void {
  if (actor.kind !== 'user' || !hasRole(actor, 'OWNER'))
    throw new AppError('forbidden', 'Only an owner may do this')
}

/** @throws {AppError} not_found: another organization answers like one that does not exist */
export function requireOwn(context: Context, organizationId: string): void {
  if (organizationId.toLowerCase() !== context.organizationId) throw notFound('Organization')
}
