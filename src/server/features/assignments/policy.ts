import { restrictedMember } from '#server/platform/acting-member.ts'
import type { TenantTx } from '#server/platform/db/database.ts'
import { AppError } from '#server/platform/errors.ts'

/** @throws {AppError} forbidden for members with own or team records */
export function requireMayAssign(tx: TenantTx): void {
  if (restrictedMember(tx.organizationId))
    throw new AppError('forbidden', 'Only members who see all contacts can assign them')
}
