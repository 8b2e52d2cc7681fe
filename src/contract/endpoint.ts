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
  /** Longest JSON body where it is more than one MiB. */
  maxBodyBytes?: number
  /** Media types taken instead of JSON; the handler reads the raw stream itself. */
  streams?: readonly string[]
  answers: Readonly<Record<number, z.ZodType>>
}

/** States an endpoint and keeps its exact types. */
export function endpoint<const E extends Endpoint>(definition: E): E {
  return definition
}

type Parsed<T> = T extends z.ZodType ? z.output<T> : undefined
type Sent<T> = T extends z.ZodType ? z.input<T> : undefined

/** What a handler receives. */
export type ParamsOf<E extends Endpoint> = Parsed<E['params']>
export type QueryOf<E extends Endpoint> = Parsed<E['query']>
export type BodyOf<E extends Endpoint> = Parsed<E['body']>
/** What a client sends. */
export type SentParams<E extends Endpoint> = Sent<E['params']>
export type SentQuery<E extends Endpoint> = Sent<E['query']>
export type SentBody<E extends Endpoint> = Sent<E['body']>

/** The body of a successful answer. */
export type AnswerOf<E extends Endpoint> = z.output<E['answers'][keyof E['answers'] & number]>
