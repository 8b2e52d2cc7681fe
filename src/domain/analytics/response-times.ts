/** Where the buckets of response times begin, in minutes, after a first one from 0: each 1.41 times the one before. */
const RESPONSE_LIMITS: readonly number[] = Array.from({ length: 45 }, (_, k) => 2 ** (k / 2))

/** Numbers of the buckets. */
export const RESPONSE_BUCKETS: readonly number[] = Array.from(
  { length: RESPONSE_LIMITS.length + 1 },
  (_, bucket) => bucket,
)

/** Bounds of a bucket in minutes; the last one has no end. */
export function bucketBounds(bucket: number): { from: number; to: number | null } {
  return { from: RESPONSE_LIMITS[bucket - 1] ?? 0, to: RESPONSE_LIMITS[bucket] ?? null }
}

/** The bucket of a time, as `response_limits` in the database. */
export function bucketOf(minutes: number): number {
  return RESPONSE_LIMITS.filter((limit) => limit <= minutes).length
}

/**
 * A percentile of response times from their histogram, in minutes: evenly spread within its bucket. Null without people.
 *
 * @param share 0.5 for the median
 */
export function percentileOf(people: ReadonlyMap<number, number>, share: number): number | null {
  const buckets = [...people].filter(([, n]) => n > 0).toSorted(([a], [b]) => a - b)
  const total = buckets.reduce((sum, [, n]) => sum + n, 0)
  let rank = total * share
  for (const [bucket, n] of buckets) {
    if (rank <= n) {
      const { from, to } = bucketBounds(bucket)
      return to === null ? from : from + (to - from) * (rank / n)
    }
    rank -= n
  }
  return null
}
