import { fieldError } from '#server/platform/errors.ts'

const MONTHS_SHOWN = 12

/** Starts of the last twelve months in UTC, the current month last. ISO 8601. */
export function listMonthStarts(now: Date): string[] {
  return Array.from({ length: MONTHS_SHOWN }, (_, index) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - MONTHS_SHOWN + 1 + index, 1)).toISOString(),
  )
}

const MAX_CUSTOM_PLAN_YEARS = 5

/**
 * The end of the last day of a custom plan. ISO 8601 in UTC.
 *
 * @throws {AppError} invalid for a day in the past, or more than five years ahead
 */
export function endOfCustomPlan(day: string, now: Date): string {
  const end = new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000)
  const latest = new Date(now)
  latest.setUTCFullYear(now.getUTCFullYear() + MAX_CUSTOM_PLAN_YEARS)
  if (end > now && end <= latest) return end.toISOString()
  const message = end > now ? `Choose a date within ${MAX_CUSTOM_PLAN_YEARS} years` : 'Choose a future date'
  throw fieldError('invalid', 'until', message)
}
