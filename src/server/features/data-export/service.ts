import { type DataExport, EXPORT_RETENTION_DAYS, EXPORTS_PER_DAY } from '#contract/data-export.ts'
import type { BrandsService } from '#server/features/brands/service.ts'
import type { NotificationsService } from '#server/features/notifications/service.ts'
import { audit } from '#server/platform/audit.ts'
import { addDays, DAY_MS } from '#server/platform/clock.ts'
import { type Context, requireUserId, systemContext, userIdOf } from '#server/platform/context.ts'
import type { TenantTx } from '#server/platform/db/database.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import { BY_TIME, type Page, type PageQuery, readPage } from '#server/platform/page.ts'
import type { Platform } from '#server/platform/platform.ts'
import { trySend } from '#server/platform/queue/try-send.ts'
import * as limits from './limits.ts'
import { buildExport, ExportLeaseLost } from './service/build-export.ts'
import { buildOwnArchive } from './service/own-archive.ts'
import * as store from './store/exports.ts'
import { KIND_NAMES } from './store/kinds.ts'

export type { ExportRef } from './store/exports.ts'

export const BUILD_EXPORT_JOB = 'build-data-export'
export const REMOVE_OLD_JOB = 'data-export.remove-old'

type Deps = Pick<Platform, 'db' | 'queue' | 'events' | 'clock' | 'log'>
type Features = { brands: Pick<BrandsService, 'productNameOf'>; notifications: NotificationsService }

