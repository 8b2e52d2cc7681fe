import type { MembershipsService } from '#server/features/memberships/service.ts'
import { audit } from '#server/platform/audit.ts'
import { systemContext } from '#server/platform/context.ts'
import type { OrganizationId } from '#server/platform/db/organization-id.ts'
import type { Platform } from '#server/platform/platform.ts'
import * as limits from '../limits.ts'
import * as erasures from '../store/erasures.ts'
import { redactPayments } from './erase-organization.ts'

export type ErasedOrganization = {
  organizationId: OrganizationId
  cause: erasures.ErasureCause
  users: readonly string[]
  providerIds: readonly string[]
}

type ReplayDeps = Pick<Platform, 'db' | 'clock' | 'adminEmails'> & {
  memberships: Pick<MembershipsService, 'endAll'>
}

/**
 * Repeats the erasure of an organization that a restored backup contains. Charges were settled in the original
 * erasure, so the payment provider isn't asked.
 *
 * @returns false if the organization doesn't exist
 */
export async function replayErasure(
  { db, clock, adminEmails, memberships }: ReplayDeps,
  { organizationId, cause, users, providerIds }: ErasedOrganization,
): Promise<boolean> {
  const exists = await db.tenant(organizationId, async (tx) => {
    if (!(await erasures.lockOrganization(tx))) return false
    await erasures.insertErasure(tx, { cause, requestedBy: null, now: clock.now() })
    await erasures.signMembersOut(tx)
    await memberships.endAll(tx, organizationId)
    return true
  })
  if (!exists) return false
  const leaseUntil = new Date(clock.now().getTime() + limits.LEASE_MS)
  await erasures.postponeErasure(db, organizationId, clock.now())
  const erasure = await erasures.claimErasure(db, organizationId, { now: clock.now(), leaseUntil })
  const slice = () =>
    db.tenant(organizationId, (tx) => erasures.eraseSlice(tx, limits.SLICE_ROWS, leaseUntil))
  while ((await slice()) > 0);
  await redactPayments(db, [organizationId, ...providerIds, ...(erasure?.providerIds ?? [])], null)
  await db.tenant(organizationId, async (tx) => {
    const members = [...users, ...(erasure?.users ?? [])]
    await memberships.endAll(tx, organizationId)
    await erasures.eraseOrganization(tx, members, { keptEmails: adminEmails, now: clock.now() })
    const context = systemContext(organizationId, 'restore')
    await audit(tx, { ...context, action: 'organization.erased', subject: organizationId })
  })
  return true
}
