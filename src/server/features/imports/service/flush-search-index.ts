import type { Platform } from '#server/platform/platform.ts'
import { FLUSH_EVERY } from '../policy.ts'
import { flushSearchIndex } from '../store/staging.ts'

/**
 * Sorts what an import adds into the search index every few chunks, on a connection of its own beside the next chunk.
 * Otherwise the chunk that fills the index' list would sort it all before it goes on, and everybody's search would read
 * a long list. No more than one runs at a time; whoever adds quicker than it sorts waits for it.
 */
export function searchIndexFlusher({ db, log }: Pick<Platform, 'db' | 'log'>) {
  let chunks = 0
  let flushing: Promise<void> = Promise.resolve()
  const flush = () => {
    // The list is sorted in by whoever fills it, at the latest: a failure costs time only.
    flushing = flushSearchIndex(db).catch((error: Error) =>
      log.warn({ err: error }, 'The search index did not take in what an import added'),
    )
  }
  return {
    /** A chunk was added. */
    async added(): Promise<void> {
      chunks += 1
      if (chunks % FLUSH_EVERY > 0) return
      await flushing
      flush()
    },
    /** The last chunk was added: from now on searches find an empty list. */
    async finish(): Promise<void> {
      await flushing
      flush()
      await flushing
    },
  }
}
