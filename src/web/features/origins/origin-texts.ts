import type { Origin, OriginRequest } from '#contract/origins.ts'

/** Label of the button that asks for an origin. */
export const askText = (to: Origin) =>
  to === 'team' ? 'Ask to make it the team’s' : 'Ask to make it the agent’s'

/** `Ann Lee asks to make it the team’s instead of Eve Cole’s.` */
export function requestText({ to, askedByName, askedSide, memberName }: OriginRequest): string {
  const agents = askedSide === 'agent' ? 'their own' : `${memberName}’s`
  return to === 'team'
    ? `${askedByName} asks to make it the team’s instead of ${agents}.`
    : `${askedByName} asks to make it ${agents} instead of the team’s.`
}
