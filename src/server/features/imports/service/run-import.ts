import type { StoredCounts } from '#contract/imports.ts'
import type { ConsentsService } from '#server/features/consents/service.ts'
import { type AddResult, type ContactsService, isLimitReached } from '#server/features/contacts/service.ts'
import type { EnrichmentService } from '#server/features/enrichment/service.ts'
import type { NotificationsService } from '#server/features/notifications/service.ts'
import { audit } from '#server/platform/audit.ts'
import { systemContext } from '#server/platform/context.ts'
import type { TenantTx } from '#server/platform/db/database.ts'
import type { OrganizationId } from '#server/platform/db/organization-id.ts'
import { importRows } from '#server/platform/metrics.ts'
import type { Platform } from '#server/platform/platform.ts'
import { CHUNK_ATTEMPTS } from '../limits.ts'
import { FAILURE_TEXT, ROW_NAMES, skipReasonText } from '../policy.ts'
import { isCollision, isTransient } from '../store/failures.ts'
import * as imports from '../store/imports.ts'
import * as staging from '../store/staging.ts'
import { addCounts, countDetails } from './detail-counts.ts'
import { createIndexMaintenance } from './index-maintenance.ts'
import { type ChunkPrefetcher, createChunkPrefetcher } from './prefetch-chunks.ts'

type ImportDeps = Pick<Platform, 'db' | 'events' | 'log'> & {
  contacts: ContactsService
  consents: ConsentsService
  enrichment: EnrichmentService
  notifications: NotificationsService
}

type ChunkProgress = { finished: boolean; enrich: boolean }
type FileOptOut = Parameters<ConsentsService['storeFileOptOuts']>[2]['optOuts'][number]
type SkipReason = Extract<AddResult, { refused: string }>['refused']

/**
 * Turns the rows of an import into contacts, one chunk per transaction, starting where an earlier run stopped. A
 * second run of the same import exits. Transient errors are thrown so that the queue retries; all others fail the
 * import.
 */
export async function runImport(
  deps: ImportDeps,
  organizationId: OrganizationId,
  importId: string,
  signal?: AbortSignal,
): Promise<void> {
  const maintenance = createIndexMaintenance(deps)
  const prefetcher = createChunkPrefetcher(deps, organizationId, importId)
  try {
    while (!signal?.aborted) {
      const chunk = await workChunk(deps, organizationId, importId, prefetcher)
      if (!chunk) return
      if (chunk.finished) await maintenance.finish()
      await scheduleFollowUps(deps, organizationId, chunk)
      if (chunk.finished) return
      await maintenance.onChunkAdded()
    }
  } catch (error) {
    if (isTransient(error)) throw error
    await failImport(deps, organizationId, importId, error)
  }
}

async function workChunk(
  deps: ImportDeps,
  organizationId: OrganizationId,
  importId: string,
  prefetcher: ChunkPrefetcher,
): Promise<ChunkProgress | null> {
  let fits = false
  for (let attempt = 1; ; attempt++) {
    try {
      await prefetcher.ready()
      return await deps.db.tenant(organizationId, (tx) => addChunk(tx, deps, importId, { prefetcher, fits }))
    } catch (error) {
      const isTooMany = isLimitReached(error)
      if (!(isTooMany || isCollision(error)) || attempt === CHUNK_ATTEMPTS) throw error
      fits ||= isTooMany
    }
  }
}

async function addChunk(
  tx: TenantTx,
  deps: ImportDeps,
  importId: string,
  { prefetcher, fits }: { prefetcher: ChunkPrefetcher; fits: boolean },
): Promise<ChunkProgress | null> {
  const found = await imports.claimImport(tx, importId)
  if (!found) return null
  const { chunk: next, candidates } = await prefetcher.take(tx, found.processedRow)
  if (next.lastRow === found.processedRow && found.processed < found.total)
    throw new Error('Rows of an import are missing')
  prefetcher.start(next.lastRow)
  const outcomes = await deps.contacts.addCandidates(tx, candidates, { importId, fits })
  const result = resultOf(found, next.drafts, outcomes, deps.contacts.fullText)
  const refusedBytes = await staging.insertSkipped(tx, importId, result.refused)
  const system = systemContext(tx.organizationId, 'import')
  const blocked = await deps.consents.storeFileOptOuts(tx, system, { importId, optOuts: result.optOuts })
  if (found.enrich && result.added.length > 0)
    await deps.enrichment.requestForImport(tx, importId, result.added)
  const chunk = {
    processedRow: next.lastRow,
    imported: result.added.length,
    skipped: next.refused + result.refused.length,
    partners: result.partners,
    kept: result.kept && addCounts(found.report.kept, result.kept),
    bytes: refusedBytes - next.bytes,
    finished: found.processed + next.drafts.length + next.refused === found.total,
  }
  await imports.advanceImport(tx, importId, chunk)
  importRows.labels('imported').inc(chunk.imported)
  importRows.labels('skipped').inc(chunk.skipped)
  if (chunk.finished) await finishImport(tx, deps, found, chunk)
  deps.events.publish(tx, tx.organizationId, { type: 'import.changed', importId })
  if (result.added.length + blocked.length > 0) {
    deps.events.publish(tx, tx.organizationId, { type: 'contacts.changed' })
  }
  return { finished: chunk.finished, enrich: found.enrich }
}

