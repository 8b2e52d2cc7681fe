import type {
  CsvPreview,
  ImportResult,
  ImportStatus,
  ImportSummary,
  ImportTarget,
  SkippedRow,
} from '#contract/imports.ts'
import { skippedRowCsvLine, skippedRowsCsvHeader } from '#domain/contact-files/csv-export.ts'
import type { CoupleChoice, CsvMapping } from '#domain/contact-files/csv-fields.ts'
import { CsvFileError } from '#domain/contact-files/csv-file-error.ts'
import { previewCsv, readContactRows } from '#domain/contact-files/csv-rows.ts'
import { readVCardRows } from '#domain/contact-files/vcard-rows.ts'
import { audit } from '#server/platform/audit.ts'
import type { Context } from '#server/platform/context.ts'
import type { TenantTx } from '#server/platform/db/database.ts'
import type { OrganizationId } from '#server/platform/db/organization-id.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import { BY_TIME, type Page, type PageQuery, readPage } from '#server/platform/page.ts'
import type { Platform } from '#server/platform/platform.ts'
import { trySend } from '#server/platform/queue/try-send.ts'
import { waitForCompletion } from '#server/platform/wait-for-completion.ts'
import {
  IMPORT_LIMITS,
  type ImportLimits,
  MAX_ERRORS,
  PREVIEW_ROWS,
  SKIPPED_BATCH,
  WAIT_MS,
} from './limits.ts'
import * as policy from './policy.ts'
import { type AcceptedImport, acceptUpload, removeUpload, type Upload } from './service/accept-upload.ts'
import { type PickedContact, readPickedContacts } from './service/bulk-rows.ts'
import type { ImportFeatures } from './service/features.ts'
import { type Correction, type FixedRow, fixRow, type UpdatedRow, updateExisting } from './service/fix-row.ts'
import { factsOf, progressOf, reportOf, summaryOf } from './service/import-status.ts'
import { findSavedMapping, saveMapping } from './service/mappings.ts'
import { runImport } from './service/run-import.ts'
import * as store from './store/imports.ts'
import * as skippedRows from './store/skipped.ts'
import * as staging from './store/staging.ts'

export type { AcceptedImport } from './service/accept-upload.ts'

type UploadOptions = { enrich: boolean; fileName?: string | null; assignTo?: ImportTarget | undefined }

export const RUN_IMPORT = 'run-import'

type ImportsPlatform = Pick<Platform, 'db' | 'queue' | 'events' | 'clock' | 'log'>

