import './validation-messages.ts'
import { z } from 'zod'
import { uuid } from './text.ts'

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

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** Permissions of API keys, each for itself. Billing, roles, export and erasure have none. */
export const SCOPES = [
  'contacts:read',
  'contacts:write',
  'contacts:delete',
  'signals:read',
  'tasks:read',
  'tasks:write',
  'enrichment:run',
  'outreach:draft',
  'analytics:read',
  'events:read',
  'webhooks:manage',
] as const
export type Scope = (typeof SCOPES)[number]

/** Method and path; parameters are written as `{name}`. */
export type Route = `${Method} /${string}`

type Responses = Readonly<Record<number, z.ZodType>>

type Definition = {
  summary: string
  access: Access
  role?: Role
  /** Allows members of a suspended organization, who otherwise get `suspended`. */
  isOpenWhileSuspended?: true
  /** Permission that a key needs; `any` for every key. Endpoints without it can't be called with a key. */
  scope?: Scope | 'any'
  /** Name of the call in generated clients, such as `listContacts`. */
  operationId?: string
  /** `read` for GET and `write` for other methods if omitted. */
  rate?: RateClass
  /** Set if a path parameter isn't an id. */
  params?: z.ZodType | undefined
  query?: z.ZodType
  body?: z.ZodType
  /** Set if the response may stay open. */
  duration?: Duration
  /** Maximum body size; 128 KiB if omitted. */
  maxBodyBytes?: number
  /** Media types accepted instead of JSON; the handler reads the raw stream and checks its size. */
  streamedTypes?: readonly string[]
  /** Passes a body of `streamedTypes` to the handler as complete bytes. Required for public endpoints. */
  isBodyBuffered?: true
  /** Lets a page of another site post to it, for forms whose content is signed. The browser sends no session with them. */
  acceptsCrossSite?: true
  /** Bodies by status; 204 without a body if omitted. */
  responses?: Responses
  /** Statuses of errors beside those that follow from the method, path and body. */
  otherErrors?: readonly number[]
}

export type Endpoint = Definition & {
  route: Route
  method: Method
  path: string
  rate: RateClass
  responses: Responses
}

type ParamName<R extends string> = R extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParamName<Rest>
  : never

/** The ids in a path. */
type IdParams<R extends Route> = [ParamName<R>] extends [never]
  ? undefined
  : z.ZodObject<Record<ParamName<R>, typeof uuid>>

type CompleteEndpoint<R extends Route, D extends Definition> = D & {
  route: R
  method: Method
  path: string
  rate: RateClass
  params: D['params'] extends z.ZodType ? D['params'] : IdParams<R>
  responses: D['responses'] extends Responses ? D['responses'] : typeof NO_CONTENT
}

const NO_CONTENT = { 204: z.undefined() }

/** Defines an endpoint of an access level, with its exact types. */
function endpointFor<const A extends Access, Required = unknown>(access: A) {
  return <const R extends Route, const D extends Omit<Definition, 'access'> & Required>(
    route: R,
    definition: D,
  ) => {
    const [method, path] = route.split(' ') as [Method, string]
    const ids = Array.from(path.matchAll(/\{(\w+)\}/g), ([, name = '']) => [name, uuid])
    const params = ids.length > 0 ? z.object(Object.fromEntries(ids)) : undefined
    const rate = method === 'GET' ? 'read' : 'write'
    const defaults = { access, rate, params, responses: NO_CONTENT }
    return { ...defaults, ...definition, route, method, path } as CompleteEndpoint<R, D & { access: A }>
  }
}

export const publicEndpoint = endpointFor('public')
export const signedInEndpoint = endpointFor('signed-in')
export const memberEndpoint = endpointFor('member')
export const subscriberEndpoint = endpointFor('subscriber')
export const operatorEndpoint = endpointFor('platform-admin')
/** An endpoint of the public API, for keys and signed-in members alike. */
export const apiEndpoint = endpointFor<'subscriber', { scope: Scope | 'any'; operationId: string }>(
  'subscriber',
)

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
export type ResponseOf<E extends Endpoint> = z.output<E['responses'][keyof E['responses'] & number]>
