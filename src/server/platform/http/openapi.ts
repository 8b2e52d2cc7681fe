import type { FastifyInstance } from 'fastify'
import type { RateLimiter } from './limits.ts'
import { sendPublicFile } from './unchanged.ts'
import { countVisit } from './visits.ts'

/** The API's description, written once: it does not change while a process runs. */
export function serveOpenApi(app: FastifyInstance, take: RateLimiter): void {
  let body: string | undefined
  app.get('/api/openapi.json', { onRequest: countVisit(take, 'read') }, async (request, reply) => {
    body ??= JSON.stringify(app.swagger())
    return sendPublicFile(request, reply, { body, type: 'application/json; charset=utf-8', maxAge: 0 })
  })
}
