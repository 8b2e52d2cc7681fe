import type { Site } from '#contract/site.ts'
import { DAY_MS } from '#server/platform/clock.ts'

export const LIVE_STATUSES: ReadonlySet<string> = new Set(['active', 'trialing', 'past_due'])

/** Provider name of a custom plan, which an operator agreed on and which needs no card. */
export const CUSTOM_PLAN_PROVIDER = 'agreement'

/** Two checkout requests within this time count as a double click. */
export const DOUBLE_CLICK_MS = 10_000
/** Wait before a duplicate subscription is refunded, in case the end of the first one arrives late. */
export const DUPLICATE_GRACE_MS = 120_000
/** Longest duration of one refund attempt before another may start. */
export const REFUND_LEASE_MS = 60_000
/** Grace period after which a disconnected provider's subscription ends, in case it was disconnected by mistake. */
export const DISCONNECTED_GRACE_MS = 2 * DAY_MS
/** How long to wait for the renewal event after the end of a period before asking the provider. */
export const EVENT_GRACE_MS = 6 * 3_600_000
/** Interval between two requests about one subscription: slightly under a day, to keep pace with an hourly job. */
export const CATCH_UP_INTERVAL_MS = DAY_MS - 1_800_000
/** Age range of open checkouts that we ask the provider about. */
export const CHECKOUT_STALE_MS = 3_600_000
export const CHECKOUT_LOST_MS = 7 * DAY_MS
export const MAX_INVOICES_SHOWN = 24
/** How long a quote for another billing period is valid. */
export const QUOTE_VALID_MS = 15 * 60_000

/** End of the retention of a canceled organization's contacts; ISO 8601. */
export function retainedUntil(canceledAt: string, { terms }: Pick<Site, 'terms'>): string {
  return new Date(Date.parse(canceledAt) + terms.retentionDays * DAY_MS).toISOString()
}

/** End of the time in which the first payment is refundable; ISO 8601. */
export function refundableUntil(paidAt: string, { terms }: Pick<Site, 'terms'>): string {
  return new Date(Date.parse(paidAt) + terms.moneyBackDays * DAY_MS).toISOString()
}

/** Time of the next refund attempt: a minute later, doubling up to an hour. */
export function nextRefundAttemptAt(attempts: number, now: Date): Date {
  return new Date(now.getTime() + Math.min(60_000 * 2 ** Math.max(0, attempts - 1), 3_600_000))
}
