import type { ImportResult, ImportStatus } from '#contract/imports.ts'
import { CsvFileError } from '#domain/contact-files/csv-file-error.ts'
import { readContactRows } from '#domain/contact-files/csv-rows.ts'
import type { ContactsService } from '#server/features/contacts/service.ts'
import type { EnrichmentService } from '#server/features/enrichment/service.ts'
import { audit } from '#server/platform/audit.ts'
import { type Context, userIdOf } from '#server/platform/context.ts'
import type { TenantTx } from '#server/platform/db/database.ts'
import { mintOrganizationId, type OrganizationId } from '#server/platform/db/organization-id.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import type { Platform } from '#server/platform/platform.ts'
import * as policy from './policy.ts'
import { type PickedContact, readPickedContacts } from './service/bulk-rows.ts'
import { runImport } from './service/run-import.ts'
import { stageUpload } from './service/stage-upload.ts'
import { waitForEnd } from './service/wait-for-end.ts'
import * as store from './store/imports.ts'
import * as staging from './store/staging.ts'

/** Turns the rows of one import into contacts. */
export const RUN_IMPORT = 'run-import'

/** An import whose rows are all there, and how many they are. */
export type AcceptedImport = { importId: string; total: number }

type ImportsPlatform = Pick<Platform, 'db' | 'queue' | 'events' | 'clock' | 'log'>

/** Lists of contacts: taken in whole, turned into contacts by a job, reported on, taken back. */
export function importsService(
  platform: ImportsPlatform,
  features: { contacts: ContactsService; enrichment: EnrichmentService },
) {
  const { db, queue, events, clock, log } = platform
  const { contacts, enrichment } = features
  const deps = { db, events, log, contacts, enrichment }

  async function removeUpload(organizationId: OrganizationId, importId: string): Promise<void> {
    while (await db.tenant(organizationId, (tx) => staging.removeUpload(tx, importId)));
  }

  async function accept(
    context: Context,
    { kind, enrich }: Pick<store.ImportRow, 'kind' | 'enrich'>,
    rows: AsyncIterable<staging.StagedRow> | Iterable<staging.StagedRow>,
  ): Promise<AcceptedImport> {
    const { organizationId } = context
    const importId = newId()
    const opening = { id: importId, kind, enrich, createdBy: userIdOf(context) }
    await db.tenant(organizationId, (tx) => store.insertImport(tx, opening))
    try {
      const total = await stageUpload(db, organizationId, importId, rows)
      await db.tenant(organizationId, async (tx) => {
        await store.setQueued(tx, importId, total)
        await audit(tx, {
          ...context,
          action: 'import.requested',
          subject: importId,
          details: { kind, total, enrich },
        })
        await events.publish(tx, organizationId, { type: 'import.changed', importId })
      })
      await queue
        .send(RUN_IMPORT, { organizationId, importId }, { key: importId })
        .catch((error: Error) =>
          log.warn({ err: error.message }, 'The queue did not take a job; the sweep will'),
        )
      return { importId, total }
    } catch (error) {
      await removeUpload(organizationId, importId).catch(() =>
        log.warn({ organizationId, importId }, 'An upload could not be removed; the sweep will'),
      )
      throw error instanceof CsvFileError ? new AppError('unprocessable', error.message) : error
    }
  }

  const problemsOf = (tx: TenantTx, { id, processedRow }: store.ImportRow) =>
    staging.listProblems(tx, id, processedRow, policy.MAX_ERRORS)

  return {
    /**
     * Takes in a CSV file, in constant memory.
     *
     * @throws {AppError} unprocessable for what is no contact list ("No CSV data …"), too_large
     */
    acceptCsv: (
      context: Context,
      bytes: AsyncIterable<Uint8Array>,
      options: { enrich: boolean },
    ): Promise<AcceptedImport> => accept(context, { kind: 'csv', ...options }, readContactRows(bytes)),

    /** Takes in contacts picked on a device. @throws {AppError} unprocessable when there are none */
    async acceptPicked(
      context: Context,
      picked: readonly PickedContact[],
      options: { enrich: boolean },
    ): Promise<AcceptedImport> {
      if (picked.length === 0) throw new AppError('unprocessable', 'Select at least one contact to import')
      return accept(context, { kind: 'bulk', ...options }, readPickedContacts(picked))
    },

    /**
     * Waits for the end of an import, up to a minute.
     *
     * @returns null while it goes on
     * @throws {AppError} internal when it failed
     */
    async result(context: Context, importId: string): Promise<ImportResult | null> {
      const ended = await waitForEnd(platform, context, importId, policy.WAIT_MS)
      if (!ended) return null
      if (ended.failure) throw new AppError('internal', ended.failure)
      const { imported, skipped, total } = ended
      const errors = await db.tenant(context.organizationId, (tx) => problemsOf(tx, ended))
      return { importId, imported, skipped, total, errors }
    },

    /** @throws {AppError} not_found */
    get: (context: Context, importId: string): Promise<ImportStatus> =>
      db.tenant(context.organizationId, async (tx) => {
        const found = await store.findImport(tx, importId)
        if (!found) throw notFound('Import')
        const { kind, status, imported, skipped, total, failure, createdAt, finishedAt } = found
        return {
          ...{ importId, kind, status, imported, skipped, total, failure, createdAt, finishedAt },
          errors: await problemsOf(tx, found),
          progress: progressOf(found),
          enrichment: { requested: found.enrich, ...(await enrichment.progressOfImport(tx, importId)) },
        }
      }),

    /** Deletes the contacts that an import brought. @throws {AppError} not_found, forbidden, conflict */
    async undo(context: Context, importId: string): Promise<{ removed: number }> {
      const { organizationId } = context
      const found = await db.tenant(organizationId, (tx) => store.findImport(tx, importId))
      if (!found) throw notFound('Import')
      policy.checkMayUndo(context, found)
      policy.checkCanUndo(found, clock.now())
      // Stopped half-way, the import still counts as done, so that undoing can be repeated.
      const removed = await contacts.removeImported(context, importId)
      await db.tenant(organizationId, async (tx) => {
        if (!(await store.setUndone(tx, importId))) return
        await audit(tx, { ...context, action: 'import.undone', subject: importId, details: { removed } })
        await events.publish(tx, organizationId, { type: 'import.changed', importId })
        await events.publish(tx, organizationId, { type: 'contacts.changed' })
      })
      return { removed }
    },

    run: (organizationId: OrganizationId, importId: string, signal?: AbortSignal): Promise<void> =>
      runImport(deps, organizationId, importId, signal),

    /** Takes up what a stopped process left behind: imports go on, half uploads are removed. */
    async sweep(): Promise<void> {
      for (const { organizationId, id } of await store.listAbandoned(db)) {
        await queue.send(RUN_IMPORT, { organizationId, importId: id }, { key: id })
      }
      for (const { organizationId, id } of await store.listAbandonedUploads(db)) {
        await removeUpload(mintOrganizationId(organizationId), id)
      }
    },
  }
}
export type ImportsService = ReturnType<typeof importsService>

/** 0..1, of the rows. */
function progressOf({ status, processed, total }: store.ImportRow): number {
  if (status === 'done' || status === 'undone') return 1
  return total === 0 ? 0 : processed / total
}
