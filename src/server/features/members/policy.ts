import type { Role } from '#contract/endpoint.ts'
import { AppError } from '#server/platform/errors.ts'

export const LAST_OWNER =
  'An organization needs an owner. Make another member owner first, or erase the organization.'

/**
 * Whether somebody may give a member another role: a MEMBER none, an ADMIN neither an owner another one nor anybody
 * that of an owner.
 *
 * @throws {AppError} forbidden
 */
export function requireMayChange(actor: Role, member: Role, to: Role): void {
  if (actor === 'OWNER') return
  if (actor === 'MEMBER') throw new AppError('forbidden', 'Only an administrator may do this')
  if (member === 'OWNER') throw new AppError('forbidden', 'Only an owner may change an owner')
  if (to === 'OWNER') throw new AppError('forbidden', 'Only an owner may make somebody owner')
}

/** Whether somebody in a role may invite people, as members and as administrators. */
export function mayInvite(role: Role): boolean {
  return role !== 'MEMBER'
}

/** @throws {AppError} forbidden for a MEMBER, and for an ADMIN where it is an owner */
export function requireMayRemove(actor: Role, member: Role): void {
  if (actor === 'OWNER') return
  if (actor === 'MEMBER') throw new AppError('forbidden', 'Only an administrator may do this')
  if (member === 'OWNER') throw new AppError('forbidden', 'Only an owner may remove an owner')
}
