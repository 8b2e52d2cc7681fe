import { formatExactPercent, formatLift } from '#web/lib/format.ts'

/** `4.7 to 7.7%` */
export function formatShares({ low, high }: { low: number; high: number }): string {
  return `${(100 * low).toFixed(1)} to ${formatExactPercent(high)}`
}

/** A multiple with its interval: `3.9 to 6.1×`. */
export function formatMultiples({ low, high }: { low: number; high: number }): string {
  return `${low.toFixed(1)} to ${formatLift(high)}`
}

/** The months contacts were tracked: `12 months`, `3 to 12 months`. */
export function observationPeriodText({ from, to }: { from: number; to: number }): string {
  return from === to ? `${to} months` : `${from} to ${to} months`
}

/** The end of an axis for these shares: the next tenth, from 0.1 to 1. */
export function axisEnd(shares: readonly number[]): number {
  const maxShare = shares.reduce((a, b) => Math.max(a, b), 0)
  return Math.min(1, Math.max(0.1, Math.ceil(maxShare * 10 - 1e-9) / 10))
}
