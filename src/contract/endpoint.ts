import './validation-messages.ts'
import type { z } from 'zod'

/**
 * Who may call an endpoint. Each level includes the demands of the one before it, except `platform-admin`, which is
 * about the operator of the whole instance and not about an organization.
 */
export type Access = 'public' | 'signed-in' | 'member' | 'subscriber' | 'platform-admin'

/** The least role inside the organization; a MEMBER may call everything that names none. */
export type Role = 'OWNER' | 'ADMIN' | 'MEMBER'

/** Which limit counts the call: reads and writes a user, sign-in mails and public forms an address. */
export type RateClass = 'none' | 'read' | 'write' | 'heavy' | 'public-form'

/**
 * How a caller may hold an answer open, each with limits of its own: a `stream` of events for as long as it likes; `long` for
 * uploads, downloads and answers that are written piece by piece; `wait` until background work ends, where a caller with too
 * many such calls gets its answer at once, before the end.
 */
export type Duration = 'stream' | 'long' | 'wait'

export type Endpoint = {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** `{name}` marks a parameter. */
  path: string
  summary: string
  access: Access
  role?: Role
  /** Open to members of a suspended organization. Without it, they are refused with `suspended`. */
  whileSuspended?: true
  rate: RateClass
  params?: z.ZodType
  query?: z.ZodType
  body?: z.ZodType
  /** Where callers may hold the answer open longer than a moment. */
  duration?: Duration
  /** Longest body that is read as a whole, where it is more or less than 128 KiB. */
  maxBodyBytes?: number
  /** Media types taken instead of JSON; the handler reads the raw stream itself, and its length. */
  streams?: readonly string[]
  /** The handler gets the body of `streams` as bytes, once all of them are there: always so where anybody may call. */
  wholeBody?: true
  answers: Readonly<Record<number, z.ZodType>>
}

/** States an endpoint and keeps its exact types. */
export function endpoint<const E extends Endpoint>(definition: E): E {
  return definition
}

type OutputOf<T> = T extends z.ZodType ? z.output<T> : undefined
type InputOf<T> = T extends z.ZodType ? z.input<T> : undefined

/** What a handler receives. */
export type ParamsOf<E extends Endpoint> = OutputOf<E['params']>
export type QueryOf<E extends Endpoint> = OutputOf<E['query']>
export type BodyOf<E extends Endpoint> = OutputOf<E['body']>
/** What a client sends. */
export type SentParams<E extends Endpoint> = InputOf<E['params']>
export type SentQuery<E extends Endpoint> = InputOf<E['query']>
export type SentBody<E extends Endpoint> = InputOf<E['body']>

/** The body of a successful answer. */
export type AnswerOf<E extends Endpoint> = z.output<E['answers'][keyof E['answers'] & number]>
