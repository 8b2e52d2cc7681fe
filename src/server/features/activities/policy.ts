import type { Activity } from '#contract/activities.ts'
import { type Context, userIdOf } from '#server/platform/context.ts'
import { AppError } from '#server/platform/errors.ts'

/** @throws {AppError} forbidden for an activity of someone else */
export function requireOwnActivity(context: Context, { recordedBy }: Activity): void {
  if (recordedBy !== null && recordedBy === userIdOf(context)) return
  throw new AppError('forbidden', 'You can only change activities that you logged yourself')
}
