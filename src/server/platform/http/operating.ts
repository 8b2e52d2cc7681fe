import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { cacheResult } from '../cache-result.ts'
import { AppError } from '../errors.ts'
import { registry } from '../metrics.ts'
import { isFromThisMachine } from './callers.ts'
import type { RateLimiter } from './limits.ts'
import { limitHealthChecks } from './visits.ts'

/** Load balancers wait only briefly for an answer. */
const READY_TIMEOUT_MS = 200
/** Shares one answer for this long, so that checks query the database only a few times a second. */
const READY_CACHE_MS = 200

export type Operating = {
  /** True if the database answers and has the schema of this build. */
  isReady(): Promise<boolean>
  /** Updates the metrics that aren't counted as they happen. */
  measure(): Promise<void>
  /** Bearer token that allows `/metrics` from other machines; null restricts it to this machine. */
  metricsToken: string | null
  appUrl: string
  take: RateLimiter
}

/** Serves health, readiness and metrics. Responses contain only a status or figures, no internals or personal data. */
export function operatingRoutes(
  app: FastifyInstance,
  { isReady, measure, metricsToken, appUrl, take }: Operating,
): void {
  const readReadiness = cacheResult(() => isReady().catch(() => false), READY_CACHE_MS)
  app.addHook('onRequest', async (request, reply) => {
    if (/^\/(healthz|readyz|metrics)$/.test(request.routeOptions.url ?? ''))
      reply.header('Cache-Control', 'no-store')
  })

  /** Liveness ignores the database, because a restart wouldn't bring it back. */
  app.get('/healthz', async () => ({ status: 'ok' }))

  app.get('/readyz', { onRequest: limitHealthChecks(take) }, async (_request, reply) => {
    if (app.door.isClosing()) return reply.code(503).send({ status: 'stopping' })
    const isReadyNow = await Promise.race([
      readReadiness(),
      new Promise<false>((resolve) => setTimeout(() => resolve(false), READY_TIMEOUT_MS).unref()),
    ])
    return isReadyNow ? { status: 'ready' } : reply.code(503).send({ status: 'unavailable' })
  })

  app.get('/metrics', async (request, reply) => {
    if (!isFromThisMachine(request, appUrl) && !hasToken(request, metricsToken))
      throw new AppError('not_found', 'There is nothing at this address')
    await measure()
    return reply.type(registry.contentType).send(await registry.metrics())
  })
}

function hasToken({ headers }: FastifyRequest, token: string | null): boolean {
  const sentToken = /^Bearer (\S+)$/i.exec(headers.authorization ?? '')?.[1]
  if (token === null || sentToken === undefined) return false
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(sentToken), digest(token))
}
