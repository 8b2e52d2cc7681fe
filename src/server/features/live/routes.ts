import { liveEvents } from '#contract/events.ts'
import type { Api } from '#server/platform/http/api.ts'
import type { Gate } from '#server/platform/http/session.ts'
import type { LiveService } from './service.ts'

export function liveRoutes(api: Api, service: LiveService, gate: Gate): void {
  api.serve(liveEvents, async ({ session, request, reply }) => {
    if (request.method === 'HEAD') return reply.type('text/event-stream').send()
    service.checkRoom(session.userId)
    const shared = reply.getHeaders()
    reply.hijack()
    reply.raw.writeHead(200, {
      ...(shared as Record<string, string>), // the shell's headers are plain strings
      'Content-Type': 'text/event-stream; charset=utf-8',
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
      'X-Accel-Buffering': 'no',
    })
    const stillMember = async () => (await gate(request))?.organizationId === session.organizationId
    service.stream(session, reply.raw, stillMember)
    return reply
  })
}
