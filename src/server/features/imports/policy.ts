import type { ImportStatus } from '#contract/imports.ts'
import { addDays } from '#server/platform/clock.ts'
import type { Context } from '#server/platform/context.ts'
import { AppError } from '#server/platform/errors.ts'
import { UNDO_DAYS } from './limits.ts'

type ImportEnd = Pick<ImportStatus, 'status' | 'finishedAt'>

/** Name of a row by kind of import. */
export const ROW_NAMES: Record<ImportStatus['kind'], string> = { csv: 'Row', bulk: 'Contact', vcf: 'Card' }

const SKIP_REASONS = {
  duplicate: 'Already in your contacts',
  suppressed: 'This person is on the do-not-contact list',
} as const

/** Reason why a person was not added; `fullText` is the message for a full contact list. */
export function skipReasonText(reason: keyof typeof SKIP_REASONS | 'full', fullText: string): string {
  return reason === 'full' ? fullText : SKIP_REASONS[reason]
}

export const FAILURE_TEXT =
  'The import stopped because of a problem on our side. Contacts added so far were saved.'

/** True if the caller may undo an import: a MEMBER only their own. */
export function canUndo({ actor }: Context, { createdBy }: { createdBy: string | null }): boolean {
  return actor.kind === 'system' || actor.role !== 'MEMBER' || actor.userId === createdBy
}

/** @throws {AppError} forbidden */
export function requireCanUndo(context: Context, importRow: { createdBy: string | null }): void {
  if (canUndo(context, importRow)) return
  throw new AppError('forbidden', "Only an administrator can undo someone else's import")
}

/** End of the time in which a finished import can be undone and its rows fixed; null if it can't be. */
export function openUntil({ status, finishedAt }: ImportEnd, now: Date): string | null {
  if (status !== 'done' || !finishedAt) return null
  const until = addDays(new Date(finishedAt), UNDO_DAYS)
  return until < now ? null : until.toISOString()
}

/**
 * Checks that an import can still be undone, or its skipped rows fixed.
 *
 * @throws {AppError} conflict when the import is not finished, already undone or older than 30 days
 */
export function requireOpen(
  importEnd: ImportEnd,
  now: Date,
  action: 'Imports can be undone' | 'Skipped rows can be fixed',
): void {
  if (importEnd.status === 'undone') throw new AppError('conflict', 'This import was already undone')
  if (importEnd.status !== 'done') throw new AppError('conflict', "This import isn't finished yet")
  if (!openUntil(importEnd, now)) throw new AppError('conflict', `${action} for ${UNDO_DAYS} days`)
}
