import { setImmediate as turn } from 'node:timers/promises'

type WaitingItem<T> = { item: T; resolve: () => void; reject: (error: unknown) => void }

/**
 * Writes what arrives in groups: what came while the write before was under way goes together, up to `most`. One that
 * comes alone waits for nothing.
 *
 * @returns a function that takes an item along, and ends when the write with it has ended
 */
export function batchWrites<T>(max: number, write: (group: readonly T[]) => Promise<void>) {
  let waiting: WaitingItem<T>[] = []
  let isWriting = false

  async function writeBatches(): Promise<void> {
    // What arrives in this very moment goes along.
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
