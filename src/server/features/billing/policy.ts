import type { Site } from '#contract/site.ts'
import type { Context } from '#server/platform/context.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import { hasRole } from '#server/platform/http/access.ts'

const DAY_MS = 86_400_000

/** In the place of a payment provider: a plan that the operator of the instance agreed on, without card. */
export const AGREEMENT = 'agreement'

/** Two calls for a checkout within this time are one double click. */
export const DOUBLE_CLICK_MS = 10_000
/** How long a second paid subscription waits for a late event of the first one's end. */
export const DOUBLE_CHECKOUT_GRACE_MS = 120_000
/** How long one attempt to pay back may take before another one is made. */
export const REFUND_LEASE_MS = 60_000
/** How long after its period a subscription of a provider that is not connected ends: it may have been unset by mistake. */
export const UNCONNECTED_GRACE_MS = 2 * DAY_MS
/** How long after the end of a period its renewal may be told of before the provider is asked. */
export const EVENT_GRACE_MS = 6 * 3_600_000
/** The provider is asked about the same thing once a day; a little less, so that an hourly look meets the same hour. */
export const CATCH_UP_INTERVAL_MS = DAY_MS - 1_800_000
/** How long a checkout may say nothing before the provider is asked, and how long that makes sense. */
export const CHECKOUT_STALE_MS = 3_600_000
export const CHECKOUT_LOST_MS = 7 * DAY_MS
export const MAX_INVOICES_SHOWN = 24
/** How long a quote for another billing period holds. */
export const QUOTE_VALID_MS = 15 * 60_000

/** @throws {AppError} forbidden for everyone but an owner */
export function requireOwner({ actor }: Context): void {
  if (actor.kind !== 'user' || !hasRole(actor, 'OWNER'))
    throw new AppError('forbidden', 'Only an owner may do this')
}

/** @throws {AppError} not_found: another organization answers like one that does not exist */
export function requireOwn(context: Context, organizationId: string): void {
  if (organizationId.toLowerCase() !== context.organizationId) throw notFound('Organization')
}

/** Contacts of a canceled organization are kept until then; ISO 8601. */
export function retainedUntil(canceledAt: string, { terms }: Pick<Site, 'terms'>): string {
  return new Date(Date.parse(canceledAt) + terms.retentionDays * DAY_MS).toISOString()
}

/** A first payment is given back on request until then; ISO 8601. */
export function refundableUntil(paidAt: string, { terms }: Pick<Site, 'terms'>): string {
  return new Date(Date.parse(paidAt) + terms.moneyBackDays * DAY_MS).toISOString()
}

/** When a refund is tried again after so many attempts: a minute, doubling, at most an hour. */
export function nextRefundAttemptAt(attempts: number, now: Date): Date {
  return new Date(now.getTime() + Math.min(60_000 * 2 ** Math.max(0, attempts - 1), 3_600_000))
}
