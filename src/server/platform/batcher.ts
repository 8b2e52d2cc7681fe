type WaitingItem<T> = { item: T; resolve: () => void; reject: (error: unknown) => void }

/**
 * Writes a first item at once, and batches those that arrive in the meantime into the next writes of the same key, after a
 * pause. Many items become a few writes, and a single one doesn't wait.
 *
 * @returns a function that adds an item and resolves when its write is done
 */
export function createBatcher<K, T>(
  write: (key: K, items: T[]) => Promise<void>,
  { max, pause = async () => {} }: { max: number; pause?: () => Promise<void> },
) {
  const waitingItems = new Map<K, WaitingItem<T>[]>()

  async function writeAll(key: K, items: WaitingItem<T>[]): Promise<void> {
    while (items.length > 0) {
      const batch = items.splice(0, max)
      try {
        await write(
          key,
          batch.map(({ item }) => item),
        )
        for (const { resolve } of batch) resolve()
      } catch (error) {
        for (const { reject } of batch) reject(error)
      }
      if (items.length > 0) await pause()
    }
    waitingItems.delete(key)
  }

  return (key: K, item: T): Promise<void> =>
    new Promise((resolve, reject) => {
      const waitingItem = { item, resolve, reject }
      const openBatch = waitingItems.get(key)
      if (openBatch) {
        openBatch.push(waitingItem)
        return
      }
      const items = [waitingItem]
      waitingItems.set(key, items)
      void writeAll(key, items)
    })
}
