import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { limitedRequests, requestSeconds, serverErrors } from '../metrics.ts'

/** Requests slower than this are noticeable and logged. */
const SLOW_MS = 1000

/**
 * Counts each request by route pattern. Logs slow requests, or with `logsAll` every request, which costs a few percent of
 * throughput.
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

/** Log fields of a request: identifiers only. The logger adds the request id. */
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
