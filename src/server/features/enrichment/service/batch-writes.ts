import { setImmediate as turn } from 'node:timers/promises'

type WaitingItem<T> = { item: T; resolve: () => void; reject: (error: unknown) => void }

/**
 * Combines items that arrive while a write is running into the next write, up to `max`. A single item is written at
 * once.
 *
 * @returns a function that adds an item and resolves when its write is done
 */
export function batchWrites<T>(max: number, write: (group: readonly T[]) => Promise<void>) {
  let waiting: WaitingItem<T>[] = []
  let isWriting = false

  async function writeBatches(): Promise<void> {
    // Items added in the same turn join the first write.
    await turn()
    while (waiting.length > 0) {
      const group = waiting.slice(0, max)
      waiting = waiting.slice(max)
      try {
        await write(group.map(({ item }) => item))
        for (const { resolve } of group) resolve()
      } catch (error) {
        for (const { reject } of group) reject(error)
      }
    }
    isWriting = false
  }

  return (item: T): Promise<void> =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject })
      if (isWriting) return
      isWriting = true
      void writeBatches()
    })
}
