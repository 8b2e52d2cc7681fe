import type { ServerResponse } from 'node:http'
import type { FastifyReply } from 'fastify'

/** Takes the response over from Fastify, which would wait for its end, and starts it as an event stream. */
export function startEventStream(reply: FastifyReply): ServerResponse {
  const sharedHeaders = reply.getHeaders()
  reply.hijack()
  reply.raw.writeHead(200, {
    ...(sharedHeaders as Record<string, string>), // the shell's headers are plain strings
    // Lower case like the shell's headers; in two spellings they would be sent twice.
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'x-accel-buffering': 'no',
  })
  return reply.raw
}
