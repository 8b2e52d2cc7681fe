import type { BodyOf } from '#contract/endpoint.ts'
import type { fixSkippedRow } from '#contract/imports.ts'
import { type ContactField, parseContactDraft } from '#domain/identity/contact-draft.ts'
import { isLimitReached } from '#server/features/contacts/service.ts'
import { audit } from '#server/platform/audit.ts'
import type { Context } from '#server/platform/context.ts'
import type { TenantTx } from '#server/platform/db/database.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import type { Platform } from '#server/platform/platform.ts'
import { CHUNK_ATTEMPTS } from '../limits.ts'
import * as policy from '../policy.ts'
import { isCollision } from '../store/failures.ts'
import * as imports from '../store/imports.ts'
import * as skippedRows from '../store/skipped.ts'
import type { StagedContact } from '../store/staging.ts'
import { assignAdded } from './assign-added.ts'
import type { ImportFeatures } from './features.ts'

type FixDeps = Pick<Platform, 'db' | 'events' | 'clock'> & ImportFeatures
export type FixedRow = { contactId: string; imported: number; skipped: number }
export type UpdatedRow = FixedRow & { filled: ContactField[]; updated: number }
export type Correction = { importId: string; row: number; input: BodyOf<typeof fixSkippedRow> }

/**
 * Adds the corrected contact of a skipped row to its import, with everything else the file has for it. Opt-outs in
 * the row apply to an existing contact even if nothing is added.
 *
 * @throws {AppError} not_found, invalid, conflict when the contact already exists or the import can't be fixed
 * anymore
 */
export async function fixRow(deps: FixDeps, context: Context, correction: Correction): Promise<FixedRow> {
  const outcome = await retryOnCollision(deps, context, (tx) => addInTx(tx, deps, context, correction))
  const { contacts, enrichment } = deps
  if ('skipReason' in outcome) {
    const { skipReason, contactId } = outcome
    throw new AppError('conflict', policy.skipReasonText(skipReason, contacts.limitText), { contactId })
  }
  const { enrich, ...fixed } = outcome
  if (enrich) await enrichment.resumeWaiting(context.organizationId)
  else await contacts.verify(context.organizationId, fixed.contactId)
  return fixed
}

/**
 * Fills empty fields of an existing contact from a skipped row; replaces nothing.
 *
 * @throws {AppError} not_found, invalid, conflict when no contact matches or the import can't be fixed anymore
 */
export async function updateExisting(
  deps: FixDeps,
  context: Context,
  correction: Correction,
): Promise<UpdatedRow> {
  const updated = await retryOnCollision(deps, context, (tx) => updateInTx(tx, deps, context, correction))
  if (updated.filled.length > 0) await deps.contacts.verify(context.organizationId, updated.contactId)
  return updated
}

async function retryOnCollision<T>(
  { db, contacts }: FixDeps,
  context: Context,
  work: (tx: TenantTx) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.tenant(context.organizationId, work)
    } catch (error) {
      if (isLimitReached(error)) throw new AppError('conflict', contacts.limitText)
      if (!isCollision(error) || attempt === CHUNK_ATTEMPTS) throw error
    }
  }
}

/** The locked import and the contact of a correction. @throws {AppError} not_found, invalid, conflict */
async function readCorrection(tx: TenantTx, { clock }: FixDeps, { importId, row, input }: Correction) {
  const importRow = await imports.lockImport(tx, importId)
  if (!importRow) throw notFound('Import')
  policy.requireOpen(importRow, clock.now(), 'Skipped rows can be fixed')
  const extras = await skippedRows.lockFileExtras(tx, importId, row)
  if (!extras) throw notFound('Row')
  const parsed = parseContactDraft(input)
  if (!parsed.ok) throw new AppError('invalid', parsed.problems.join('; '))
  return { importRow, contact: { ...parsed.draft, ...extras } }
}

async function addInTx(tx: TenantTx, deps: FixDeps, context: Context, correction: Correction) {
  const { importId, row } = correction
  const { importRow, contact } = await readCorrection(tx, deps, correction)
  const { optOuts: _, ...draft } = contact
  const [outcome] = await deps.contacts.addDrafts(tx, [draft], importId)
  if (!outcome) throw new Error('addDrafts returned no outcome for a draft')
  if (outcome.contactId) await storeOptOuts(tx, deps, context, importId, outcome.contactId, contact)
  if ('skipReason' in outcome) return outcome
  const { contactId } = outcome
  const agent = contact.details?.history?.assignedTo ?? null
  await assignAdded(tx, deps, context, importRow, [{ contactId, agent }])
  await skippedRows.removeSkipped(tx, importId, row)
  if (importRow.enrich) await deps.enrichment.requestForImport(tx, importId, [contactId])
  await imports.countFixed(tx, importId, 'imported')
  await audit(tx, { ...context, action: 'import.row_fixed', subject: importId, details: { row, contactId } })
  deps.events.publish(tx, tx.organizationId, { type: 'import.changed', importId })
  deps.events.publish(tx, tx.organizationId, { type: 'contacts.changed' })
  const { imported, skipped, enrich } = importRow
  return { contactId, imported: imported + 1, skipped: skipped - 1, enrich }
}

async function updateInTx(
  tx: TenantTx,
  deps: FixDeps,
  context: Context,
  correction: Correction,
): Promise<UpdatedRow> {
  const { importId, row } = correction
  const { importRow, contact } = await readCorrection(tx, deps, correction)
  const completed = await deps.contacts.completeExisting(tx, context, contact, importId)
  if (!completed) {
    throw new AppError('conflict', 'None of your contacts matches this person. Add the contact instead.')
  }
  const { contactId, filled } = completed
  await storeOptOuts(tx, deps, context, importId, contactId, contact)
  await skippedRows.removeSkipped(tx, importId, row)
  await imports.countFixed(tx, importId, 'updated')
  const details = { row, contactId, fields: filled.join(' ') }
  await audit(tx, { ...context, action: 'import.row_used', subject: importId, details })
  deps.events.publish(tx, tx.organizationId, { type: 'import.changed', importId })
  deps.events.publish(tx, tx.organizationId, { type: 'contact.changed', contactId })
  const { imported, skipped, updated } = importRow
  return { contactId, filled, imported, skipped: skipped - 1, updated: updated + 1 }
}

function storeOptOuts(
  tx: TenantTx,
  { consents }: FixDeps,
  context: Context,
  importId: string,
  contactId: string,
  { optOuts = [] }: StagedContact,
) {
  const withContact = optOuts.map((optOut) => ({ ...optOut, contactId }))
  return consents.storeFileOptOuts(tx, context, { importId, optOuts: withContact })
}
