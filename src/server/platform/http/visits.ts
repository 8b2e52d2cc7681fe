import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../errors.ts'
import { networkOf } from './callers.ts'
import type { RateLimitClass, RateLimiter } from './limits.ts'

/**
 * Hook that rate-limits pages and public files by network before any work; `extraClasses` add other limits. Answers 429 in plain
 * text with the seconds to wait.
 */
export function limitVisits(take: RateLimiter, ...extraClasses: RateLimitClass[]) {
  return limitByNetwork(take, ['address', ...extraClasses])
}

/** Hook that rate-limits health checks by network, apart from all other requests. */
export const limitHealthChecks = (take: RateLimiter) => limitByNetwork(take, ['health'])

function limitByNetwork(take: RateLimiter, rates: readonly RateLimitClass[]) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    try {
      for (const rate of rates) take(rate, networkOf(request.ip))
    } catch (error) {
      if (!(error instanceof AppError) || error.retryAfterSeconds === undefined) throw error
      return reply
        .code(error.status)
        .headers({ 'Retry-After': error.retryAfterSeconds, 'Cache-Control': 'no-store' })
        .type('text/plain; charset=utf-8')
        .send(error.message)
    }
  }
}
