const CONCURRENCY = 4

/** Does the work for each item, a few at a time as a browser would: a crowd is turned away where there is much to do. */
export async function mapConcurrently<T, R>(items: Iterable<T>, work: (item: T) => Promise<R>): Promise<R[]> {
  const waiting = [...items].entries()
  const results: R[] = []
  const worker = async () => {
    for (const [i, item] of waiting) results[i] = await work(item)
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, worker))
  return results
}
