import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../errors.ts'
import { registry } from '../metrics.ts'
import { isFromThisMachine } from './callers.ts'
import type { RateLimiter } from './limits.ts'
import { countHealthCheck } from './visits.ts'

/** A balancer asks often and waits briefly. */
const READY_WITHIN_MS = 200
/** For so long everybody who asks gets the same answer: the database is asked a few times a second at most. */
const READY_CACHE_MS = 200

export type Operating = {
  /** Whether requests can be served: the database answers, with the schema that this build knows. */
  isReady(): Promise<boolean>
  /** Looks up the figures that are not counted on the way. */
  measure(): Promise<void>
  /** Who sends it as a bearer token may read `/metrics` from elsewhere; null lets in nobody but this machine. */
  metricsToken: string | null
  appUrl: string
  take: RateLimiter
}

/** What tells machines how this process does. Answers hold no internals: a status, or figures without a person. */
export function operatingRoutes(
  app: FastifyInstance,
  { isReady, measure, metricsToken, appUrl, take }: Operating,
): void {
  const lookReady = shareResult(READY_CACHE_MS, isReady)
  app.addHook('onRequest', async (request, reply) => {
    if (/^\/(healthz|readyz|metrics)$/.test(request.routeOptions.url ?? ''))
      reply.header('Cache-Control', 'no-store')
  })

  /** The process lives; it says nothing of the database, whose absence a restart would not cure. */
  app.get('/healthz', async () => ({ status: 'ok' }))

  app.get('/readyz', { onRequest: countHealthCheck(take) }, async (_request, reply) => {
    if (app.door.isClosing()) return reply.code(503).send({ status: 'stopping' })
    const ready = await Promise.race([
      lookReady(),
      new Promise<false>((resolve) => setTimeout(() => resolve(false), READY_WITHIN_MS).unref()),
    ])
    return ready ? { status: 'ready' } : reply.code(503).send({ status: 'unavailable' })
  })

  app.get('/metrics', async (request, reply) => {
    if (!isFromThisMachine(request, appUrl) && !hasToken(request, metricsToken))
      throw new AppError('not_found', 'There is nothing at this address')
    await measure()
    return reply.type(registry.contentType).send(await registry.metrics())
  })
}

/** Asks for all who want to know, and again when that is so many milliseconds ago, whether or not it was answered. */
function shareResult(milliseconds: number, ask: () => Promise<boolean>): () => Promise<boolean> {
  let asked: { at: number; answer: Promise<boolean> } | null = null
  return () => {
    const at = performance.now()
    if (!asked || at - asked.at > milliseconds) asked = { at, answer: ask().catch(() => false) }
    return asked.answer
  }
}

function hasToken({ headers }: FastifyRequest, token: string | null): boolean {
  const sent = /^Bearer (\S+)$/i.exec(headers.authorization ?? '')?.[1]
  if (token === null || sent === undefined) return false
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(sent), digest(token))
}
