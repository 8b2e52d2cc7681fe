import type { CsvPreview, ImportResult, ImportStatus, RefusedRow } from '#contract/imports.ts'
import { refusedCsvHeader, refusedCsvLine } from '#domain/contact-files/csv-export.ts'
import type { CoupleChoice, CsvMapping } from '#domain/contact-files/csv-fields.ts'
import { CsvFileError } from '#domain/contact-files/csv-file-error.ts'
import { previewCsv, readContactRows } from '#domain/contact-files/csv-rows.ts'
import { readVCardRows } from '#domain/contact-files/vcard-rows.ts'
import type { ContactsService } from '#server/features/contacts/service.ts'
import type { EnrichmentService } from '#server/features/enrichment/service.ts'
import type { NotificationsService } from '#server/features/notifications/service.ts'
import { audit } from '#server/platform/audit.ts'
import { type Context, userIdOf } from '#server/platform/context.ts'
import type { TenantTx } from '#server/platform/db/database.ts'
import { mintOrganizationId, type OrganizationId } from '#server/platform/db/organization-id.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import type { Platform } from '#server/platform/platform.ts'
import { waitForEnd } from '#server/platform/wait-for-end.ts'
import * as policy from './policy.ts'
import { type PickedContact, readPickedContacts } from './service/bulk-rows.ts'
import { type Correction, type FixedRow, fixRow } from './service/fix-row.ts'
import { rememberedMapping, rememberMapping } from './service/mappings.ts'
import { runImport } from './service/run-import.ts'
import { stageUpload } from './service/stage-upload.ts'
import * as store from './store/imports.ts'
import * as refused from './store/refused.ts'
import * as staging from './store/staging.ts'

/** Turns the rows of one import into contacts. */
export const RUN_IMPORT = 'run-import'

/** An import whose rows are all there, and how many they are. */
export type AcceptedImport = { importId: string; total: number }

type ImportsPlatform = Pick<Platform, 'db' | 'queue' | 'events' | 'clock' | 'log'>

