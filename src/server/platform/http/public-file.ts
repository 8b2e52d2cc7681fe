import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** A public file that may be cached for `maxAge` seconds. */
export type PublicFile = { body: string | Buffer; type: string; maxAge: number; lastModified?: Date }

/** Sends a file, or 304 if the client's copy is current (RFC 9110, 13). */
export function sendPublicFile(request: FastifyRequest, reply: FastifyReply, file: PublicFile) {
  const { body, type, maxAge, lastModified } = file
  // Weak, because the compressed response has the same meaning in other bytes.
  const tag = `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`
  reply.header('ETag', tag).header('Cache-Control', `public, max-age=${maxAge}`)
  if (lastModified) reply.header('Last-Modified', lastModified.toUTCString())
  return isNotModified(request, tag, lastModified) ? reply.code(304).send() : reply.type(type).send(body)
}

/** Compares the entity tag if one was sent, ignoring weakness; otherwise the date, to the second. */
export function isNotModified({ headers }: FastifyRequest, tag: string, lastModified?: Date): boolean {
  const tags = headers['if-none-match']
  const opaque = (each: string) => each.trim().replace(/^W\//, '')
  if (tags !== undefined) return tags.split(',').some((each) => ['*', opaque(tag)].includes(opaque(each)))
  const since = Date.parse(headers['if-modified-since'] ?? '')
  return lastModified !== undefined && Math.floor(lastModified.getTime() / 1000) * 1000 <= since
}
