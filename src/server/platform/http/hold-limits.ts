import type { Duration } from '#contract/endpoint.ts'
import { AppError, OVERLOADED_TEXT } from '../errors.ts'
import { OPEN_REQUEST_LIMITS } from './limits.ts'

export type HoldOwner = { userId: string | null; organizationId: string | null; network: string }

/** Counts a request that stays open; the returned function releases it. */
export type OpenRequestLimiter = (duration: Duration, holder: HoldOwner) => () => void

const LIMIT_TEXTS: Record<Duration, string> = {
  stream: 'Too many windows are open. Close some of them.',
  long: 'Too many uploads, downloads or answers are running. Wait for one to finish, then try again.',
  wait: 'Too many requests are waiting. Wait for one to finish, then try again.',
}

/** Limits the requests that a user, an organization, a network and the process hold open at once. */
export function createHoldLimiter(limits = OPEN_REQUEST_LIMITS): OpenRequestLimiter {
  const counts = new Map<string, number>()

  /** @throws {AppError} rate_limited for a caller with too many, unavailable where the process has too many */
  return (duration, { userId, organizationId, network }) => {
    const { user, organization, network: perNetwork, process } = limits[duration]
    const ownLimits: [string, number][] = [[`${duration} network ${network}`, perNetwork]]
    if (userId) ownLimits.push([`${duration} user ${userId}`, user])
    if (organizationId) ownLimits.push([`${duration} organization ${organizationId}`, organization])
    const isFull = ([key, max]: [string, number]) => (counts.get(key) ?? 0) >= max
    if (ownLimits.some(isFull))
      throw new AppError('rate_limited', LIMIT_TEXTS[duration], { retryAfterSeconds: 30 })
    if (isFull([duration, process])) {
      throw new AppError('unavailable', OVERLOADED_TEXT, {
        retryAfterSeconds: 10,
      })
    }
    const keys = [duration, ...ownLimits.map(([key]) => key)]
    for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1)
    let isReleased = false
    return () => {
      if (isReleased) return
      isReleased = true
      for (const key of keys) {
        const remaining = (counts.get(key) ?? 1) - 1
        if (remaining > 0) counts.set(key, remaining)
        else counts.delete(key)
      }
    }
  }
}
