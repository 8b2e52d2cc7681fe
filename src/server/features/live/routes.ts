import { liveEvents } from '#contract/events.ts'
import type { Api } from '#server/platform/http/api.ts'
import { startEventStream } from '#server/platform/http/event-stream.ts'
import type { Gate } from '#server/platform/http/session.ts'
import type { LiveService } from './service.ts'

export function liveRoutes(api: Api, service: LiveService, gate: Gate): void {
  api.serve(liveEvents, async ({ session, query, request, reply }) => {
    if (request.method === 'HEAD') return reply.type('text/event-stream').send()
    // A stream ends when the access changes; the page then opens another one.
    const isStillMember = async () => {
      const current = await gate.read(request)
      return (
        current?.organizationId === session.organizationId &&
        !current.isSuspended &&
        current.access === session.access
      )
    }
    service.stream(session, startEventStream(reply), { isStillMember, missed: query.missed })
    return reply
  })
}
