import type { ImportStatus } from '#contract/imports.ts'
import type { Context } from '#server/platform/context.ts'
import { AppError } from '#server/platform/errors.ts'

/** Longest file, in bytes. A contact takes some hundred of them. */
export const MAX_BYTES = 128 * 1024 * 1024
/** Longest address book, in bytes; it is read as a whole. */
export const VCARD_MAX_BYTES = 10 * 1024 * 1024
/** Longest beginning of a file that is looked at before an import. */
export const PREVIEW_MAX_BYTES = 128 * 1024
export const PREVIEW_ROWS = 5
export const MAX_ROWS = 1_000_000

/** Rows that are set down together while a file arrives, and become contacts in one transaction. */
export const CHUNK = 1000

/** Chunks after which the search index takes in what they added: it holds so many aside, and a search reads all that. */
export const FLUSH_EVERY = 2

/** Chunks after which the planner learns anew how many there are: what it believes is then off by four times at most. */
export const LOOK_ANEW_AFTER = [4, 16, 64, 256, 1024]

/** How often a chunk is tried when another import adds the same persons at the same time. */
export const CHUNK_ATTEMPTS = 5

/** With more rows than this the answer does not wait for the end. */
export const ANSWER_AT_ONCE_ABOVE = 5000

/** How long an answer waits for the end. */
export const WAIT_MS = 60_000

/** Refused rows told of in an answer. */
export const MAX_ERRORS = 1000

/** Refused rows read at once for a download. */
export const REFUSED_BATCH = 1000

/** What the parts of an import are called. */
export const ROW_NAMES: Record<ImportStatus['kind'], string> = { csv: 'Row', bulk: 'Contact', vcf: 'Card' }

export const REFUSALS = {
  duplicate: 'Already in your contacts',
  suppressed: 'This person is on the do-not-contact list',
} as const

const UNDO_DAYS = 30
const DAY_MS = 24 * 3600 * 1000

export const FAILURE =
  'The import stopped because of a problem on our side. The contacts added so far are kept.'

/** @throws {AppError} forbidden: a MEMBER takes back only what they imported themselves */
export function checkMayUndo({ actor }: Context, { createdBy }: { createdBy: string | null }): void {
  if (actor.kind === 'system' || actor.role !== 'MEMBER' || actor.userId === createdBy) return
  throw new AppError('forbidden', 'Only an administrator may undo the import of somebody else')
}

/** @throws {AppError} conflict: the import is not finished, undone already, or older than 30 days */
export function checkCanUndo(
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
export function checkCanFix(
  { status, finishedAt }: Pick<ImportStatus, 'status' | 'finishedAt'>,
  now: Date,
): void {
  if (status === 'undone') throw new AppError('conflict', 'This import has been undone')
  if (status !== 'done' || !finishedAt) throw new AppError('conflict', 'This import has not been completed')
  if (now.getTime() - Date.parse(finishedAt) > UNDO_DAYS * DAY_MS) {
    throw new AppError('conflict', `Refused rows can be corrected for ${UNDO_DAYS} days`)
  }
}