/** Archives of all data of an organization. */
export function dataExportService(platform: Deps, { brands, notifications }: Features) {
  const { db, queue, events, clock } = platform
  const queueBuild = (ref: store.ExportRef) => trySend(platform, BUILD_EXPORT_JOB, ref, ref.id)

  /** Runs after the insert, so that two concurrent requests see each other. @throws {AppError} rate_limited */
  async function requireDailyLimit(tx: TenantTx): Promise<void> {
    const startTimes = await store.listStartsSince(tx, addDays(clock.now(), -1))
    const oldest = startTimes.at(-EXPORTS_PER_DAY - 1)
    if (!oldest) return
    const waitMs = Date.parse(oldest) + DAY_MS - clock.now().getTime()
    throw new AppError('rate_limited', `You can start ${EXPORTS_PER_DAY} exports a day. Try again later.`, {
      retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)),
    })
  }

  async function deleteChunks({ organizationId, id }: store.ExportRef, signal?: AbortSignal): Promise<void> {
    const deleteBatch = () =>
      db.tenant(organizationId, (tx) => store.deleteChunks(tx, id, limits.CHUNK_DELETE_BATCH))
    while (!signal?.aborted && (await deleteBatch()) === limits.CHUNK_DELETE_BATCH);
  }

  async function deleteAllChunks(signal?: AbortSignal): Promise<void> {
    for (;;) {
      const refs = await store.listExportsToDelete(db)
      for (const each of refs) await deleteChunks(each, signal)
      if (refs.length === 0 || signal?.aborted) return
    }
  }

  return {
    /** Bytes used by the organization's archives; part of the caller's transaction. */
    sumStoredBytes: store.sumStoredBytes,

    /**
     * Starts an export; one runs at a time.
     *
     * @throws {AppError} conflict while one is running, rate_limited after five a day
     */
    async start(context: Context): Promise<DataExport> {
      const exportRow = await db
        .tenant(context.organizationId, async (tx) => {
          const request = { id: newId(), requestedBy: userIdOf(context), now: clock.now() }
          const row = await store.insertExport(tx, request)
          await requireDailyLimit(tx)
          await audit(tx, { ...context, action: 'data-export.requested', subject: row.id })
          return row
        })
        .catch((error: unknown) => {
          if (store.isExportRunning(error)) throw new AppError('conflict', 'An export is already running')
          throw error
        })
      await queueBuild({ organizationId: context.organizationId, id: exportRow.id })
      return toDataExport(exportRow)
    },

    /** Newest first; `next` is null on the last page. @throws {AppError} not_found, invalid */
    async list(context: Context, query: PageQuery): Promise<Page<DataExport>> {
      const { items, next } = await db.tenant(context.organizationId, (tx) =>
        readPage(BY_TIME, query, (range) => store.listExports(tx, range)),
      )
      return { items: items.map(toDataExport), next }
    },

    /** Chunks of an archive, read while they are sent. @throws {AppError} not_found */
    async download(context: Context, id: string) {
      const row = await db.tenant(context.organizationId, async (tx) => {
        const exportRow = await store.findExport(tx, id)
        if (exportRow?.status !== 'ready') throw notFound('Export')
        await audit(tx, { ...context, action: 'data-export.downloaded', subject: id })
        return exportRow
      })
      async function* readChunks(): AsyncGenerator<Buffer> {
        for (let position = 0; ; position++) {
          const readNextChunk = (tx: TenantTx) => store.readChunk(tx, id, position)
          const bytes = await db.tenant(context.organizationId, readNextChunk)
          if (!bytes) return
          yield bytes
        }
      }
      return { chunks: readChunks(), bytes: row.bytes, createdAt: row.createdAt }
    },

    /** An archive of the contacts that the caller brought, built while it is sent, so that nothing of it is stored. */
    async downloadOwnContacts(context: Context) {
      const userId = requireUserId(context)
      const { organizationId } = context
      await db.tenant(organizationId, (tx) =>
        audit(tx, { ...context, action: 'data-export.own-contacts-downloaded', subject: userId }),
      )
      const createdAt = clock.now()
      const productName = await brands.productNameOf(organizationId)
      const archive = buildOwnArchive({ db, productName }, organizationId, { userId, createdAt })
      return { archive, createdAt: createdAt.toISOString() }
    },

    /** Builds an archive; called by the job. Rebuilds one whose process stopped. */
    async build({ organizationId, id }: store.ExportRef): Promise<void> {
      const now = clock.now()
      const lease = { now, leaseUntil: new Date(now.getTime() + limits.LEASE_MS) }
      const claim = await db.tenant(organizationId, (tx) => store.claimExport(tx, id, lease))
      if (!claim) return
      try {
        if (claim.attempts > limits.MAX_ATTEMPTS)
          throw new Error(`The export ${id} failed ${limits.MAX_ATTEMPTS} times`)
        await deleteChunks({ organizationId, id })
        const totals = await buildExport(
          { db, clock, productName: await brands.productNameOf(organizationId) },
          organizationId,
          claim,
        )
        await db.tenant(organizationId, async (tx) => {
          if (!(await store.setReady(tx, claim, { ...totals, now: clock.now() }))) return
          const details = { rows: totals.rowsDone, bytes: totals.bytes }
          const context = systemContext(organizationId, BUILD_EXPORT_JOB)
          await audit(tx, { ...context, action: 'data-export.finished', subject: id, details })
          await notifications.exportReady(tx, { exportId: id, userId: claim.requestedBy })
          events.publish(tx, organizationId, { type: 'organization.changed' })
        })
      } catch (error) {
        if (error instanceof ExportLeaseLost) return
        const isFinal = claim.attempts >= limits.MAX_ATTEMPTS
        const failure = { isFinal, now: new Date(clock.now().getTime() + limits.RENEW_MS) }
        await db.tenant(organizationId, (tx) => store.setFailed(tx, claim, failure))
        throw error
      }
    },

    /** Resumes abandoned exports and schedules the removal of expired ones. */
    async sweep(): Promise<void> {
      for (const ref of await store.listAbandonedExports(db, clock.now())) await queueBuild(ref)
      if ((await store.listExportsToDelete(db)).length > 0)
        await queue.send(REMOVE_OLD_JOB, {}, { key: REMOVE_OLD_JOB })
    },

    /** Removes archives past their retention, and the chunks of every archive that can't be downloaded anymore. */
    async removeOld(signal?: AbortSignal): Promise<void> {
      for (;;) {
        const refs = await store.listExpiredExports(db, addDays(clock.now(), -EXPORT_RETENTION_DAYS))
        for (const { organizationId, id } of refs) {
          if (signal?.aborted) return
          await db.tenant(organizationId, (tx) => store.setExpired(tx, id))
        }
        if (refs.length === 0) break
      }
      await deleteAllChunks(signal)
    },

    deleteOutdated: store.deleteOutdated,
  }
}
export type DataExportService = ReturnType<typeof dataExportService>

function toDataExport({ attempts: _, requestedBy: __, ...row }: store.ExportRow): DataExport {
  const end = row.status === 'ready' && row.finishedAt ? new Date(row.finishedAt) : null
  return {
    ...row,
    kinds: KIND_NAMES.length,
    availableUntil: end && addDays(end, EXPORT_RETENTION_DAYS).toISOString(),
  }
}
