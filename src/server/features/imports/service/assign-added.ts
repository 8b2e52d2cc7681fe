import type { AgentCounts } from '#contract/imports.ts'
import type { ImportedContact } from '#server/features/assignments/service.ts'
import type { Context } from '#server/platform/context.ts'
import type { TenantTx } from '#server/platform/db/database.ts'
import { AppError } from '#server/platform/errors.ts'
import type { ImportRow } from '../store/imports.ts'
import type { ImportFeatures } from './features.ts'

/**
 * Assigns added contacts to the import's target.
 *
 * @returns how many agents of the file are members, if they decide
 */
export async function assignAdded(
  tx: TenantTx,
  { assignments }: Pick<ImportFeatures, 'assignments'>,
  context: Context,
  { assignTo }: Pick<ImportRow, 'assignTo'>,
  added: readonly ImportedContact[],
): Promise<AgentCounts | null> {
  if (!assignTo || added.length === 0) return null
  try {
    return await assignments.assignImported(tx, context, added, assignTo)
  } catch (error) {
    // The chosen member left, or the one who imports lost access: the contacts stay with that one.
    if (!(error instanceof AppError)) throw error
    return null
  }
}
