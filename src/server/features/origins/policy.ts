import type { Origin } from '#contract/origins.ts'
import { type Context, requireUserId } from '#server/platform/context.ts'
import { hasRole } from '#server/platform/http/access.ts'

/**
 * The side for which a caller speaks about a contact of `memberId`: that member for the agent, other owners and
 * administrators for the team, so that no one consents for both.
 */
export function sideOf(context: Context, memberId: string): Origin | null {
  if (requireUserId(context) === memberId) return 'agent'
  return context.actor.kind === 'user' && hasRole(context.actor, 'ADMIN') ? 'team' : null
}
