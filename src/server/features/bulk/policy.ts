import type { BulkRequest } from '#contract/bulk.ts'
import type { Context } from '#server/platform/context.ts'
import { AppError } from '#server/platform/errors.ts'

/** @throws {AppError} forbidden if a MEMBER deletes contacts in bulk or changes all that match a filter */
export function requireBulkPermission({ actor }: Context, { action, matching }: BulkRequest): void {
  if (actor.kind === 'system' || actor.role !== 'MEMBER') return
  if (action === 'delete')
    throw new AppError('forbidden', 'Only an administrator can delete contacts in bulk')
  if (matching) throw new AppError('forbidden', 'Only an administrator can change all contacts at once')
}
