import type { ImportStatus } from '#contract/imports.ts'
import type { Context } from '#server/platform/context.ts'
import { AppError } from '#server/platform/errors.ts'
import { DAY_MS, UNDO_DAYS } from './limits.ts'

/** What the parts of an import are called. */
export const ROW_NAMES: Record<ImportStatus['kind'], string> = { csv: 'Row', bulk: 'Contact', vcf: 'Card' }

const SKIP_REASONS = {
  duplicate: 'Already in your contacts',
  suppressed: 'This person is on the do-not-contact list',
} as const

/** Why a person was not added; `fullText` is what is said where there are as many contacts as there may be. */
export function skipReasonText(reason: keyof typeof SKIP_REASONS | 'full', fullText: string): string {
  return reason === 'full' ? fullText : SKIP_REASONS[reason]
}

export const FAILURE_TEXT =
  'The import stopped because of a problem on our side. The contacts added so far are kept.'

/** Whether the caller may undo an import: a MEMBER takes back only what they imported themselves. */
export function canUndo({ actor }: Context, { createdBy }: { createdBy: string | null }): boolean {
  return actor.kind === 'system' || actor.role !== 'MEMBER' || actor.userId === createdBy
}

/** @throws {AppError} forbidden */
export function requireCanUndo(context: Context, found: { createdBy: string | null }): void {
  if (canUndo(context, found)) return
  throw new AppError('forbidden', 'Only an administrator may undo the import of somebody else')
}

/** Until when a finished import can be undone and its rows fixed; null where it can't be. */
export function openUntil({ status, finishedAt }: Pick<ImportStatus, 'status' | 'finishedAt'>, now: Date) {
  if (status !== 'done' || !finishedAt) return null
  const until = Date.parse(finishedAt) + UNDO_DAYS * DAY_MS
  return until < now.getTime() ? null : new Date(until).toISOString()
}

/** @throws {AppError} conflict: the import is not finished, undone already, or older than 30 days */
export function requireUndoable(
  { status, finishedAt }: Pick<ImportStatus, 'status' | 'finishedAt'>,
  now: Date,
): void {
  if (status === 'undone') throw new AppError('conflict', 'This import has been undone already')
  if (status !== 'done' || !finishedAt) throw new AppError('conflict', 'This import has not been completed')
  if (now.getTime() - Date.parse(finishedAt) > UNDO_DAYS * DAY_MS) {
    throw new AppError('conflict', `An import can be undone for ${UNDO_DAYS} days`)
  }
}

/** @throws {AppError} conflict: the import is not finished, undone, or older than 30 days */
export function requireFixable(
  { status, finishedAt }: Pick<ImportStatus, 'status' | 'finishedAt'>,
  now: Date,
): void {
  if (status === 'undone') throw new AppError('conflict', 'This import has been undone')
  if (status !== 'done' || !finishedAt) throw new AppError('conflict', 'This import has not been completed')
  if (now.getTime() - Date.parse(finishedAt) > UNDO_DAYS * DAY_MS) {
    throw new AppError('conflict', `Refused rows can be corrected for ${UNDO_DAYS} days`)
  }
}
