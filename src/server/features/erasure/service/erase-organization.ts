import type { BillingService } from '#server/features/billing/service.ts'
import type { MembershipsService } from '#server/features/memberships/service.ts'
import { audit } from '#server/platform/audit.ts'
import { systemContext } from '#server/platform/context.ts'
import type { OrganizationId } from '#server/platform/db/organization-id.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Platform } from '#server/platform/platform.ts'
import * as limits from '../limits.ts'
import * as erasures from '../store/erasures.ts'
import * as paymentEvents from '../store/payment-events.ts'

export const ERASE_JOB = 'erase-organization'

type Deps = Pick<Platform, 'db' | 'payments' | 'clock' | 'adminEmails' | 'events'> & {
  billing: Pick<BillingService, 'finishRefunds'>
  memberships: Pick<MembershipsService, 'endAll'>
}

/**
 * Ends all charges: finishes refunds, expires checkouts, cancels every subscription (even canceled ones) and voids
 * open invoices. Refunds come first because ending a duplicate subscription would drop its refund.
 *
 * @throws {AppError} unavailable when the provider can't be reached, conflict when it refuses
 */
export async function endSubscription(
  { db, payments, billing }: Pick<Deps, 'db' | 'payments' | 'billing'>,
  organizationId: OrganizationId,
): Promise<void> {
  await billing.finishRefunds(organizationId)
  const customerIds = await db.tenant(organizationId, (tx) =>
    paymentEvents.listCustomerIds(tx, payments.provider),
  )
  await payments.expireCheckouts({ organizationId, customerIds })
  const subscriptionIds = await db.tenant(organizationId, (tx) =>
    paymentEvents.listSubscriptionIds(tx, payments.provider),
  )
  for (const subscriptionId of subscriptionIds) {
    await payments.endNow({ subscriptionId, idempotencyKey: `erase:${organizationId}:${subscriptionId}` })
  }
}

/** Redacts all payment events about these ids; `since` limits it to events received after that time. */
export async function redactPayments(
  db: Deps['db'],
  ids: readonly string[],
  since: Date | null,
  signal?: AbortSignal,
): Promise<void> {
  if (ids.length === 0) return
  let after: paymentEvents.EventCursorKey | null = null
  do {
    after = await paymentEvents.redactEvents(db, ids, { since, after, limit: limits.EVENT_BATCH })
  } while (after && !signal?.aborted)
}

/**
 * Runs an erasure to its end in slices, so that another worker can continue it: ends all charges, then erases the
 * organization's rows, then the organization and its former members.
 */
export async function eraseOrganization(
  { db, payments, clock, adminEmails, events, billing, memberships }: Deps,
  organizationId: OrganizationId,
  { users, providerIds }: erasures.Erasure,
  signal?: AbortSignal,
): Promise<void> {
  await endSubscription({ db, payments, billing }, organizationId)
  const leaseUntil = () => new Date(clock.now().getTime() + limits.LEASE_MS)
  const slice = () =>
    db.tenant(organizationId, (tx) => erasures.eraseSlice(tx, limits.SLICE_ROWS, leaseUntil()))
  for (;;) {
    while (!signal?.aborted && (await slice()) > 0);
    if (signal?.aborted) return
    await redactPayments(db, [organizationId, ...providerIds], null)
    // A checkout may have been paid in the meantime.
    await endSubscription({ db, payments, billing }, organizationId)
    const isDone = await db.tenant(organizationId, async (tx) => {
      await erasures.lockOrganization(tx)
      // The refund is recorded only here and would be lost with the organization.
      if (await paymentEvents.hasOpenRefund(tx, payments.provider))
        throw new AppError('unavailable', 'A refund is under way')
      if ((await erasures.eraseSlice(tx, limits.SLICE_ROWS, leaseUntil())) > 0) return false
      // Members who joined after the erasure started keep their accounts.
      await memberships.endAll(tx, organizationId)
      await erasures.eraseOrganization(tx, users, { keptEmails: adminEmails, now: clock.now() })
      const context = systemContext(organizationId, ERASE_JOB)
      await audit(tx, { ...context, action: 'organization.erased', subject: organizationId })
      events.publishInstance(tx, { type: 'domains.changed' })
      return true
    })
    if (isDone) return
  }
}
