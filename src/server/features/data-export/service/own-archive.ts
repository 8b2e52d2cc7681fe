import { pipeline, Readable } from 'node:stream'
import { createGzip } from 'node:zlib'
import { tar } from '#server/platform/archive/tar.ts'
import { bindMember } from '#server/platform/bind-member.ts'
import type { OrganizationId } from '#server/platform/db/organization-id.ts'
import type { Platform } from '#server/platform/platform.ts'
import { PAGE_ROWS } from '../limits.ts'
import { CONTACT_KIND_NAMES, type ExportedRow, readRows } from '../store/kinds.ts'
import { generateArchiveFiles } from './archive-files.ts'

/** Streams an archive of the contacts that a member brought, page by page. */
export function buildOwnArchive(
  { db, productName }: Pick<Platform, 'db'> & { productName: string },
  organizationId: OrganizationId,
  { userId, createdAt }: { userId: string; createdAt: Date },
): Readable {
  async function* readPages(kind: string): AsyncGenerator<readonly ExportedRow[]> {
    for (let after: string | null = null; ; ) {
      const page: Parameters<typeof readRows>[2] = {
        ...{ after, limit: PAGE_ROWS },
        ...{ readerId: userId, originId: userId },
      }
      const result: Awaited<ReturnType<typeof readRows>> = await db.tenant(organizationId, (tx) =>
        // Another member may own such a contact by now.
        tx.asOrganization(() => readRows(tx, kind, page)),
      )
      yield result.rows
      if (result.after === null) return
      after = result.after
    }
  }

  const files = generateArchiveFiles({
    kinds: CONTACT_KIND_NAMES,
    readPages,
    onKindDone: () => {},
    createManifest: (entries) => ({
      product: productName,
      organizationId,
      contactsOf: userId,
      createdAt: createdAt.toISOString(),
      files: entries,
    }),
  })
  // A failure destroys the stream, which breaks off the download.
  return pipeline(Readable.from(bindMember(tar(files, createdAt))), createGzip(), () => {})
}
