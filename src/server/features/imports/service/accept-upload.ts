import type { ImportTarget } from '#contract/imports.ts'
import { audit } from '#server/platform/audit.ts'
import { type Context, userIdOf } from '#server/platform/context.ts'
import type { TenantTx } from '#server/platform/db/database.ts'
import type { OrganizationId } from '#server/platform/db/organization-id.ts'
import { AppError } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { ImportLimits } from '../limits.ts'
import * as store from '../store/imports.ts'
import * as staging from '../store/staging.ts'
import type { ImportFeatures } from './features.ts'
import { withRowWarnings } from './import-status.ts'
import { stageUpload } from './stage-upload.ts'

/** An import with all rows staged. */
export type AcceptedImport = { importId: string; total: number }

export type AcceptDeps = Pick<Platform, 'db' | 'events' | 'log'> &
  Pick<ImportFeatures, 'assignments' | 'contacts' | 'dataExport'> & {
    limits: ImportLimits
    /** Starts the job of an import. */
    wake: (organizationId: OrganizationId, importId: string) => Promise<void>
  }

/** An upload; `facts` are complete once the last row has been read. */
export type Upload = Pick<store.ImportRow, 'kind' | 'enrich' | 'fileName'> & {
  rows: AsyncIterable<staging.StagedRow> | Iterable<staging.StagedRow>
  facts?: () => store.ImportFacts
  /** Version of the text that the sender agreed to. */
  consent?: string | undefined
  /** Target of the assignment of the contacts; without it, a member who imports them keeps them. */
  assignTo?: ImportTarget | undefined
}

const RETRY_AFTER_SECONDS = 10

/**
 * Stages all rows of an upload and queues the import. An interrupted upload leaves nothing behind.
 *
 * @throws {AppError} conflict or too_large when the organization is full, rate_limited while others are uploading
 */
export async function acceptUpload(
  deps: AcceptDeps,
  context: Context,
  upload: Upload,
): Promise<AcceptedImport> {
  const { db, events, log } = deps
  const { organizationId } = context
  const { kind, enrich, fileName, consent, assignTo = null } = upload
  const importId = newId()
  const newImport = { id: importId, kind, fileName, enrich, createdBy: userIdOf(context), assignTo }
  await db.tenant(organizationId, async (tx) => {
    if (assignTo) await deps.assignments.requireTarget(tx, assignTo)
    // The limits count the imports of all members.
    await tx.liftAccess()
    await requireCapacity(tx, deps, newImport.createdBy)
    await store.insertImport(tx, newImport)
  })
  try {
    const { total, bytes, warnings } = await stageUpload(db, organizationId, importId, upload.rows)
    const report = withRowWarnings(upload.facts?.() ?? {}, kind, warnings)
    await db.tenant(organizationId, async (tx) => {
      await store.setQueued(tx, importId, { total, bytes, report })
      const details = { kind, total, enrich }
      await audit(tx, { ...context, action: 'import.requested', subject: importId, details })
      if (consent) {
        const consentDetails = { version: consent, contacts: total }
        await audit(tx, { ...context, action: 'sync.consented', subject: importId, details: consentDetails })
      }
      events.publish(tx, organizationId, { type: 'import.changed', importId })
    })
    await deps.wake(organizationId, importId)
    return { importId, total }
  } catch (error) {
    await removeUpload(deps, organizationId, importId).catch(() =>
      log.warn({ organizationId, importId }, 'Could not remove an upload; the sweep will retry it'),
    )
    throw error
  }
}

export async function removeUpload(
  { db }: Pick<Platform, 'db'>,
  organizationId: OrganizationId,
  importId: string,
): Promise<void> {
  while (await db.tenant(organizationId, (tx) => staging.removeUpload(tx, importId)));
}

/** @throws {AppError} conflict, too_large, rate_limited */
async function requireCapacity(
  tx: TenantTx,
  { contacts, dataExport, limits }: AcceptDeps,
  userId: string | null,
) {
  await contacts.requireCapacity(tx)
  const { ofOrganization, ofMember } = await store.countUploads(tx, userId)
  if (ofOrganization >= limits.uploads || ofMember >= limits.uploadsOfUser) {
    throw new AppError(
      'rate_limited',
      'Other files are still uploading. Wait for them to finish, then try again.',
      { retryAfterSeconds: RETRY_AFTER_SECONDS },
    )
  }
  const storedBytes = (await store.sumStoredBytes(tx)) + (await dataExport.sumStoredBytes(tx))
  if (storedBytes < limits.storedBytes) return
  const max = `${(limits.storedBytes / 1024 ** 3).toLocaleString('en-US', { maximumFractionDigits: 2 })} GB`
  throw new AppError(
    'too_large',
    `Your organization has reached ${max} of stored files. Skipped rows are deleted after 30 days and archives after a week; try again then.`,
  )
}
