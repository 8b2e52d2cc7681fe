import type { Duration, RateClass } from '#contract/endpoint.ts'
import { BoundedMap } from '../bounded-map.ts'
import { AppError } from '../errors.ts'

/** Leaves file handles for database, providers and email. A waiting connection costs about 10 KB. */
export const MAX_CONNECTIONS = 4000
/**
 * Connections per network (an IPv4 address or an IPv6 /64), not applied to trusted proxies. One more closes that network's
 * longest idle connection.
 */
export const MAX_CONNECTIONS_PER_NETWORK = 1000
/** Requests one connection may send before reading a response; browsers and our own clients send one. */
export const MAX_PIPELINED = 16
/** Requests per network whose body is still arriving; one more closes the one that has sent the least. */
export const MAX_UNFINISHED_PER_NETWORK = 200
/** Unread response bytes in memory, per network and in total; the largest responses are dropped first. */
export const MAX_UNREAD_BYTES_PER_NETWORK = 32 * 1024 * 1024
export const MAX_UNREAD_BYTES = 128 * 1024 * 1024
/** JSON body limit unless the contract states another. */
export const DEFAULT_BODY_BYTES = 128 * 1024

/**
 * Requests held open at once. Each limit is at least the rate limiter's burst, so that ordinary clients reach the rate
 * limit first, and a network keeps connections free for its other requests.
 */
export const OPEN_REQUEST_LIMITS: Readonly<Record<Duration, OpenRequestLimit>> = {
  stream: { user: 20, organization: 200, network: 400, process: 2000 },
  long: { user: 20, organization: 60, network: 150, process: 500 },
  wait: { user: 100, organization: 200, network: 300, process: 1000 },
}
type OpenRequestLimit = { user: number; organization: number; network: number; process: number }

type RateRule = { burst: number; perSecond: number }

/**
 * Rate classes: per user and kind of call, per network (`address`), for health checks, and per organization.
 */
export type RateLimitClass = RateClass | 'address' | 'health' | `organization-${'read' | 'write' | 'heavy'}`

/** Allowed calls: a burst, refilled at a steady rate. */
const RULES: Partial<Record<RateLimitClass, RateRule>> = {
  // Counted before the session is read, so that guessing cookies costs the database nothing.
  address: { burst: 2000, perSecond: 400 },
  // A load balancer asks once a second and must not be blocked by others on its network.
  health: { burst: 120, perSecond: 20 },
  read: { burst: 400, perSecond: 100 },
  write: { burst: 100, perSecond: 20 },
  heavy: { burst: 20, perSecond: 0.5 },
  'public-form': { burst: 10, perSecond: 0.05 },
  // Five busy users at once, which leaves capacity for other organizations.
  'organization-read': { burst: 2000, perSecond: 500 },
  'organization-write': { burst: 500, perSecond: 100 },
  'organization-heavy': { burst: 60, perSecond: 2 },
}

/** Organization class of a call; null for calls counted per caller only. */
export function sharedRate(rate: RateClass): RateLimitClass | null {
  return rate === 'read' || rate === 'write' || rate === 'heavy' ? `organization-${rate}` : null
}

/** The limit of a class; undefined without one. */
export function ruleOf(rate: RateLimitClass): Readonly<RateRule> | undefined {
  return RULES[rate]
}

const MAX_BUCKETS = 50_000

type Bucket = { tokens: number; at: number }

/** Creates the token buckets of this process, keyed by class and caller. Sign-in has stricter limits in the database. */
export function createRateLimiter(now: () => number = Date.now) {
  // Ordered by last use. Refused callers stay in the map too, or many others could push them out and reset their limit.
  const buckets = new BoundedMap<string, Bucket>(MAX_BUCKETS)

  /** @returns the calls left at once @throws {AppError} rate_limited with the seconds to wait */
  return function take(rate: RateLimitClass, caller: string): number | undefined {
    const rule = RULES[rate]
    if (!rule) return undefined
    const key = `${rate}:${caller}`
    const time = now() / 1000
    const last = buckets.get(key) ?? { tokens: rule.burst, at: time }
    const tokens = Math.min(rule.burst, last.tokens + (time - last.at) * rule.perSecond)
    const isTaken = tokens >= 1
    buckets.set(key, { tokens: isTaken ? tokens - 1 : tokens, at: time })
    if (!isTaken) {
      throw new AppError('rate_limited', 'Too many requests. Please wait a moment and try again.', {
        retryAfterSeconds: Math.ceil((1 - tokens) / rule.perSecond),
      })
    }
    return Math.floor(tokens - 1)
  }
}
/** Takes a call, and returns the number left at once if it is limited. */
// biome-ignore lint/suspicious/noConfusingVoidType: limiters without limits return nothing
export type RateLimiter = (rate: RateLimitClass, caller: string) => number | undefined | void
