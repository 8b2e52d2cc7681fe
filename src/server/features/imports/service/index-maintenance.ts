import type { Platform } from '#server/platform/platform.ts'
import { ANALYZE_AFTER_CHUNKS, FLUSH_EVERY_CHUNKS } from '../limits.ts'
import { analyzeContacts, flushSearchIndex } from '../store/staging.ts'

/**
 * Maintains the search index and planner statistics on a connection of its own while an import runs. Without a flush
 * every few chunks, one chunk would have to sort all pending index entries, and every search would scan them. Only
 * one flush runs at a time; faster imports wait for it.
 */
export function createIndexMaintenance({ db, log }: Pick<Platform, 'db' | 'log'>) {
  let chunks = 0
  let working: Promise<void> = Promise.resolve()
  const start = (work: () => Promise<void>) => {
    // The database does both on its own eventually, so a failure only costs time.
    working = work().catch((error: Error) =>
      log.warn({ err: error }, 'Index maintenance after an import chunk failed'),
    )
  }
  return {
    async onChunkAdded(): Promise<void> {
      chunks += 1
      if (chunks % FLUSH_EVERY_CHUNKS > 0) return
      await working
      start(async () => {
        await flushSearchIndex(db)
        if (ANALYZE_AFTER_CHUNKS.includes(chunks)) await analyzeContacts(db)
      })
    },
    /** Flushes after the last chunk, so that searches find no pending entries. */
    async finish(): Promise<void> {
      await working
      start(() => flushSearchIndex(db))
      await working
    },
  }
}
