import { type Context, userIdOf } from '#server/platform/context.ts'
import { AppError } from '#server/platform/errors.ts'
import { hasRole } from '#server/platform/http/access.ts'

/**
 * Rejects a merge that would take a contact from the agent who brought it, or from the team, without their consent: the
 * merged contact gets the origin of the kept one. Those who may speak for the other contact's side can give it up.
 *
 * @throws {AppError} conflict
 */
export function requireOriginConsent(
  context: Context,
  { keptOriginId, otherOriginId }: { keptOriginId: string | null; otherOriginId: string | null },
): void {
  if (keptOriginId === otherOriginId) return
  const { actor } = context
  // An administrator doesn't speak for the team about contacts of their own.
  const speaksForOther =
    otherOriginId === null
      ? actor.kind === 'user' && hasRole(actor, 'ADMIN') && userIdOf(context) !== keptOriginId
      : userIdOf(context) === otherOriginId
  if (speaksForOther) return
  throw new AppError(
    'conflict',
    otherOriginId === null
      ? 'The team supplied one of these contacts, and an agent brought the other. Ask another administrator to merge them.'
      : 'Another agent brought the contact that would be merged. Keep that one instead, or ask for another origin first.',
  )
}
