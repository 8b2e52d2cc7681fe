import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { tar } from '#server/platform/archive/tar.ts'
import type { OrganizationId } from '#server/platform/db/organization-id.ts'
import type { Platform } from '#server/platform/platform.ts'
import { CHUNK_BYTES, LEASE_MS, PAGE_ROWS, RENEW_MS } from '../limits.ts'
import * as store from '../store/exports.ts'
import { type ExportedRow, KIND_NAMES, readRows } from '../store/kinds.ts'
import { generateArchiveFiles } from './archive-files.ts'

/** Thrown when another worker builds the export, or it was canceled. */
export class ExportLeaseLost extends Error {}

export type ExportTotals = { kindsDone: number; rowsDone: number; bytes: number; sha256: string }

/**
 * Writes an archive into the database chunk by chunk, to bound memory and hold no connection in between.
 *
 * @throws {ExportLeaseLost}
 */
export async function buildExport(
  { db, clock, productName }: Pick<Platform, 'db' | 'clock'> & { productName: string },
  organizationId: OrganizationId,
  attempt: store.Attempt & { requestedBy: string | null },
): Promise<ExportTotals> {
  const startedAt = clock.now()
  const totals = { kindsDone: 0, rowsDone: 0, bytes: 0 }
  let renewedAt = startedAt.getTime()
  let position = 0
  const hash = createHash('sha256')

  /** Renews the lease and stores the progress in the transaction of every write. */
  const renew = (work: (tx: Parameters<typeof store.renewExport>[0]) => Promise<void> = async () => {}) =>
    db.tenant(organizationId, async (tx) => {
      renewedAt = clock.now().getTime()
      const progress = { ...totals, leaseUntil: new Date(renewedAt + LEASE_MS) }
      if (!(await store.renewExport(tx, attempt, progress))) throw new ExportLeaseLost()
      await work(tx)
    })

  async function storeChunk(bytes: Buffer): Promise<void> {
    hash.update(bytes)
    totals.bytes += bytes.length
    const chunkPosition = position
    position += 1
    await renew((tx) => store.insertChunk(tx, attempt.id, chunkPosition, bytes))
  }

  async function* readPages(kind: string): AsyncGenerator<readonly ExportedRow[]> {
    for (let after: string | null = null; ; ) {
      const page: Parameters<typeof readRows>[2] = {
        after,
        limit: PAGE_ROWS,
        readerId: attempt.requestedBy,
        originId: null,
      }
      const result: Awaited<ReturnType<typeof readRows>> = await db.tenant(organizationId, (tx) =>
        readRows(tx, kind, page),
      )
      totals.rowsDone += result.rows.length
      if (clock.now().getTime() - renewedAt > RENEW_MS) await renew()
      yield result.rows
      if (result.after === null) return
      after = result.after
    }
  }

  const files = generateArchiveFiles({
    kinds: KIND_NAMES,
    readPages,
    onKindDone: () => {
      totals.kindsDone += 1
    },
    createManifest: (entries) => ({
      product: productName,
      organizationId,
      exportId: attempt.id,
      createdAt: startedAt.toISOString(),
      files: entries,
    }),
  })
  await pipeline(Readable.from(tar(files, startedAt)), createGzip(), (archive) =>
    writeChunks(archive, storeChunk),
  )
  return { ...totals, sha256: hash.digest('hex') }
}

async function writeChunks(
  archive: AsyncIterable<Buffer>,
  storeChunk: (bytes: Buffer) => Promise<void>,
): Promise<void> {
  let pendingChunks: Buffer[] = []
  let size = 0
  for await (const bytes of archive) {
    pendingChunks.push(bytes)
    size += bytes.length
    if (size < CHUNK_BYTES) continue
    await storeChunk(Buffer.concat(pendingChunks))
    pendingChunks = []
    size = 0
  }
  if (size > 0) await storeChunk(Buffer.concat(pendingChunks))
}
