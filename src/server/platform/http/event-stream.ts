import type { ServerResponse } from 'node:http'
import type { FastifyReply } from 'fastify'

/** Takes an answer over from the framework, which would wait for its end, and begins it as a stream of events. */
export function startEventStream(reply: FastifyReply): ServerResponse {
  const shared = reply.getHeaders()
  reply.hijack()
  reply.raw.writeHead(200, {
    ...(shared as Record<string, string>), // the shell's headers are plain strings
    // In small letters, as the shell's are: in two spellings they would be sent twice.
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'x-accel-buffering': 'no',
  })
  return reply.raw
}
