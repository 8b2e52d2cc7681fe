import type { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { BodyOf, Endpoint, ParamsOf, QueryOf } from '#contract/endpoint.ts'
import type { SessionOf } from './session.ts'

/** The request as a handler gets it: validated parts and the caller. */
export type Call<E extends Endpoint> = {
  params: ParamsOf<E>
  query: QueryOf<E>
  body: BodyOf<E>
  /** The unparsed body of an endpoint with `streamedTypes`. */
  stream: Readable
  /** Its bytes if the endpoint also has `isBodyBuffered`. */
  bytes: Buffer
  session: SessionOf<E>
  request: FastifyRequest
  reply: FastifyReply
}
