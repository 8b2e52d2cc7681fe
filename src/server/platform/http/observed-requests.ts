import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { limitedRequests, requestSeconds, serverErrors } from '../metrics.ts'

/** A person notices; more often than now and then, something is wrong. */
const SLOW_MS = 1000

/**
 * Counts each answered request by the pattern of its route. A line in the log is written for what was slow, and with
 * `logsAll` for everything: a line each costs a few per cent of what a process can do.
 */
export function observeRequests(app: FastifyInstance, { logsAll }: { logsAll: boolean }): void {
  app.addHook('onResponse', (request, reply, done) => {
    const { method } = request
    const route = request.routeOptions.url ?? 'none'
    const status = reply.statusCode
    const milliseconds = reply.elapsedTime
    requestSeconds.labels(method, route, `${Math.floor(status / 100)}xx`).observe(milliseconds / 1000)
    if (status === 429) limitedRequests.labels(route).inc()
    if (status >= 500) serverErrors.labels(route, String(status)).inc()
    if (milliseconds > SLOW_MS && !request.routeOptions.config.endpoint?.duration)
      request.log.warn(lineOf(request, reply), 'Slow request')
    else if (logsAll) request.log.info(lineOf(request, reply), 'Request')
    done()
  })
}

/** Identifiers only. The request's own id stands on each of its lines. */
function lineOf(request: FastifyRequest, reply: FastifyReply) {
  const { session } = request
  return {
    method: request.method,
    route: request.routeOptions.url ?? 'none',
    status: reply.statusCode,
    ms: Math.round(reply.elapsedTime),
    ...(session && { userId: session.userId, organizationId: session.organizationId }),
  }
}
