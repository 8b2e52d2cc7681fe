import type { ContactNote } from '#contract/notes.ts'
import { type Context, userIdOf } from '#server/platform/context.ts'
import { AppError } from '#server/platform/errors.ts'

/** Notes without an author, imported ones for example, belong to everyone. @throws {AppError} forbidden */
export function requireOwnNote(context: Context, { author }: ContactNote): void {
  if (author === null || author.id === userIdOf(context)) return
  throw new AppError('forbidden', `Only ${author.name} can change this note`)
}
