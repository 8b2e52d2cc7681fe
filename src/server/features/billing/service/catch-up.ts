import type { OrganizationId } from '#server/platform/db/organization-id.ts'
import { AppError } from '#server/platform/errors.ts'
import type { PaymentEvent } from '#server/platform/payments/payments.ts'
import * as policy from '../policy.ts'
import * as store from '../store/catch-up.ts'
import type { Deps } from './record-change.ts'

/** Lets an event take effect, once. */
type ApplyEvent = (event: PaymentEvent) => Promise<void>

/**
 * Events get lost. What should have renewed, ended or been paid by now and of which nothing was heard is asked of the
 * provider, each once a day, and goes through the same step as its events. A provider that is away is asked later.
 */
export async function catchUp(deps: Deps, take: ApplyEvent): Promise<void> {
  const { db, payments, clock } = deps
  const now = clock.now()
  const before = (ms: number) => new Date(now.getTime() - ms)
  const asked = before(policy.CATCH_UP_INTERVAL_MS)
  const over = before(policy.EVENT_GRACE_MS)
  for (const { organizationId, subscriptionId } of await store.listStaleSubscriptions(db, payments.provider, {
    over,
    checkedBefore: asked,
  })) {
    const answer = await fetchMissedEvents(deps, organizationId, take, () =>
      payments.eventsOfSubscription(subscriptionId),
    )
    if (answer === 'away') return
    await db.tenant(organizationId, (tx) =>
      store.recordSubscriptionChecked(tx, payments.provider, subscriptionId, now),
    )
  }
  const opened = { opened: before(policy.CHECKOUT_STALE_MS), oldest: before(policy.CHECKOUT_LOST_MS) }
  for (const { organizationId, sessionId } of await store.listStaleCheckouts(db, {
    ...opened,
    checkedBefore: asked,
  })) {
    const answer = await fetchMissedEvents(deps, organizationId, take, () =>
      payments.eventsOfCheckout(sessionId, organizationId),
    )
    if (answer === 'away') return
    await db.tenant(organizationId, (tx) => store.recordCheckoutChecked(tx, sessionId, now))
  }
}

/** One that the provider does not know or refuses to tell of stays as it is: the rules about money tell of it. */
async function fetchMissedEvents(
  { log }: Deps,
  organizationId: OrganizationId,
  take: ApplyEvent,
  ask: () => Promise<PaymentEvent[] | null>,
): Promise<'done' | 'away'> {
  try {
    const events = await ask()
    if (!events) log.warn({ organizationId }, 'The payment provider does not know what it was asked about')
    for (const event of events ?? []) {
      if (event.change?.organizationId === organizationId) await take(event)
    }
    return 'done'
  } catch (error) {
    const isAway = error instanceof AppError && error.code === 'unavailable'
    const err = error instanceof Error ? error.message : String(error)
    log.warn({ organizationId, err }, 'The payment provider was asked about lost events in vain')
    return isAway ? 'away' : 'done'
  }
}