/** Lists of contacts: taken in whole, turned into contacts by a job, reported on, taken back. */
export function importsService(
  platform: ImportsPlatform,
  features: {
    contacts: ContactsService
    enrichment: EnrichmentService
    notifications: NotificationsService
  },
) {
  const { db, queue, events, clock, log } = platform
  const { contacts, enrichment } = features
  const deps = { db, events, log, clock, ...features }

  async function removeUpload(organizationId: OrganizationId, importId: string): Promise<void> {
    while (await db.tenant(organizationId, (tx) => staging.removeUpload(tx, importId)));
  }

  async function accept(
    context: Context,
    { kind, enrich, consent }: Pick<store.ImportRow, 'kind' | 'enrich'> & { consent?: string },
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
        if (consent) {
          const details = { version: consent, contacts: total }
          await audit(tx, { ...context, action: 'sync.consented', subject: importId, details })
        }
        events.publish(tx, organizationId, { type: 'import.changed', importId })
      })
      await queue
        .send(RUN_IMPORT, { organizationId, importId }, { key: importId })
        .catch((error: Error) => log.warn({ err: error }, 'The queue did not take a job; the sweep will'))
      return { importId, total }
    } catch (error) {
      await removeUpload(organizationId, importId).catch(() =>
        log.warn({ organizationId, importId }, 'An upload could not be removed; the sweep will'),
      )
      throw inWords(error)
    }
  }

  async function existing(context: Context, importId: string): Promise<store.ImportRow> {
    const found = await db.tenant(context.organizationId, (tx) => store.findImport(tx, importId))
    if (!found) throw notFound('Import')
    return found
  }

  const refusedBehind = (context: Context, found: store.ImportRow, after: number, limit: number) =>
    db.tenant(context.organizationId, (tx) =>
      refused.listRefused(tx, found.id, { after, limit, processedRow: found.processedRow }),
    )

  const problemsOf = (tx: TenantTx, { id, processedRow }: store.ImportRow) =>
    staging.listProblems(tx, id, processedRow, policy.MAX_ERRORS)

  return {
    /**
     * Takes in a CSV file, in constant memory.
     *
     * @throws {AppError} unprocessable for what is no contact list ("No CSV data …"), too_large
     */
    async acceptCsv(
      context: Context,
      bytes: AsyncIterable<Uint8Array>,
      { enrich, mapping, couples }: { enrich: boolean; mapping?: CsvMapping; couples?: CoupleChoice },
    ): Promise<AcceptedImport> {
      let fingerprint: string | null = null
      const rows = readContactRows(bytes, {
        ...{ mapping, couples },
        remembered: (header) => rememberedMapping(db, context.organizationId, header),
        onHeader: (facts) => {
          fingerprint = facts.fingerprint
        },
      })
      const accepted = await accept(context, { kind: 'csv', enrich }, rows)
      if (mapping && fingerprint !== null) {
        await rememberMapping(db, context.organizationId, { fingerprint, mapping })
      }
      return accepted
    },

    /** Takes in an address book. @throws {AppError} unprocessable for what is none */
    acceptVCards: (
      context: Context,
      bytes: AsyncIterable<Uint8Array>,
      options: { enrich: boolean },
    ): Promise<AcceptedImport> => accept(context, { kind: 'vcf', ...options }, readVCardRows(bytes)),

    /** How the beginning of a CSV file would be read. @throws {AppError} unprocessable */
    async preview(context: Context, bytes: Uint8Array, isWhole: boolean): Promise<CsvPreview> {
      try {
        const { fingerprint, ...preview } = previewCsv(bytes, policy.PREVIEW_ROWS, isWhole)
        const remembered =
          fingerprint === null ? null : await rememberedMapping(db, context.organizationId, fingerprint)
        return { ...preview, remembered }
      } catch (error) {
        throw inWords(error)
      }
    },

    /**
     * Takes in contacts picked on a device. With the version of a text the person's consent to it is noted.
     *
     * @throws {AppError} unprocessable when there are none
     */
    async acceptPicked(
      context: Context,
      picked: readonly PickedContact[],
      options: { enrich: boolean; consent?: string },
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
      const ended = await waitForEnd(events, context.organizationId, {
        concerns: (event) => event.type === 'import.changed' && event.importId === importId,
        look: () => db.tenant(context.organizationId, (tx) => store.findEnded(tx, importId)),
        milliseconds: policy.WAIT_MS,
      })
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
      const found = await existing(context, importId)
      policy.checkMayUndo(context, found)
      policy.checkCanUndo(found, clock.now())
      // Stopped half-way, the import still counts as done, so that undoing can be repeated.
      let removed = await contacts.removeImported(context, importId)
      await db.tenant(organizationId, async (tx) => {
        if (!(await store.setUndone(tx, importId))) return
        await audit(tx, { ...context, action: 'import.undone', subject: importId, details: { removed } })
        events.publish(tx, organizationId, { type: 'import.changed', importId })
        events.publish(tx, organizationId, { type: 'contacts.changed' })
      })
      // A row may have been corrected meanwhile; from here on none can be.
      removed += await contacts.removeImported(context, importId)
      return { removed }
    },

    /** Refused rows behind row `after`, in order. @throws {AppError} not_found */
    async listRefused(
      context: Context,
      importId: string,
      { after, limit }: { after: number; limit: number },
    ): Promise<{ rows: RefusedRow[]; nextCursor: string | null }> {
      const found = await existing(context, importId)
      const rows = await refusedBehind(context, found, after, limit)
      return { rows, nextCursor: rows.length < limit ? null : String(rows.at(-1)?.row) }
    },

    /** Refused rows as CSV, batch by batch. @throws {AppError} not_found, before the first line */
    async refusedCsv(context: Context, importId: string): Promise<AsyncIterable<string>> {
      const found = await existing(context, importId)
      return (async function* () {
        yield refusedCsvHeader()
        let batch: RefusedRow[] = []
        do {
          batch = await refusedBehind(context, found, batch.at(-1)?.row ?? 0, policy.REFUSED_BATCH)
          yield batch.map(({ contact, problem }) => refusedCsvLine(contact, problem)).join('')
        } while (batch.length === policy.REFUSED_BATCH)
      })()
    },

    /** Adds a refused row's corrected contact. @throws {AppError} not_found, invalid, conflict */
    fixRow: (context: Context, correction: Correction): Promise<FixedRow> =>
      fixRow(deps, context, correction),

    /** Empties refused rows of one person, a slice at a time, for a privacy request; part of the caller's transaction. */
    forgetRefused: refused.clearRawOf,

    run: (organizationId: OrganizationId, importId: string, signal?: AbortSignal): Promise<void> =>
      runImport(deps, organizationId, importId, signal),

    /**
     * Takes up what a stopped process left behind: imports go on, half uploads go. Old refused rows are forgotten, and
     * the search index takes in what was added.
     */
    async sweep(): Promise<void> {
      for (const { organizationId, id } of await store.listAbandoned(db)) {
        await queue.send(RUN_IMPORT, { organizationId, importId: id }, { key: id })
      }
      for (const { organizationId, id } of await store.listAbandonedUploads(db)) {
        await removeUpload(mintOrganizationId(organizationId), id)
      }
      for (const { organizationId, id } of await store.listExpiredRows(db)) {
        while ((await db.tenant(mintOrganizationId(organizationId), (tx) => refused.clearRaw(tx, id))) > 0);
      }
      await staging.flushSearchIndex(db)
    },
  }
}
export type ImportsService = ReturnType<typeof importsService>

/** What is wrong with a file is told to whoever sent it. */
function inWords(error: unknown): unknown {
  return error instanceof CsvFileError ? new AppError('unprocessable', error.message) : error
}

/** 0..1, of the rows. */
function progressOf({ status, processed, total }: store.ImportRow): number {
  if (status === 'done' || status === 'undone') return 1
  return total === 0 ? 0 : processed / total
}
