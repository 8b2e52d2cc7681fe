import './validation-messages.ts'
import type { z } from 'zod'

/**
 * Access level of an endpoint. Each level includes the requirements of the one before, except `platform-admin`, which is
 * for the operator of the instance.
 */
export type Access = 'public' | 'signed-in' | 'member' | 'subscriber' | 'platform-admin'

/** Minimum role in the organization; without one, every MEMBER may call. */
export type Role = 'OWNER' | 'ADMIN' | 'MEMBER'

/** Rate limit of a call: per user for reads and writes, per address for public forms. */
export type RateClass = 'none' | 'read' | 'write' | 'heavy' | 'public-form'

/**
 * How long a response may stay open, each with its own limits: `stream` for endless events, `long` for uploads, downloads
 * and incremental responses, `wait` for the end of background work. Callers with too many `wait` calls get an immediate
 * response instead.
 */
export type Duration = 'stream' | 'long' | 'wait'

export type Endpoint = {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** Parameters are written as `{name}`. */
  path: string
  summary: string
  access: Access
  role?: Role
  /** Allows members of a suspended organization, who otherwise get `suspended`. */
  whileSuspended?: true
  rate: RateClass
  params?: z.ZodType
  query?: z.ZodType
  body?: z.ZodType
  /** Set if the response may stay open. */
  duration?: Duration
  /** Maximum body size if not 128 KiB. */
  maxBodyBytes?: number
  /** Media types accepted instead of JSON; the handler reads the raw stream and checks its size. */
  streams?: readonly string[]
  /** Passes the body of `streams` to the handler as complete bytes. Required for public endpoints. */
  wholeBody?: true
  answers: Readonly<Record<number, z.ZodType>>
}

/** Defines an endpoint with its exact types. */
export function endpoint<const E extends Endpoint>(definition: E): E {
  return definition
}

type OutputOf<T> = T extends z.ZodType ? z.output<T> : undefined
type InputOf<T> = T extends z.ZodType ? z.input<T> : undefined

/** Parsed values, as handlers receive them. */
export type ParamsOf<E extends Endpoint> = OutputOf<E['params']>
export type QueryOf<E extends Endpoint> = OutputOf<E['query']>
export type BodyOf<E extends Endpoint> = OutputOf<E['body']>
/** Unparsed values, as clients send them. */
export type SentParams<E extends Endpoint> = InputOf<E['params']>
export type SentQuery<E extends Endpoint> = InputOf<E['query']>
export type SentBody<E extends Endpoint> = InputOf<E['body']>

/** The body of a successful response. */
export type AnswerOf<E extends Endpoint> = z.output<E['answers'][keyof E['answers'] & number]>
