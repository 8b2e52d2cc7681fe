import type { Platform } from '#server/platform/platform.ts'
import { ANALYZE_AFTER_CHUNKS, FLUSH_EVERY_CHUNKS } from '../limits.ts'
import { analyzeContacts, flushSearchIndex } from '../store/staging.ts'

/**
 * What an import has done on a connection of its own, beside the next chunk. Every few chunks the search index takes in
 * what was added: otherwise the chunk that fills the index' list would sort it all before it goes on, and everybody's
 * search would read a long list. Now and then the planner learns how many contacts there are by now. One at a time;
 * whoever adds quicker than it sorts waits for it.
 */
export function createIndexMaintenance({ db, log }: Pick<Platform, 'db' | 'log'>) {
  let chunks = 0
  let working: Promise<void> = Promise.resolve()
  const start = (work: () => Promise<void>) => {
    // The database does both by itself sooner or later: a failure costs time only.
    working = work().catch((error: Error) =>
      log.warn({ err: error }, 'The database did not get ready for what an import added'),
    )
  }
  return {
    /** A chunk was added. */
    async onChunkAdded(): Promise<void> {
      chunks += 1
      if (chunks % FLUSH_EVERY_CHUNKS > 0) return
      await working
      start(async () => {
        await flushSearchIndex(db)
        if (ANALYZE_AFTER_CHUNKS.includes(chunks)) await analyzeContacts(db)
      })
    },
    /** The last chunk was added: from now on searches find an empty list. */
    async finish(): Promise<void> {
      await working
      start(() => flushSearchIndex(db))
      await working
    },
  }
}
