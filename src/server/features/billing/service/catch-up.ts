import type { OrganizationId } from '#server/platform/db/organization-id.ts'
import { AppError } from '#server/platform/errors.ts'
import type { PaymentEvent } from '#server/platform/payments/payments.ts'
import * as policy from '../policy.ts'
import * as store from '../store/catch-up.ts'
import type { Deps } from './record-change.ts'

/** Applies an event once. */
type ApplyEvent = (event: PaymentEvent) => Promise<void>

/**
 * Asks the provider about renewals, ends and payments whose events are overdue, each once a day, and applies its answer
 * like webhook events. Stops while the provider is unavailable.
 */
export async function catchUp(deps: Deps, take: ApplyEvent): Promise<void> {
  const { db, payments, clock } = deps
  const now = clock.now()
  const before = (ms: number) => new Date(now.getTime() - ms)
  const checkedBefore = before(policy.CATCH_UP_INTERVAL_MS)
  const over = before(policy.EVENT_GRACE_MS)
  for (const { organizationId, subscriptionId } of await store.listStaleSubscriptions(db, payments.provider, {
    over,
    checkedBefore,
  })) {
    const answer = await fetchMissedEvents(deps, organizationId, take, () =>
      payments.eventsOfSubscription(subscriptionId),
    )
    if (answer === 'unavailable') return
    await db.tenant(organizationId, (tx) =>
      store.recordSubscriptionChecked(tx, payments.provider, subscriptionId, now),
    )
  }
  const opened = { opened: before(policy.CHECKOUT_STALE_MS), oldest: before(policy.CHECKOUT_LOST_MS) }
  for (const { organizationId, sessionId } of await store.listStaleCheckouts(db, {
    ...opened,
    checkedBefore,
  })) {
    const answer = await fetchMissedEvents(deps, organizationId, take, () =>
      payments.eventsOfCheckout(sessionId, organizationId),
    )
    if (answer === 'unavailable') return
    await db.tenant(organizationId, (tx) => store.recordCheckoutChecked(tx, sessionId, now))
  }
}

/** Leaves a subscription that the provider doesn't know as it is: the billing check reports it. */
async function fetchMissedEvents(
  { log }: Deps,
  organizationId: OrganizationId,
  take: ApplyEvent,
  ask: () => Promise<PaymentEvent[] | null>,
): Promise<'done' | 'unavailable'> {
  try {
    const events = await ask()
    if (!events)
      log.warn({ organizationId }, 'The payment provider does not know this subscription or checkout')
    for (const event of events ?? []) {
      if (event.change?.organizationId === organizationId) await take(event)
    }
    return 'done'
  } catch (error) {
    const err = error instanceof Error ? error.message : String(error)
    log.warn({ organizationId, err }, 'Could not fetch missed events from the payment provider')
    return error instanceof AppError && error.code === 'unavailable' ? 'unavailable' : 'done'
  }
}
