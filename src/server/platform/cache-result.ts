/**
 * Shares the result of `read` among its callers for some milliseconds from its start, by default forever. A failure is
 * read again by the next caller.
 */
export function cacheResult<T>(
  read: () => Promise<T>,
  milliseconds = Number.POSITIVE_INFINITY,
): () => Promise<T> {
  let cached: { at: number; result: Promise<T> } | null = null
  return () => {
    const at = performance.now()
    if (!cached || at - cached.at >= milliseconds) {
      const newEntry = { at, result: read() }
      cached = newEntry
      newEntry.result.catch(() => {
        if (cached === newEntry) cached = null
      })
    }
    return cached.result
  }
}
