import type { Role } from '#contract/endpoint.ts'
import { AppError } from '#server/platform/errors.ts'

export const LAST_OWNER =
  'An organization needs an owner. Make another member an owner first, or delete the organization.'

/**
 * A MEMBER can't change roles; an ADMIN can't change an owner's role or make someone an owner.
 *
 * @throws {AppError} forbidden
 */
export function requireMayChange(actor: Role, member: Role, to: Role): void {
  if (actor === 'OWNER') return
  if (actor === 'MEMBER') throw new AppError('forbidden', 'Only an administrator can do this')
  if (member === 'OWNER') throw new AppError('forbidden', "Only an owner can change an owner's role")
  if (to === 'OWNER') throw new AppError('forbidden', 'Only an owner can make someone an owner')
}

/** True if the role may invite people. */
export function mayInvite(role: Role): boolean {
  return role !== 'MEMBER'
}

/** @throws {AppError} forbidden for a MEMBER, and for an ADMIN when the member is an owner */
export function requireMayRemove(actor: Role, member: Role): void {
  if (actor === 'OWNER') return
  if (actor === 'MEMBER') throw new AppError('forbidden', 'Only an administrator can do this')
  if (member === 'OWNER') throw new AppError('forbidden', 'Only an owner can remove an owner')
}
