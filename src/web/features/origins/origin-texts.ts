import type { ContactOrigin, Origin, OriginRequest } from '#contract/origins.ts'

/** Label of the button by which a side asks for the other origin. */
export function askText(to: Origin, side: Origin | null): string {
  if (side === 'agent') return to === 'team' ? 'Offer it to the team' : 'Ask to make it yours'
  return to === 'team' ? 'Ask to make it the team’s' : 'Offer it to its owner'
}

/** `Brought by Eve Cole`. */
export function originText({ origin, memberName, side }: ContactOrigin): string {
  if (origin === 'team') return 'Supplied by the team'
  return side === 'agent' ? 'Brought by you' : `Brought by ${memberName ?? 'a former member'}`
}

/** Line under the origin: whether the contact goes along when the agent leaves. */
export function consequenceText({ origin, side, canTake }: ContactOrigin): string {
  if (origin === 'team') return 'Stays with the team when an agent leaves.'
  if (!canTake) return 'The agent left, so this contact stays with the team.'
  return side === 'agent'
    ? 'You can take it along when you leave.'
    : 'They can take it to another organization.'
}

/** `Ann Lee asks to make it the team’s instead of Eve Cole’s.` */
export function requestText(request: OriginRequest): string {
  const { to, askedByName, askedSide, memberName, canAnswer, canWithdraw } = request
  const isAgent = askedSide === 'agent' ? canWithdraw : canAnswer
  const asks = isAgent && askedSide === 'agent' ? 'You ask' : `${askedByName} asks`
  const other = askedSide === 'agent' ? 'their own' : `${memberName}’s`
  const agents = isAgent ? 'yours' : other
  return to === 'team'
    ? `${asks} to make it the team’s instead of ${agents}.`
    : `${asks} to make it ${agents} instead of the team’s.`
}
