import type { CreditUsageDay } from '#contract/billing.ts'
import { formatDay, formatQuantity } from '#web/lib/format.ts'

const DAY_MS = 86_400_000
const MAX_MONTH_DAYS = 31
/** A narrower chart would draw one or two days as huge bars. */
const MIN_DAYS = 14

/** The chart's width in days: up to the next renewal, and at least the days already passed. */
export function chartDayCount(days: readonly CreditUsageDay[], renewsAt: string | null): number {
  const first = days[0]
  if (!first) return 0
  const monthDays = renewsAt ? Math.ceil((Date.parse(renewsAt) - Date.parse(first.day)) / DAY_MS) : 0
  return Math.max(days.length, MIN_DAYS, Math.min(monthDays, MAX_MONTH_DAYS))
}

/** A round number at or above the busiest day, to end the axis. */
export function axisMax(days: readonly CreditUsageDay[]): number {
  const max = Math.max(...days.map(({ used }) => used), 1)
  const step = 10 ** Math.max(0, Math.floor(Math.log10(max)))
  return Math.max(5, [1, 2, 5, 10].map((factor) => factor * step).find((value) => value >= max) ?? max)
}

/** The chart in words. */
export function usageDescription(days: readonly CreditUsageDay[]): string {
  const first = days[0]
  const last = days.at(-1)
  if (!first || !last) return 'No days yet'
  const total = days.reduce((sum, { used }) => sum + used, 0)
  const busiestDay = days.reduce((max, day) => (day.used > max.used ? day : max))
  const range = `Credits used each day from ${formatDay(first.day)} to ${formatDay(last.day)}`
  if (total === 0) return `${range}: none`
  return `${range}: ${formatQuantity(total, 'credit', 'credits')}, the most on ${formatDay(busiestDay.day)} (${busiestDay.used})`
}

/** Days with credit activity, newest first. */
export function activeDays(days: readonly CreditUsageDay[]): CreditUsageDay[] {
  return days.filter(({ used, refunded, granted }) => used + refunded + granted > 0).toReversed()
}
