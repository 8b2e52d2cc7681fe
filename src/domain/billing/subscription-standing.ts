/** Where a subscription stands, according to the newest event that was told. Times are ISO 8601 in UTC. */
export type Standing = {
  subscriptionId: string | null
  status: 'active' | 'canceled' | 'past_due' | 'trialing' | 'incomplete'
  periodEnd: string | null
  /** When the provider made the event; null before the first one. */
  eventAt: string | null
}

/** Providers tell time in whole seconds; of two events of one second the later step of the life counts. */
const STEP = { incomplete: 0, trialing: 1, past_due: 2, active: 3, canceled: 4 } as const

/**
 * Whether an event takes the place of what is known, in whatever order events arrive. The newest wins, except that
 *
 * - `incomplete` is only ever a beginning: it takes the place of nothing else, and everything else takes its place
 * - a canceled subscription stays canceled: a late payment of an old invoice does not revive it
 * - the end or failure of another subscription does not take away an active one
 */
export function supersedes(event: Standing, known: Standing): boolean {
  if (known.eventAt === null) return event.status !== 'incomplete' || known.status === 'incomplete'
  if ((event.status === 'incomplete') !== (known.status === 'incomplete'))
    return known.status === 'incomplete'
  if (event.subscriptionId === known.subscriptionId) {
    if ((event.status === 'canceled') !== (known.status === 'canceled')) return event.status === 'canceled'
  } else if (known.status === 'active' && event.status !== 'active') {
    return false
  }
  const later =
    millis(event.eventAt) - millis(known.eventAt) ||
    STEP[event.status] - STEP[known.status] ||
    millis(event.periodEnd) - millis(known.periodEnd)
  return later > 0
}

function millis(time: string | null): number {
  return time === null ? 0 : Date.parse(time)
}
