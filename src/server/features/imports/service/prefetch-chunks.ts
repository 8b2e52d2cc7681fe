import type { Candidate, ContactsService } from '#server/features/contacts/service.ts'
import type { TenantTx } from '#server/platform/db/database.ts'
import type { OrganizationId } from '#server/platform/db/organization-id.ts'
import type { Platform } from '#server/platform/platform.ts'
import * as staging from '../store/staging.ts'

/** A chunk with its prepared drafts. */
type PreparedChunk = { chunk: staging.Chunk; candidates: Candidate[] }
export type ChunkPrefetcher = ReturnType<typeof createChunkPrefetcher>

/** Reads and prepares the next chunk of an import while the database writes the previous one. */
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
      chunk.drafts.flatMap(({ draft, second }) => (second ? [draft, second] : [draft]).map(withoutOptOuts)),
    ),
  })

  return {
    /** Starts reading the chunk after row `after`. */
    start(after: number): void {
      // A chunk that can't be read now is read again by `take`.
      next = { after, prepared: prepare(after).catch(() => undefined) }
    },
    /** Waits for a started read; call it without a connection, since the read needs one. */
    async waitForStarted(): Promise<void> {
      await next?.prepared
    },
    /** Removes and returns the chunk after row `after`; an empty chunk when none is left. */
    async take(tx: TenantTx, after: number): Promise<PreparedChunk> {
      const prepared = next?.after === after ? await next.prepared : undefined
      const chunk = prepared?.chunk ?? (await staging.readChunk(tx, importId, after))
      if (!chunk) return { chunk: { lastRow: after, drafts: [], skipped: 0, bytes: 0 }, candidates: [] }
      if (!(await staging.dropChunk(tx, importId, chunk))) throw new Error('Rows of an import are missing')
      return prepared ?? preparedOf(chunk)
    },
  }
}

/** The columns of a contact; opt-outs are in a separate table. */
function withoutOptOuts(contact: staging.StagedContact): staging.StagedContact {
  if (!contact.optOuts) return contact
  const { optOuts: _, ...draft } = contact
  return draft
}
