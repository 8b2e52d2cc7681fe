import { PROFESSIONAL } from '#domain/billing/plans.ts'
import { supersedes } from '#domain/billing/subscription-standing.ts'
import type { CreditsService } from '#server/features/credits/service.ts'
import { audit } from '#server/platform/audit.ts'
import type { TenantTx } from '#server/platform/db/database.ts'
import { mintOrganizationId, type OrganizationId } from '#server/platform/db/organization-id.ts'
import type { PaymentEvent, SubscriptionChange } from '#server/platform/payments/payments.ts'
import type { Platform } from '#server/platform/platform.ts'
import * as store from '../store.ts'

/** What an event led to, kept beside it. `older`: something newer is known. */
type Outcome = 'ignored' | 'older' | 'applied'

type Seams = Pick<Platform, 'db' | 'events' | 'payments'>
type Applied = { outcome: Outcome; granted: boolean }

const NOTHING: Applied = { outcome: 'ignored', granted: false }

/**
 * The one step that the webhook and the return page share: the event is kept first, then its effect and the note that
 * it took place are one transaction. However often and in whatever order events come, each has its effect once.
 *
 * @returns the organization that received credits, if any
 */
export async function applyEvent(
  { db, events, payments }: Seams,
  credits: CreditsService,
  event: PaymentEvent,
): Promise<OrganizationId | null> {
  const { provider } = payments
  await store.keepEvent(db, provider, event)
  const { change } = event
  const organizationId = change && organizationOf(change)
  if (!organizationId) {
    await store.finishEvent(db, provider, event.id, 'ignored')
    return null
  }
  return db.tenant(organizationId, async (tx) => {
    if (!(await store.claimEvent(tx, provider, event.id))) return null
    const { outcome, granted } = await applyChange(tx, credits, event, change)
    if (outcome === 'applied' || granted)
      await events.publish(tx, organizationId, { type: 'organization.changed' })
    await store.finishEvent(tx, provider, event.id, outcome)
    return granted ? organizationId : null
  })
}

/** Metadata may hold anything; what is no id names no organization. */
function organizationOf(change: SubscriptionChange): OrganizationId | null {
  try {
    return mintOrganizationId(change.organizationId)
  } catch {
    return null
  }
}

async function applyChange(
  tx: TenantTx,
  credits: CreditsService,
  event: PaymentEvent,
  change: SubscriptionChange,
): Promise<Applied> {
  const known = await store.lockOrganization(tx)
  if (!known) return NOTHING
  const isOtherCustomer = known.stripeCustomerId !== null && known.stripeCustomerId !== change.customerId
  if (isOtherCustomer || (await store.isBoundElsewhere(tx, change))) return NOTHING
  const granted = await grantPaidPeriod(tx, credits, change)
  const isNewer = supersedes({ ...change, eventAt: event.createdAt }, standingOf(known))
  if (isNewer) {
    await store.updateSubscription(tx, change, event.createdAt)
    await audit(tx, {
      actor: { kind: 'system', job: 'billing' },
      action: 'subscription.changed',
      subject: change.subscriptionId,
      details: {
        from: known.subscriptionStatus,
        to: change.status,
        periodEnd: change.periodEnd,
        event: event.id,
      },
    })
  }
  return { outcome: isNewer || granted ? 'applied' : 'older', granted }
}

/** By invoice, not by event: several events may tell of the same money. */
async function grantPaidPeriod(
  tx: TenantTx,
  credits: CreditsService,
  change: SubscriptionChange,
): Promise<boolean> {
  if (!change.paidPeriod) return false
  const outcome = await credits.grantPeriod(tx, {
    key: change.paidPeriod.invoiceId,
    amount: PROFESSIONAL.monthlyCredits,
    start: change.paidPeriod.start,
    end: change.periodEnd,
  })
  return outcome === 'granted'
}

function standingOf(known: store.OrganizationRow) {
  return {
    subscriptionId: known.stripeSubscriptionId,
    status: known.subscriptionStatus,
    periodEnd: known.subscriptionPeriodEnd,
    eventAt: known.subscriptionEventAt,
  }
}
