import type { BulkRequest } from '#contract/bulk.ts'
import type { Context } from '#server/platform/context.ts'
import { AppError } from '#server/platform/errors.ts'

/** @throws {AppError} forbidden: a MEMBER names whom they enrich or assign, and deletes one by one */
export function requireBulkPermission({ actor }: Context, { action, matching }: BulkRequest): void {
  if (actor.kind === 'system' || actor.role !== 'MEMBER') return
  if (action === 'delete') throw new AppError('forbidden', 'Only an administrator may delete many contacts')
  if (matching) throw new AppError('forbidden', 'Only an administrator may work on all contacts at once')
}
