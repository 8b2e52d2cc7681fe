import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Endpoint, ResponseOf } from '#contract/endpoint.ts'
import type { OrganizationId } from '../db/organization-id.ts'
import { fieldError } from '../errors.ts'
import { digest } from '../ids.ts'
import type { Call } from './call.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** SHA-256 of a JSON body, only of requests with an `Idempotency-Key`. */
    bodyHash: string | null
  }
}

/** How a repeated request is answered: the result to store of a body, such as an id, and the same body from it. */
export type Repeat<E extends Endpoint> = {
  resultOf(body: ResponseOf<E>): unknown
  bodyFrom(call: Call<E>, result: unknown): Promise<ResponseOf<E>>
  /** Set if a request that failed halfway can simply run again. */
  isSafeToRepeat?: true
}

/** A request that is to run once for each key, within 24 hours. */
type OnceRequest = {
  organizationId: OrganizationId
  sender: string
  route: string
  key: string
  bodyHash: string
}

/** Runs `work`, or `repeat` with the result stored of it. @throws {AppError} conflict, unprocessable */
export type Idempotency = <T>(
  request: OnceRequest,
  handlers: {
    work(): Promise<{ status: number; result: unknown; body: T }>
    repeat(result: unknown): Promise<T>
    isSafeToRepeat: boolean
  },
) => Promise<{ body: T; status: number; isRepeated: boolean }>

const KEY_PATTERN = /^[\x21-\x7e]{1,255}$/

/** Stores the hash of a body that may come again with the request. */
export function storeBodyHash(request: FastifyRequest, body: string): void {
  if (request.headers['idempotency-key'] !== undefined) request.bodyHash = digest(body)
}

/** The `Idempotency-Key` of a request that it counts for. @throws {AppError} invalid */
export function idempotencyKeyOf({ headers }: FastifyRequest, { method }: Endpoint): string | null {
  const key = headers['idempotency-key']
  if (key === undefined || (method !== 'POST' && method !== 'PATCH')) return null
  if (typeof key !== 'string' || !KEY_PATTERN.test(key))
    throw fieldError('invalid', 'Idempotency-Key', 'Send 1 to 255 printable characters')
  return key
}

/** Runs a handler once for each `Idempotency-Key`. */
export async function runIdempotent<E extends Endpoint>(
  idempotency: Idempotency,
  { endpoint, call, key }: { endpoint: E; call: Call<E>; key: string },
  { handle, repeat }: { handle: () => Promise<ResponseOf<E>>; repeat: Repeat<E> },
): Promise<ResponseOf<E>> {
  const { session, request, reply } = call as unknown as {
    session: { organizationId: OrganizationId; userId: string; key?: { id: string } }
    request: FastifyRequest
    reply: FastifyReply
  }
  const { body, status, isRepeated } = await idempotency(
    {
      organizationId: session.organizationId,
      sender: session.key?.id ?? session.userId,
      route: `${endpoint.method} ${request.url}`,
      key,
      bodyHash: request.bodyHash ?? digest(''),
    },
    {
      async work() {
        const answer = await handle()
        return { status: reply.statusCode, result: repeat.resultOf(answer), body: answer }
      },
      repeat: (result) => repeat.bodyFrom(call, result),
      isSafeToRepeat: repeat.isSafeToRepeat ?? false,
    },
  )
  reply.code(status)
  if (isRepeated) reply.header('Idempotency-Replayed', 'true')
  return body
}
