/** A share (0 to 1) with one decimal: `6.4%`. */
export function formatShare(share: number): string {
  return `${(100 * share).toFixed(1)}%`
}

/** `4.7 to 7.7%` */
export function formatShares({ low, high }: { low: number; high: number }): string {
  return `${(100 * low).toFixed(1)} to ${formatShare(high)}`
}

/** A multiple with its interval: `3.9 to 6.1×`. */
export function formatMultiples({ low, high }: { low: number; high: number }): string {
  return `${low.toFixed(1)} to ${high.toFixed(1)}×`
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
