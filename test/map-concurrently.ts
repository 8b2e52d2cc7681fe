const CONCURRENCY = 4

/** Runs work for each item, a few at a time, because a burst would be shed. */
export async function mapConcurrently<T, R>(items: Iterable<T>, work: (item: T) => Promise<R>): Promise<R[]> {
  const queue = [...items].entries()
  const results: R[] = []
  const worker = async () => {
    for (const [i, item] of queue) results[i] = await work(item)
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, worker))
  return results
}