async function finishImport(
  tx: TenantTx,
  { notifications }: Pick<ImportDeps, 'notifications'>,
  { id: importId, createdBy, ...before }: imports.ImportRow,
  last: { imported: number; skipped: number; partners: number },
): Promise<void> {
  const counts = {
    total: before.total + last.partners,
    imported: before.imported + last.imported,
    skipped: before.skipped + last.skipped,
  }
  const system = systemContext(tx.organizationId, 'import')
  await audit(tx, { ...system, action: 'import.finished', subject: importId, details: counts })
  await notifications.importFinished(tx, { importId, userId: createdBy, ...counts })
}

type ChunkResult = {
  added: string[]
  refused: staging.SkippedRow[]
  /** Opt-outs of people who are contacts now, from this row or an earlier one. */
  optOuts: FileOptOut[]
  /** Partners added from the same row. */
  partners: number
  kept: StoredCounts | null
}

function resultOf(
  { kind }: imports.ImportRow,
  rows: readonly staging.DraftRow[],
  outcomes: readonly AddResult[],
  fullText: string,
): ChunkResult {
  const result: ChunkResult = { added: [], refused: [], optOuts: [], partners: 0, kept: null }
  let next = 0
  /** @returns the reason when the person was not added */
  const settle = (contact: staging.StagedContact): SkipReason | null => {
    const outcome = outcomes[next++]
    if (!outcome) throw new Error('addCandidates returned no outcome for a draft')
    const { contactId } = outcome
    if (contactId) for (const optOut of contact.optOuts ?? []) result.optOuts.push({ ...optOut, contactId })
    if ('refused' in outcome) return outcome.refused
    result.added.push(outcome.contactId)
    if (contact.details) result.kept = addCounts(result.kept, countDetails(contact.details))
    return null
  }
  for (const { row, draft, second } of rows) {
    const reason = settle(draft)
    if (reason) {
      const problem = `${ROW_NAMES[kind]} ${row}: ${skipReasonText(reason, fullText)}`
      // Nothing is stored about people on the suppression list.
      result.refused.push({ row, problem, raw: reason === 'suppressed' ? null : draft })
    }
    // A partner who already exists is not a row of the file, so nothing is skipped.
    if (second && settle(second) === null) result.partners += 1
  }
  return result
}

/** Runs after the commit. If waking fails, the sweep finds waiting enrichments and due verifications. */
async function scheduleFollowUps(
  deps: ImportDeps,
  organizationId: OrganizationId,
  chunk: ChunkProgress,
): Promise<void> {
  const { contacts, enrichment, log } = deps
  try {
    if (!chunk.finished) return
    await contacts.verifyDue(organizationId)
    if (chunk.enrich) await enrichment.resumeWaiting(organizationId)
  } catch (error) {
    log.warn(
      { err: errorNameOf(error), organizationId },
      'Could not queue the follow-up jobs of an import; the sweep will retry them',
    )
  }
}

async function failImport(
  deps: ImportDeps,
  organizationId: OrganizationId,
  importId: string,
  error: unknown,
) {
  deps.log.error({ err: errorNameOf(error), organizationId, importId }, 'An import failed')
  await deps.db.tenant(organizationId, async (tx) => {
    if (!(await imports.setFailed(tx, importId, FAILURE_TEXT))) return
    const system = systemContext(organizationId, 'import')
    await audit(tx, {
      ...system,
      action: 'import.failed',
      subject: importId,
      details: { reason: errorNameOf(error) },
    })
    const found = await imports.findImport(tx, importId)
    await deps.notifications.importFailed(tx, { importId, userId: found?.createdBy ?? null })
    deps.events.publish(tx, organizationId, { type: 'import.changed', importId })
  })
  while ((await deps.db.tenant(organizationId, (tx) => staging.dropRemaining(tx, importId))) > 0);
}

/** Logs only a code or name, since database messages may quote a row. */
function errorNameOf(error: unknown): string {
  const { code, name } = (error ?? {}) as { code?: unknown; name?: unknown }
  return String(code ?? name ?? 'unknown')
}
