import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../errors.ts'
import type { RateLimiter } from './limits.ts'

/**
 * Counts a request for a page or a public file by its address, as the API does, before anything is read or drawn for
 * it. Who asks too often is told so in plain text, with the seconds to wait.
 */
export function countVisit(take: RateLimiter) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    try {
      take('address', request.ip)
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
