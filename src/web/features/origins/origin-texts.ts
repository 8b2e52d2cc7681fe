import type { Origin, OriginRequest } from '#contract/origins.ts'

/** Label of the button that asks for an origin. */
export const askText = (to: Origin) =>
  to === 'team' ? 'Ask to make it the team’s' : 'Ask to make it the agent’s'

/** `Ann Lee asks to make it the team’s instead of Eve Cole’s.` */
export function requestText({ to, askedByName, memberName }: OriginRequest): string {
  return to === 'team'
    ? `${askedByName} asks to make it the team’s instead of ${memberName}’s.`
    : `${askedByName} asks to make it ${memberName}’s instead of the team’s.`
}
