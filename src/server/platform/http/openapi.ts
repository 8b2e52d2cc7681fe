import type { FastifyInstance } from 'fastify'
import type { RateLimiter } from './limits.ts'
import { limitVisits } from './visits.ts'

/** Serves the OpenAPI document, serialized once because it never changes while a process runs. */
export function serveOpenApi(app: FastifyInstance, take: RateLimiter): void {
  let text: string | undefined
  app.get('/api/openapi.json', { onRequest: limitVisits(take, 'heavy') }, async (_request, reply) => {
    text ??= JSON.stringify(app.swagger())
    return reply.type('application/json; charset=utf-8').header('Cache-Control', 'no-store').send(text)
  })
}
