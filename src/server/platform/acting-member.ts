import { AsyncLocalStorage } from 'node:async_hooks'
import type { MemberAccess } from '#contract/auth.ts'
import type { Role } from '#contract/endpoint.ts'
import type { OrganizationId } from './db/organization-id.ts'

/** The signed-in member on whose behalf work is done. */
export type ActingMember = {
  organizationId: OrganizationId
  userId: string
  role: Role
  /** The contacts that the member sees; `all` for owners and admins. */
  access: MemberAccess
}

const current = new AsyncLocalStorage<ActingMember | null>()

/** Runs work on behalf of a member: transactions in that organization see only what the member may see. */
export function actAs<T>(member: ActingMember, work: () => T): T {
  return current.run(member, work)
}

/** Runs work of the system, such as a job, that sees all of an organization even if a member's request started it. */
export function actAsSystem<T>(work: () => T): T {
  return current.run(null, work)
}

/** The member who acts in an organization; null for the system and for members of other organizations. */
export function actingMember(organizationId: OrganizationId): ActingMember | null {
  const member = current.getStore()
  return member?.organizationId === organizationId ? member : null
}

/** The acting member if they see only own or team records. */
export function restrictedMember(organizationId: OrganizationId): ActingMember | null {
  const member = actingMember(organizationId)
  return member && member.access !== 'all' ? member : null
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Statements that set what the row-level policies read; empty without a restricted member, who alone pays for them. */
export function accessSettings(member: ActingMember | null): string {
  if (!member) return ''
  // `set local` takes no parameters, so the id is checked.
  if (!UUID.test(member.userId)) throw new Error('The id of the acting member is no UUID')
  const team = member.access === 'team' ? "; set local app.sees_team = 'on'" : ''
  return `; set local app.user_id = '${member.userId}'${team}`
}
