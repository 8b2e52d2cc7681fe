import type { StoredCounts } from '#contract/imports.ts'
import type { ImportedContact } from '#server/features/assignments/service.ts'
import type { ConsentsService } from '#server/features/consents/service.ts'
import { type AddResult, isLimitReached } from '#server/features/contacts/service.ts'
import { type ActingMember, actAs } from '#server/platform/acting-member.ts'
import { audit } from '#server/platform/audit.ts'
import { systemContext } from '#server/platform/context.ts'
import type { TenantTx } from '#server/platform/db/database.ts'
import type { OrganizationId } from '#server/platform/db/organization-id.ts'
import { emit } from '#server/platform/emit.ts'
import { errorKindOf } from '#server/platform/errors.ts'
import { importRows } from '#server/platform/metrics.ts'
import type { Platform } from '#server/platform/platform.ts'
import { ANALYZE_AFTER_CHUNKS, CHUNK_ATTEMPTS, FLUSH_EVERY_CHUNKS } from '../limits.ts'
import { FAILURE_TEXT, ROW_NAMES, skipReasonText } from '../policy.ts'
import { isCollision, isTransient } from '../store/failures.ts'
import * as imports from '../store/imports.ts'
import * as staging from '../store/staging.ts'
import { analyzeContacts, flushSearchIndex } from '../store/staging.ts'
import { assignAdded } from './assign-added.ts'
import { addCounts, countExtras } from './detail-counts.ts'
import type { ImportFeatures } from './features.ts'
import { type ChunkPrefetcher, createChunkPrefetcher } from './prefetch-chunks.ts'

type ImportDeps = Pick<Platform, 'db' | 'events' | 'log'> & ImportFeatures

type ChunkProgress = { finished: boolean; enrich: boolean }
type FileOptOut = Parameters<ConsentsService['storeFileOptOuts']>[2]['optOuts'][number]
type SkipReason = Extract<AddResult, { skipReason: string }>['skipReason']

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
  const creator = await findCreator(deps, organizationId, importId)
  const run = () => addRows(deps, organizationId, importId, signal)
  return creator ? actAs(creator, run) : run()
}

/** The member who started the import, who then owns its contacts and only learns of contacts that they see. */
async function findCreator(
  { db, memberships }: ImportDeps,
  organizationId: OrganizationId,
  importId: string,
): Promise<ActingMember | null> {
  const importRow = await db.tenant(organizationId, (tx) => imports.findImport(tx, importId))
  return importRow?.createdBy ? memberships.findActingMember(organizationId, importRow.createdBy) : null
}

async function addRows(
  deps: ImportDeps,
  organizationId: OrganizationId,
  importId: string,
  signal?: AbortSignal,
): Promise<void> {
  const maintenance = createIndexMaintenance(deps)
  const prefetcher = createChunkPrefetcher(deps, organizationId, importId)
  try {
    while (!signal?.aborted) {
      const chunk = await processChunk(deps, organizationId, importId, prefetcher)
      if (!chunk) return
      if (!chunk.finished) {
        await maintenance.onChunkAdded()
        continue
      }
      await maintenance.finish()
      await deps.contacts.verifyDue(organizationId)
      if (chunk.enrich) await deps.enrichment.resumeWaiting(organizationId)
      return
    }
  } catch (error) {
    if (isTransient(error)) throw error
    await failImport(deps, organizationId, importId, error)
  }
}

async function processChunk(
  deps: ImportDeps,
  organizationId: OrganizationId,
  importId: string,
  prefetcher: ChunkPrefetcher,
): Promise<ChunkProgress | null> {
  let skipExcess = false
  for (let attempt = 1; ; attempt++) {
    try {
      await prefetcher.waitForStarted()
      return await deps.db.tenant(organizationId, (tx) =>
        addChunk(tx, deps, importId, { prefetcher, skipExcess }),
      )
    } catch (error) {
      const isFull = isLimitReached(error)
      if (!(isFull || isCollision(error)) || attempt === CHUNK_ATTEMPTS) throw error
      skipExcess ||= isFull
    }
  }
}

async function addChunk(
  tx: TenantTx,
  deps: ImportDeps,
  importId: string,
  { prefetcher, skipExcess }: { prefetcher: ChunkPrefetcher; skipExcess: boolean },
): Promise<ChunkProgress | null> {
  const importRow = await imports.claimImport(tx, importId)
  if (!importRow) return null
  const { chunk, candidates } = await prefetcher.take(tx, importRow.processedRow)
  if (chunk.lastRow === importRow.processedRow && importRow.processed < importRow.total)
    throw new Error('Rows of an import are missing')
  prefetcher.start(chunk.lastRow)
  const outcomes = await deps.contacts.addCandidates(tx, candidates, { importId, skipExcess })
  const result = resultOf(importRow, chunk.drafts, outcomes, deps.contacts.limitText)
  const skippedBytes = await staging.insertSkipped(tx, importId, result.skipped)
  const system = systemContext(tx.organizationId, 'import')
  const agents = await assignAdded(tx, deps, system, importRow, result.added)
  const blocked = await deps.consents.storeFileOptOuts(tx, system, { importId, optOuts: result.optOuts })
  const addedIds = result.added.map(({ contactId }) => contactId)
  if (importRow.enrich && addedIds.length > 0) await deps.enrichment.requestForImport(tx, importId, addedIds)
  const counts = {
    processedRow: chunk.lastRow,
    imported: addedIds.length,
    skipped: chunk.skipped + result.skipped.length,
    partners: result.partners,
    report: {
      ...(result.kept && { kept: addCounts(importRow.report.kept, result.kept) }),
      ...(agents && { agents: addCounts(importRow.report.agents, agents) }),
    },
    bytes: skippedBytes - chunk.bytes,
    finished: importRow.processed + chunk.drafts.length + chunk.skipped === importRow.total,
  }
  await imports.advanceImport(tx, importId, counts)
  importRows.labels('imported').inc(counts.imported)
  importRows.labels('skipped').inc(counts.skipped)
  if (counts.finished) await finishImport(tx, deps, importRow, counts)
  deps.events.publish(tx, tx.organizationId, { type: 'import.changed', importId })
  if (addedIds.length + blocked.length > 0) {
    deps.events.publish(tx, tx.organizationId, { type: 'contacts.changed' })
  }
  return { finished: counts.finished, enrich: importRow.enrich }
}

