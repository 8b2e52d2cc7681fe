import { AppError } from '#server/platform/errors.ts'
import type { PaymentEvent } from '#server/platform/payments/payments.ts'
import * as limits from '../limits.ts'
import * as store from '../store/catch-up.ts'
import type { Deps } from './record-change.ts'

/** Applies an event once. */
type ApplyEvent = (event: PaymentEvent) => Promise<void>

/**
 * Asks the provider about renewals, ends and payments whose events are overdue, each once a day, and applies its response
 * like webhook events. Stops while the provider is unavailable.
 */
export async function catchUp(deps: Deps, applyEvent: ApplyEvent): Promise<void> {
  const { db, payments, clock } = deps
  const now = clock.now()
  const timeBefore = (ms: number) => new Date(now.getTime() - ms)
  const overdue = await store.listOverdue(db, payments.provider, {
    periodEndedBefore: timeBefore(limits.EVENT_GRACE_MS),
    openedBefore: timeBefore(limits.CHECKOUT_STALE_MS),
    openedAfter: timeBefore(limits.CHECKOUT_LOST_MS),
    checkedBefore: timeBefore(limits.CATCH_UP_INTERVAL_MS),
  })
  for (const item of overdue) {
    if (!(await fetchMissedEvents(deps, item, applyEvent))) return
    await db.tenant(item.organizationId, (tx) => store.recordCheckTime(tx, payments.provider, item, now))
  }
}

/**
 * Leaves a subscription that the provider doesn't know as it is: the billing check reports it.
 *
 * @returns false if the provider is unavailable
 */
async function fetchMissedEvents(
  { payments, log }: Deps,
  { organizationId, subscriptionId, sessionId }: store.OverdueItem,
  applyEvent: ApplyEvent,
): Promise<boolean> {
  try {
    const events = await (sessionId === null
      ? payments.eventsOfSubscription(subscriptionId)
      : payments.eventsOfCheckout(sessionId, organizationId))
    if (!events)
      log.warn({ organizationId }, 'The payment provider does not know this subscription or checkout')
    for (const event of events ?? []) {
      if (event.change?.organizationId === organizationId) await applyEvent(event)
    }
    return true
  } catch (error) {
    const err = error instanceof Error ? error.message : String(error)
    log.warn({ organizationId, err }, 'Could not fetch missed events from the payment provider')
    return !(error instanceof AppError && error.code === 'unavailable')
  }
}
