import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/calendar-feeds.ts'
import { contextOf } from '#server/platform/context.ts'
import type { Api } from '#server/platform/http/api.ts'
import type { RateLimiter } from '#server/platform/http/limits.ts'
import { isNotModified } from '#server/platform/http/public-file.ts'
import { limitVisits } from '#server/platform/http/visits.ts'
import type { CalendarFeedsService } from './service.ts'

export function calendarFeedsRoutes(api: Api, service: CalendarFeedsService): void {
  api.serve(contract.listCalendarFeeds, (call) => service.list(contextOf(call)))
  api.serve(contract.createCalendarFeed, (call) => service.create(contextOf(call), call.body))
  api.serve(contract.revokeCalendarFeed, (call) => service.revoke(contextOf(call), call.params.id))
}

/** Serves the feeds. Calendar programs send neither cookies nor headers, so the token in the address is all they need. */
export function serveCalendarFeeds(
  app: FastifyInstance,
  service: CalendarFeedsService,
  { take }: { take: RateLimiter },
): void {
  app.get<{ Params: { token: string } }>(
    '/feeds/tasks/:token([0-9A-Za-z_]+).ics',
    // A strong tag names exact bytes, which compression would change.
    { onRequest: limitVisits(take), compress: false },
    async (request, reply) => {
      const feed = await service.find(request.params.token, request.site)
      take('heavy', feed.id)
      const body = await service.render(feed)
      const tag = `"${createHash('sha256').update(body).digest('base64url')}"`
      reply.header('ETag', tag).header('Cache-Control', 'private, no-cache').header('X-Robots-Tag', 'noindex')
      if (isNotModified(request, tag)) return reply.code(304).send()
      return reply.type('text/calendar; charset=utf-8').send(body)
    },
  )
}
