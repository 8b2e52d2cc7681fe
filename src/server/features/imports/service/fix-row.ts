import type { BodyOf } from '#contract/endpoint.ts'
import type { fixRefusedRow } from '#contract/imports.ts'
import { parseContactDraft } from '#domain/identity/contact-draft.ts'
import type { ContactsService } from '#server/features/contacts/service.ts'
import type { EnrichmentService } from '#server/features/enrichment/service.ts'
import { audit } from '#server/platform/audit.ts'
import type { Context } from '#server/platform/context.ts'
import type { TenantTx } from '#server/platform/db/database.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import type { Platform } from '#server/platform/platform.ts'
import * as policy from '../policy.ts'
import { isCollision } from '../store/failures.ts'
import * as imports from '../store/imports.ts'
import { removeRefused } from '../store/refused.ts'

export type FixDeps = Pick<Platform, 'db' | 'events' | 'clock' | 'log'> & {
  contacts: ContactsService
  enrichment: EnrichmentService
}
export type FixedRow = { contactId: string; imported: number; skipped: number }
export type Correction = { importId: string; row: number; typed: BodyOf<typeof fixRefusedRow> }

/**
 * Adds the corrected contact of a refused row to its import, as if the row had been right.
 *
 * @throws {AppError} not_found, invalid, conflict when the person is there already or the import is not open to it
 */
export async function fixRow(deps: FixDeps, context: Context, correction: Correction): Promise<FixedRow> {
  const { enrich, ...fixed } = await addCorrected(deps, context, correction)
  const { contacts, enrichment, log } = deps
  if (!enrich) await contacts.verify(context, [fixed.contactId])
  else {
    // Not lost when the queue is away: the sweep finds look-ups that wait.
    await enrichment
      .resumeWaiting(context.organizationId)
      .catch((error: Error) => log.warn({ err: error }, 'The queue did not take a look-up'))
  }
  return fixed
}

async function addCorrected(deps: FixDeps, context: Context, correction: Correction) {
  for (let attempt = 1; ; attempt++) {
    try {
      return await deps.db.tenant(context.organizationId, (tx) => addInTx(tx, deps, context, correction))
    } catch (error) {
      if (!isCollision(error) || attempt === policy.CHUNK_ATTEMPTS) throw error
    }
  }
}

async function addInTx(tx: TenantTx, deps: FixDeps, context: Context, { importId, row, typed }: Correction) {
  const found = await imports.lockImport(tx, importId)
  if (!found) throw notFound('Import')
  policy.checkCanFix(found, deps.clock.now())
  if (!(await removeRefused(tx, importId, row))) throw notFound('Row')
  const parsed = parseContactDraft(typed)
  if (!parsed.ok) throw new AppError('invalid', parsed.problems.join('; '))
  const [outcome] = await deps.contacts.addDrafts(tx, [parsed.draft], importId)
  if (!outcome) throw new Error('A draft was left without an outcome')
  if ('refused' in outcome) {
    throw new AppError('conflict', policy.REFUSALS[outcome.refused], { contactId: outcome.contactId })
  }
  const { contactId } = outcome
  if (found.enrich) await deps.enrichment.requestForImport(tx, importId, [contactId])
  await imports.countFixed(tx, importId)
  await audit(tx, { ...context, action: 'import.row_fixed', subject: importId, details: { row, contactId } })
  deps.events.publish(tx, tx.organizationId, { type: 'import.changed', importId })
  deps.events.publish(tx, tx.organizationId, { type: 'contacts.changed' })
  return { contactId, imported: found.imported + 1, skipped: found.skipped - 1, enrich: found.enrich }
}
