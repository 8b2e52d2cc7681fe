import type { FastifyReply } from 'fastify'
import type { RateClass } from '#contract/endpoint.ts'
import { AppError } from '../errors.ts'
import { type RateLimiter, ruleOf } from './limits.ts'

/**
 * Takes a call from a bucket and tells the caller what is left, in the headers of the IETF draft on rate limits: a quota of
 * `q` calls per window of `w` seconds, of which `r` remain for the next `t` seconds.
 *
 * @throws {AppError} rate_limited
 */
export function consumeRateLimit(
  take: RateLimiter,
  rate: RateClass,
  caller: string,
  reply: FastifyReply,
): void {
  const rule = ruleOf(rate)
  if (!rule) return
  const seconds = Math.ceil(rule.burst / rule.perSecond)
  reply.header('RateLimit-Policy', `"${rate}";q=${rule.burst};w=${seconds}`)
  const tell = (remaining: number, wait: number) =>
    reply.header('RateLimit', `"${rate}";r=${remaining};t=${wait}`)
  try {
    const taken = take(rate, caller)
    const remaining = typeof taken === 'number' ? taken : rule.burst
    tell(remaining, Math.ceil((rule.burst - remaining) / rule.perSecond))
  } catch (error) {
    if (error instanceof AppError) tell(0, error.retryAfterSeconds ?? 1)
    throw error
  }
}
