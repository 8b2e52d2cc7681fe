import type { Candidate, ContactsService } from '#server/features/contacts/service.ts'
import type { TenantTx } from '#server/platform/db/database.ts'
import type { OrganizationId } from '#server/platform/db/organization-id.ts'
import type { Platform } from '#server/platform/platform.ts'
import * as staging from '../store/staging.ts'

/** A chunk, and what adding its drafts needs. */
type PreparedChunk = { chunk: staging.Chunk; candidates: Candidate[] }
export type ChunkPrefetcher = ReturnType<typeof createChunkPrefetcher>

/** Reads and prepares the next chunk of an import while the database writes the one before. */
export function createChunkPrefetcher(
  { db, contacts }: Pick<Platform, 'db'> & { contacts: ContactsService },
  organizationId: OrganizationId,
  importId: string,
) {
  let next: { after: number; prepared: Promise<PreparedChunk | undefined> } | null = null

  async function prepare(after: number): Promise<PreparedChunk | undefined> {
    const chunk = await db.read(organizationId, (tx) => staging.readChunk(tx, importId, after))
    return chunk && preparedOf(chunk)
  }
  const preparedOf = async (chunk: staging.Chunk): Promise<PreparedChunk> => ({
    chunk,
    candidates: await contacts.prepareDrafts(
      chunk.drafts.flatMap(({ draft, second }) => (second ? [draft, second] : [draft]).map(storedPart)),
    ),
  })

  return {
    /** Begins with the chunk behind row `after`. */
    start(after: number): void {
      // What cannot be read now is read when it is its turn.
      next = { after, prepared: prepare(after).catch(() => undefined) }
    },
    /** When what was begun is done; waited for without a connection, since it needs one itself. */
    async ready(): Promise<void> {
      await next?.prepared
    },
    /** Takes the chunk behind row `after` out; one without rows when none is left. */
    async take(tx: TenantTx, after: number): Promise<PreparedChunk> {
      const ready = next?.after === after ? await next.prepared : undefined
      const chunk = ready?.chunk ?? (await staging.readChunk(tx, importId, after))
      if (!chunk) return { chunk: { lastRow: after, drafts: [], refused: 0, bytes: 0 }, candidates: [] }
      if (!(await staging.dropChunk(tx, importId, chunk))) throw new Error('Rows of an import are missing')
      return ready ?? preparedOf(chunk)
    },
  }
}

/** What becomes columns of a contact; opt-outs stand in a table of their own. */
function storedPart(contact: staging.StagedContact): staging.StagedContact {
  if (!contact.optOuts) return contact
  const { optOuts: _, ...stored } = contact
  return stored
}