async function finishImport(
  tx: TenantTx,
  { notifications }: Pick<ImportDeps, 'notifications'>,
  { id: importId, createdBy, ...previous }: imports.ImportRow,
  lastChunk: { imported: number; skipped: number; partners: number },
): Promise<void> {
  const counts = {
    total: previous.total + lastChunk.partners,
    imported: previous.imported + lastChunk.imported,
    skipped: previous.skipped + lastChunk.skipped,
  }
  const system = systemContext(tx.organizationId, 'import')
  await audit(tx, { ...system, action: 'import.finished', subject: importId, details: counts })
  await emit(tx, { type: 'import.finished', ids: [importId] })
  await notifications.importFinished(tx, { importId, userId: createdBy, ...counts })
}

type ChunkResult = {
  added: ImportedContact[]
  skipped: staging.SkippedRow[]
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
  const result: ChunkResult = { added: [], skipped: [], optOuts: [], partners: 0, kept: null }
  let nextOutcome = 0
  /** @returns the reason when the person was not added */
  const settle = (contact: staging.StagedContact): SkipReason | null => {
    const outcome = outcomes[nextOutcome++]
    if (!outcome) throw new Error('addCandidates returned no outcome for a draft')
    const { contactId } = outcome
    if (contactId) for (const optOut of contact.optOuts ?? []) result.optOuts.push({ ...optOut, contactId })
    if ('skipReason' in outcome) return outcome.skipReason
    const agent = contact.details?.history?.assignedTo ?? null
    result.added.push({ contactId: outcome.contactId, agent })
    const kept = countExtras(contact)
    if (kept) result.kept = addCounts(result.kept, kept)
    return null
  }
  for (const { row, draft, second } of rows) {
    const reason = settle(draft)
    if (reason) {
      const problem = `${ROW_NAMES[kind]} ${row}: ${skipReasonText(reason, fullText)}`
      // Nothing is stored about people on the suppression list.
      result.skipped.push({ row, problem, raw: reason === 'suppressed' ? null : draft })
    }
    // A partner who already exists is not a row of the file, so nothing is skipped.
    if (second && settle(second) === null) result.partners += 1
  }
  return result
}

async function failImport(
  deps: ImportDeps,
  organizationId: OrganizationId,
  importId: string,
  error: unknown,
) {
  deps.log.error({ err: errorKindOf(error), organizationId, importId }, 'An import failed')
  await deps.db.tenant(organizationId, async (tx) => {
    if (!(await imports.setFailed(tx, importId, FAILURE_TEXT))) return
    const system = systemContext(organizationId, 'import')
    const details = { reason: errorKindOf(error) }
    await audit(tx, { ...system, action: 'import.failed', subject: importId, details })
    await emit(tx, { type: 'import.finished', ids: [importId] })
    const importRow = await imports.findImport(tx, importId)
    await deps.notifications.importFailed(tx, { importId, userId: importRow?.createdBy ?? null })
    deps.events.publish(tx, organizationId, { type: 'import.changed', importId })
  })
  while ((await deps.db.tenant(organizationId, (tx) => staging.dropRemaining(tx, importId))) > 0);
}

/**
 * Maintains the search index and planner statistics on a separate connection while an import runs. Without a flush
 * every few chunks, one chunk would have to sort all pending index entries, and every search would scan them. Only
 * one flush runs at a time; faster imports wait for it.
 */
function createIndexMaintenance({ db, log }: Pick<Platform, 'db' | 'log'>) {
  let chunks = 0
  let maintenance: Promise<void> = Promise.resolve()
  const start = (work: () => Promise<void>) => {
    // The database does both on its own eventually, so a failure only costs time.
    maintenance = work().catch((error: Error) =>
      log.warn({ err: error }, 'Index maintenance after an import chunk failed'),
    )
  }
  return {
    async onChunkAdded(): Promise<void> {
      chunks += 1
      if (chunks % FLUSH_EVERY_CHUNKS > 0) return
      await maintenance
      start(async () => {
        await flushSearchIndex(db)
        if (ANALYZE_AFTER_CHUNKS.includes(chunks)) await analyzeContacts(db)
      })
    },
    /** Flushes after the last chunk, so that searches find no pending entries. */
    async finish(): Promise<void> {
      await maintenance
      start(() => flushSearchIndex(db))
      await maintenance
    },
  }
}
