/**
 * Works through items, so many at a time, and ends when all are done. What one item throws is thrown then, so that
 * nothing goes on that nobody waits for.
 *
 * @returns what came of each, in the order of the items
 */
export async function inLanes<T, R>(
  lanes: number,
  items: readonly T[],
  work: (item: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = []
  const left = items.entries()
  const lane = async () => {
    for (const [at, item] of left) results[at] = await work(item)
  }
  const ended = await Promise.allSettled(Array.from({ length: Math.min(lanes, items.length) }, lane))
  const failed = ended.find((end) => end.status === 'rejected')
  if (failed) throw failed.reason
  return results
}
