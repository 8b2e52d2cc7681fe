import { restrictedMember } from '#server/platform/acting-member.ts'
import type { TenantTx } from '#server/platform/db/database.ts'
import { AppError } from '#server/platform/errors.ts'

/** Renaming, merging and deleting a tag changes contacts of all members. @throws {AppError} forbidden */
export function requireSeesAll(tx: TenantTx): void {
  if (restrictedMember(tx.organizationId))
    throw new AppError('forbidden', 'Only members who see all contacts can change or delete tags')
}
