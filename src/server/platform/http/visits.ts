import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../errors.ts'
import { networkOf } from './callers.ts'
import type { RateLimitClass, RateLimiter } from './limits.ts'

/**
 * Counts a request for a page or a public file by its network, as the API does, before anything is read or drawn for
 * it; `more` are further limits. Who asks too often is told so in plain text, with the seconds to wait.
 */
export function countVisit(take: RateLimiter, ...more: RateLimitClass[]) {
  return countAs(take, ['address', ...more])
}

/** Counts a check of health by its network, apart from everything else that comes from there. */
export const countHealthCheck = (take: RateLimiter) => countAs(take, ['health'])

function countAs(take: RateLimiter, rates: readonly RateLimitClass[]) {
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
