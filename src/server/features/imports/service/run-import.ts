import type { ContactsService } from '#server/features/contacts/service.ts'
import type { EnrichmentService } from '#server/features/enrichment/service.ts'
import type { NotificationsService } from '#server/features/notifications/service.ts'
import { audit } from '#server/platform/audit.ts'
import { systemContext } from '#server/platform/context.ts'
import type { TenantTx } from '#server/platform/db/database.ts'
import type { OrganizationId } from '#server/platform/db/organization-id.ts'
import type { Platform } from '#server/platform/platform.ts'
import { CHUNK, CHUNK_ATTEMPTS, FAILURE, REFUSALS, ROW_NAMES } from '../policy.ts'
import { isCollision, isPassing } from '../store/failures.ts'
import * as imports from '../store/imports.ts'
import * as staging from '../store/staging.ts'

type ImportDeps = Pick<Platform, 'db' | 'events' | 'log'> & {
  contacts: ContactsService
  enrichment: EnrichmentService
  notifications: NotificationsService
}

type Chunk = { finished: boolean; enrich: boolean }

/**
 * Turns the rows of an import into contacts, a chunk a transaction, and goes on where an earlier run stopped. When two
 * run at once, the one that finds the other at work leaves. A passing fault is thrown for the queue to try again; any
 * other ends the import as failed.
 */
export async function runImport(
  deps: ImportDeps,
  organizationId: OrganizationId,
  importId: string,
  signal?: AbortSignal,
): Promise<void> {
  try {
    while (!signal?.aborted) {
      const chunk = await workChunk(deps, organizationId, importId)
      if (!chunk) return
      await wakeFollowers(deps, organizationId, chunk)
      if (chunk.finished) return
    }
  } catch (error) {
    if (isPassing(error)) throw error
    await fail(deps, organizationId, importId, error)
  }
}

async function workChunk(
  deps: ImportDeps,
  organizationId: OrganizationId,
  importId: string,
): Promise<Chunk | null> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await deps.db.tenant(organizationId, (tx) => addChunk(tx, deps, importId))
    } catch (error) {
      if (!isCollision(error) || attempt === CHUNK_ATTEMPTS) throw error
    }
  }
}

async function addChunk(tx: TenantTx, deps: ImportDeps, importId: string): Promise<Chunk | null> {
  const found = await imports.takeOpen(tx, importId)
  if (!found) return null
  const rows = await staging.nextRows(tx, importId, found.processedRow, CHUNK)
  const { added, refused } = await addRows(tx, deps.contacts, found, rows)
  const contactIds = added.map(({ contactId }) => contactId)
  if (found.enrich && contactIds.length > 0) await deps.enrichment.requestForImport(tx, importId, contactIds)
  const chunk = {
    processedRow: rows.at(-1)?.row ?? found.processedRow,
    imported: added.length,
    skipped: rows.length - added.length,
    finished: rows.length < CHUNK,
  }
  if (rows.length > 0) {
    const [first, last] = [rows[0]?.row ?? 0, chunk.processedRow]
    await staging.settleRows(tx, importId, { first, last, added: added.map(({ row }) => row), refused })
  }
  await imports.advance(tx, importId, chunk)
  if (chunk.finished) {
    const counts = {
      total: found.total,
      imported: found.imported + chunk.imported,
      skipped: found.skipped + chunk.skipped,
    }
    const system = systemContext(tx.organizationId, 'import')
    await audit(tx, { ...system, action: 'import.finished', subject: importId, details: counts })
    await deps.notifications.importFinished(tx, { importId, userId: found.createdBy, ...counts })
  }
  await deps.events.publish(tx, tx.organizationId, { type: 'import.changed', importId })
  if (added.length > 0) await deps.events.publish(tx, tx.organizationId, { type: 'contacts.changed' })
  return { finished: chunk.finished, enrich: found.enrich }
}

async function addRows(
  tx: TenantTx,
  contacts: ContactsService,
  { id, kind }: imports.ImportRow,
  rows: Awaited<ReturnType<typeof staging.nextRows>>,
) {
  const usable = rows.flatMap(({ row, draft }) => (draft ? [{ row, draft }] : []))
  const outcomes = await contacts.addDrafts(
    tx,
    usable.map(({ draft }) => draft),
    id,
  )
  const added: { row: number; contactId: string }[] = []
  const refused: { row: number; problem: string; keep: boolean }[] = []
  for (const [index, { row }] of usable.entries()) {
    const outcome = outcomes[index]
    if (!outcome) throw new Error('A draft was left without an outcome')
    if ('refused' in outcome) {
      refused.push({
        row,
        problem: `${ROW_NAMES[kind]} ${row}: ${REFUSALS[outcome.refused]}`,
        // Of somebody who asked not to be contacted nothing is kept.
        keep: outcome.refused === 'duplicate',
      })
    } else {
      added.push({ row, contactId: outcome.contactId })
    }
  }
  return { added, refused }
}

/** After the commit. A lost wake-up costs a moment only: the sweep finds look-ups that wait and who is to be verified. */
async function wakeFollowers(deps: ImportDeps, organizationId: OrganizationId, chunk: Chunk): Promise<void> {
  const { contacts, enrichment, log } = deps
  try {
    if (!chunk.finished) return
    await contacts.verifyDue(organizationId)
    if (chunk.enrich) await enrichment.resumeWaiting(organizationId)
  } catch (error) {
    log.warn({ err: nameOf(error), organizationId }, 'The queue did not take what follows an import')
  }
}

async function fail(deps: ImportDeps, organizationId: OrganizationId, importId: string, error: unknown) {
  deps.log.error({ err: nameOf(error), organizationId, importId }, 'An import failed')
  await deps.db.tenant(organizationId, async (tx) => {
    if (!(await imports.setFailed(tx, importId, FAILURE))) return
    const system = systemContext(organizationId, 'import')
    await audit(tx, {
      ...system,
      action: 'import.failed',
      subject: importId,
      details: { reason: nameOf(error) },
    })
    const found = await imports.findImport(tx, importId)
    await deps.notifications.importFailed(tx, { importId, userId: found?.createdBy ?? null })
    await deps.events.publish(tx, organizationId, { type: 'import.changed', importId })
  })
  while ((await deps.db.tenant(organizationId, (tx) => staging.dropRest(tx, importId))) > 0);
}

/** Messages of the database may quote a row, so only its code or the kind of error is told. */
function nameOf(error: unknown): string {
  const { code, name } = (error ?? {}) as { code?: unknown; name?: unknown }
  return String(code ?? name ?? 'unknown')
}
