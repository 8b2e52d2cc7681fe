import type { Duration, RateClass } from '#contract/endpoint.ts'
import { AppError } from '../errors.ts'

/** File handles that one process needs besides: database, providers, mail. A waiting connection costs about 10 KB. */
export const MAX_CONNECTIONS = 4000
/**
 * One network's part of them (an IPv4 address or an IPv6 /64); connections of a trusted proxy are counted together only. One
 * more closes the connection of that network that has waited longest.
 */
export const MAX_CONNECTIONS_PER_NETWORK = 1000
/** Requests that one connection has sent without having read an answer; browsers and our own clients send one. */
export const MAX_PIPELINED = 16
/** Requests of a network whose body is still on the way; one more closes the one of which least has come. */
export const MAX_UNFINISHED_PER_NETWORK = 200
/** Answers that wait in memory for a network, and for everybody, to be read; the largest are given up first. */
export const MAX_UNREAD_BYTES_PER_NETWORK = 32 * 1024 * 1024
export const MAX_UNREAD_BYTES = 128 * 1024 * 1024
/** Longest JSON body where the contract states no other. */
export const DEFAULT_BODY_BYTES = 128 * 1024

/**
 * What callers hold open at once. Each is at least the burst of calls that a user or an organization may make, so that honest
 * callers meet the rate first; all of a network's together leave connections for its other requests.
 */
export const HOLD_LIMITS: Readonly<Record<Duration, HoldLimit>> = {
  stream: { user: 20, organization: 200, network: 400, process: 2000 },
  long: { user: 20, organization: 60, network: 150, process: 500 },
  wait: { user: 100, organization: 200, network: 300, process: 1000 },
}
type HoldLimit = { user: number; organization: number; network: number; process: number }

type RateRule = { burst: number; perSecond: number }

/**
 * What is counted: each person by kind of call, everybody by network, checks of health by themselves, and all people of an
 * organization together.
 */
export type RateLimitClass = RateClass | 'address' | 'health' | `organization-${'read' | 'write' | 'heavy'}`

/** Calls a person or program may make: a burst, refilled at a steady rate. */
const RULES: Partial<Record<RateLimitClass, RateRule>> = {
  // Counted before anything is looked up, so that guessing cookies costs the database nothing.
  address: { burst: 2000, perSecond: 400 },
  // A balancer asks once a second, and is not to be shut out by whoever shares its network.
  health: { burst: 120, perSecond: 20 },
  read: { burst: 400, perSecond: 100 },
  write: { burst: 100, perSecond: 20 },
  heavy: { burst: 20, perSecond: 0.5 },
  'public-form': { burst: 10, perSecond: 0.05 },
  // Five busy people at once: well below what a process can do, so that there is something left for the others.
  'organization-read': { burst: 2000, perSecond: 500 },
  'organization-write': { burst: 500, perSecond: 100 },
  'organization-heavy': { burst: 60, perSecond: 2 },
}

/** The class in which an organization is counted for a call; null where only its caller is. */
export function sharedRate(rate: RateClass): RateLimitClass | null {
  return rate === 'read' || rate === 'write' || rate === 'heavy' ? `organization-${rate}` : null
}

const MAX_BUCKETS = 50_000

type Bucket = { tokens: number; at: number }

/** Token buckets of this process, keyed by class and caller. Sign-in has stricter limits in the database. */
export function createRateLimiter(now: () => number = Date.now) {
  const buckets = new Map<string, Bucket>()

  /** @throws {AppError} rate_limited with the seconds to wait */
  return function take(rate: RateLimitClass, caller: string): void {
    const rule = RULES[rate]
    if (!rule) return
    const key = `${rate}:${caller}`
    const time = now() / 1000
    const last = buckets.get(key) ?? { tokens: rule.burst, at: time }
    const tokens = Math.min(rule.burst, last.tokens + (time - last.at) * rule.perSecond)
    const isTaken = tokens >= 1
    // Deleting first keeps the map in order of last use, so that the oldest bucket is the first to go. A refused
    // caller stays in it too: otherwise a crowd of others would set them free.
    buckets.delete(key)
    buckets.set(key, { tokens: isTaken ? tokens - 1 : tokens, at: time })
    if (buckets.size > MAX_BUCKETS) buckets.delete(buckets.keys().next().value ?? '')
    if (!isTaken) {
      throw new AppError('rate_limited', 'Too many requests. Please wait a moment and try again.', {
        retryAfterSeconds: Math.ceil((1 - tokens) / rule.perSecond),
      })
    }
  }
}
export type RateLimiter = ReturnType<typeof createRateLimiter>