/** Imports of contacts: staged while they arrive, turned into contacts by a job, reported and undone. */
export function importsService(
  platform: ImportsPlatform,
  features: ImportFeatures,
  limits: ImportLimits = IMPORT_LIMITS,
) {
  const { db, events, clock, log } = platform
  const { contacts, consents, enrichment, notes, tags } = features
  const wake = (organizationId: OrganizationId, importId: string) =>
    trySend(platform, RUN_IMPORT, { organizationId, importId }, importId)
  const deps = { ...{ db, events, log, clock, limits, wake }, ...features }

  /** Turns file errors into messages for the user. */
  const accept = (context: Context, upload: Upload): Promise<AcceptedImport> =>
    acceptUpload(deps, context, upload).catch((error: unknown) => {
      throw toUserError(error)
    })

  /** True if a queued import has to wait for others of its organization. */
  const shouldWait = (organizationId: OrganizationId, importId: string): Promise<boolean> =>
    db.tenant(organizationId, async (tx) => {
      const importRow = await store.findImport(tx, importId)
      return importRow?.status === 'queued' && (await store.countRunning(tx, importId)) >= limits.running
    })

  /** @throws {AppError} not_found */
  async function requireImport(tx: TenantTx, importId: string): Promise<store.ImportRow> {
    const importRow = await store.findImport(tx, importId)
    if (!importRow) throw notFound('Import')
    return importRow
  }

  const findExistingRow = (context: Context, importId: string): Promise<store.ImportRow> =>
    db.tenant(context.organizationId, (tx) => requireImport(tx, importId))

  const listSkippedAfter = (context: Context, importRow: store.ImportRow, after: number, limit: number) =>
    db.tenant(context.organizationId, (tx) =>
      skippedRows.listSkipped(tx, importRow.id, { after, limit, processedRow: importRow.processedRow }),
    )

  const problemsOf = (tx: TenantTx, { id, processedRow }: store.ImportRow) =>
    staging.listProblems(tx, id, processedRow, MAX_ERRORS)

  return {
    /**
     * Accepts a CSV file in constant memory.
     *
     * @throws {AppError} unprocessable when it has no contacts ("No CSV data …"), too_large
     */
    async acceptCsv(
      context: Context,
      bytes: AsyncIterable<Uint8Array>,
      { mapping, couples, ...options }: UploadOptions & { mapping?: CsvMapping; couples?: CoupleChoice },
    ): Promise<AcceptedImport> {
      let facts: store.ImportFacts = {}
      let fingerprint: string | null = null
      const rows = readContactRows(bytes, {
        ...{ mapping, couples },
        findSavedMapping: (header) => findSavedMapping(db, context.organizationId, header),
        onHeader: (header) => {
          facts = factsOf(header)
          fingerprint = header.fingerprint
        },
      })
      const upload = { kind: 'csv', fileName: null, ...options, rows, facts: () => facts } as const
      const accepted = await accept(context, upload)
      if (mapping && fingerprint !== null) {
        await saveMapping(db, context.organizationId, { fingerprint, mapping })
      }
      return accepted
    },

    /** Accepts a vCard file. @throws {AppError} unprocessable when it has no contacts */
    acceptVCards: (
      context: Context,
      bytes: AsyncIterable<Uint8Array>,
      options: UploadOptions,
    ): Promise<AcceptedImport> =>
      accept(context, { kind: 'vcf', fileName: null, ...options, rows: readVCardRows(bytes) }),

    /** Preview of the beginning of a CSV file. @throws {AppError} unprocessable */
    async preview(context: Context, bytes: Uint8Array, isWhole: boolean): Promise<CsvPreview> {
      try {
        const { fingerprint, ...preview } = previewCsv(bytes, PREVIEW_ROWS, isWhole)
        const remembered =
          fingerprint === null ? null : await findSavedMapping(db, context.organizationId, fingerprint)
        return { ...preview, remembered }
      } catch (error) {
        throw toUserError(error)
      }
    },

    /**
     * Accepts contacts picked on a device. `consent` is the version of the text that the user agreed to.
     *
     * @throws {AppError} unprocessable when there are none
     */
    async acceptBulk(
      context: Context,
      pickedContacts: readonly PickedContact[],
      options: { enrich: boolean; consent?: string | undefined },
    ): Promise<AcceptedImport> {
      if (pickedContacts.length === 0)
        throw new AppError('unprocessable', 'Select at least one contact to import')
      const rows = readPickedContacts(pickedContacts)
      return accept(context, { kind: 'bulk', fileName: null, ...options, rows })
    },

    /**
     * Waits for the end of an import, up to a minute.
     *
     * @returns null while it runs
     * @throws {AppError} internal when it failed
     */
    async result(context: Context, importId: string): Promise<ImportResult | null> {
      const importRow = await waitForCompletion(events, context.organizationId, {
        isAboutWork: (event) => event.type === 'import.changed' && event.importId === importId,
        check: () => db.tenant(context.organizationId, (tx) => store.findEnded(tx, importId)),
        milliseconds: WAIT_MS,
      })
      if (!importRow) return null
      if (importRow.failure) throw new AppError('internal', importRow.failure)
      const { imported, skipped, total } = importRow
      const errors = await db.tenant(context.organizationId, (tx) => problemsOf(tx, importRow))
      return { importId, imported, skipped, total, errors }
    },

    /** Imports, newest first. @throws {AppError} invalid for an unknown cursor */
    list: (context: Context, query: PageQuery): Promise<Page<ImportSummary>> =>
      db.tenant(context.organizationId, async (tx) => {
        const { items, next } = await readPage(BY_TIME, query, (range) => store.listImports(tx, range))
        return { items: items.map((row) => summaryOf(context, row, clock.now())), next }
      }),

    /** @throws {AppError} not_found */
    get: (context: Context, importId: string): Promise<ImportStatus> =>
      db.tenant(context.organizationId, async (tx) => {
        const importRow = await requireImport(tx, importId)
        const importedBy = await store.findImporterName(tx, importId)
        return {
          ...summaryOf(context, { ...importRow, importedBy }, clock.now()),
          ...reportOf(importRow),
          failure: importRow.failure,
          errors: await problemsOf(tx, importRow),
          progress: progressOf(importRow),
          enrichment: { requested: importRow.enrich, ...(await enrichment.progressOfImport(tx, importId)) },
          optOuts: await consents.countByImport(tx, importId),
        }
      }),

    /** Deletes the contacts that an import added, and its tags and notes on existing contacts. @throws {AppError} not_found, forbidden, conflict */
    async undo(context: Context, importId: string): Promise<{ removed: number }> {
      const { organizationId } = context
      const importRow = await findExistingRow(context, importId)
      policy.requireCanUndo(context, importRow)
      policy.requireOpen(importRow, clock.now(), 'Imports can be undone')
      // If this stops halfway, the import still counts as done and undoing can be repeated.
      let removed = await contacts.removeImported(context, importId)
      await db.tenant(organizationId, async (tx) => {
        if (!(await store.setUndone(tx, importId))) return
        await notes.removeImported(tx, importId)
        await tags.removeImported(tx, importId)
        await audit(tx, { ...context, action: 'import.undone', subject: importId, details: { removed } })
        events.publish(tx, organizationId, { type: 'import.changed', importId })
        events.publish(tx, organizationId, { type: 'contacts.changed' })
      })
      // Removes contacts of rows fixed in the meantime; no row can be fixed from here on.
      removed += await contacts.removeImported(context, importId)
      return { removed }
    },

    /** Skipped rows after row `after`, in order. @throws {AppError} not_found */
    async listSkipped(
      context: Context,
      importId: string,
      { after, limit }: { after: number; limit: number },
    ): Promise<Page<SkippedRow>> {
      const importRow = await findExistingRow(context, importId)
      const items = await listSkippedAfter(context, importRow, after, limit)
      return { items, next: items.length < limit ? null : String(items.at(-1)?.row) }
    },

    /** Skipped rows as CSV, batch by batch. @throws {AppError} not_found, before the first line */
    async skippedCsv(context: Context, importId: string): Promise<AsyncIterable<string>> {
      const importRow = await findExistingRow(context, importId)
      return (async function* () {
        yield skippedRowsCsvHeader()
        let batch: SkippedRow[] = []
        do {
          batch = await listSkippedAfter(context, importRow, batch.at(-1)?.row ?? 0, SKIPPED_BATCH)
          yield batch.map(({ contact, problem }) => skippedRowCsvLine(contact, problem)).join('')
        } while (batch.length === SKIPPED_BATCH)
      })()
    },

    /** Adds the corrected contact of a skipped row. @throws {AppError} not_found, invalid, conflict */
    fixRow: (context: Context, correction: Correction): Promise<FixedRow> =>
      fixRow(deps, context, correction),

    /** Updates an existing contact from a skipped row. @throws {AppError} not_found, invalid, conflict */
    updateExisting: (context: Context, correction: Correction): Promise<UpdatedRow> =>
      updateExisting(deps, context, correction),

    /**
     * Clears skipped rows of one person for a privacy request, a batch at a time; part of the caller's transaction.
     */
    clearSkippedRows: skippedRows.clearRawOfPerson,

    /** Runs an import when a slot of its organization is free, then wakes the next one. */
    async run(organizationId: OrganizationId, importId: string, signal?: AbortSignal): Promise<void> {
      if (await shouldWait(organizationId, importId)) return
      await runImport(deps, organizationId, importId, signal)
      const next = await db.tenant(organizationId, (tx) => store.findNextQueued(tx, importId))
      if (next && !signal?.aborted) await wake(organizationId, next)
    },

    /**
     * Resumes imports of stopped processes, removes abandoned uploads, clears expired skipped rows and flushes the
     * search index.
     */
    async sweep(): Promise<void> {
      for (const { organizationId, id } of await store.listRefs(db, 'abandoned_imports'))
        await wake(organizationId, id)
      for (const { organizationId, id } of await store.listRefs(db, 'abandoned_uploads'))
        await removeUpload(deps, organizationId, id)
      for (const { organizationId, id } of await store.listRefs(db, 'expired_import_rows')) {
        while ((await db.tenant(organizationId, (tx) => skippedRows.clearRaw(tx, id))) > 0);
        await db.tenant(organizationId, (tx) => store.clearStoredBytes(tx, id))
      }
      await staging.flushSearchIndex(db)
    },
  }
}
export type ImportsService = ReturnType<typeof importsService>

function toUserError(error: unknown): unknown {
  return error instanceof CsvFileError ? new AppError('unprocessable', error.message) : error
}
