import { mintOrganizationId, type OrganizationId } from '#server/platform/db/organization-id.ts'
import type { PaymentEvent } from '#server/platform/payments/payments.ts'
import * as store from '../store/events.ts'
import { payBackLate } from './late-payments.ts'
import { type Deps, recordChange } from './record-change.ts'
import { noteFailedRefund } from './refunds.ts'

/**
 * The one step that the webhook and the return page share: the event is kept first, then its effect and the note that
 * it took place are one transaction. However often and in whatever order events come, each has its effect once.
 * Kept beside it: `applied`, `older` where something newer is known, or `ignored`.
 *
 * @returns the organization that received credits, if any
 */
export async function applyEvent(deps: Deps, event: PaymentEvent): Promise<OrganizationId | null> {
  const { db, payments, log } = deps
  const { provider } = payments
  await store.keepEvent(db, provider, event)
  const { change, failedRefund } = event
  const organizationId = organizationOf(change ?? failedRefund)
  if (!organizationId) {
    await store.finishEvent(db, provider, event.id, 'ignored')
    log.info({ event: event.id, type: event.type }, 'An event of the payment provider says nothing about us')
    return null
  }
  await payBackLate(deps, organizationId, event)
  return db.tenant(organizationId, async (tx) => {
    if (!(await store.claimEvent(tx, provider, event.id))) return null
    if (!change) {
      const isNews = failedRefund !== null && (await noteFailedRefund(tx, deps, failedRefund))
      await store.finishEvent(tx, provider, event.id, outcomeOf(!isNews, isNews))
      return null
    }
    const told = { change, at: event.createdAt, source: event.id }
    const { refusal, changed, granted } = await recordChange(tx, deps, told)
    const level = refusal === 'organization' && change.paidPeriod ? 'error' : 'warn'
    if (refusal)
      log[level]({ event: event.id, type: event.type, refusal }, 'An event of a payment was not taken')
    if (changed || granted) await deps.events.publish(tx, organizationId, { type: 'organization.changed' })
    await store.finishEvent(tx, provider, event.id, outcomeOf(refusal !== null, changed || granted))
    return granted ? organizationId : null
  })
}

function outcomeOf(isRefused: boolean, hasEffect: boolean): 'ignored' | 'applied' | 'older' {
  if (isRefused) return 'ignored'
  return hasEffect ? 'applied' : 'older'
}

/** Metadata may hold anything; what is no id names no organization. */
function organizationOf(told: { organizationId: string } | null): OrganizationId | null {
  try {
    return told && mintOrganizationId(told.organizationId)
  } catch {
    return null
  }
}
