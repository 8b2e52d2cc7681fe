import type { ResponseOf, SentBody, SentParams, SentQuery } from '#contract/endpoint.ts'
import type { ApiRoute, EndpointAt } from '#contract/endpoints.ts'
import { ORGANIZATION_HEADER } from '#contract/organization-header.ts'
import { ApiError } from './api-error.ts'
import { reportOrganizationMismatch, shownOrganizationId } from './shown-organization.ts'

type PropertyIfDefined<K extends string, T> = [T] extends [undefined]
  ? { [P in K]?: undefined }
  : { [P in K]: T }

/** Path parameters and query of a call: only what its endpoint declares. */
export type ReadInput<R extends ApiRoute> = PropertyIfDefined<'params', SentParams<EndpointAt<R>>> &
  ([SentQuery<EndpointAt<R>>] extends [undefined]
    ? { query?: undefined }
    : { query?: SentQuery<EndpointAt<R>> })

export type CallInput<R extends ApiRoute> = ReadInput<R> &
  PropertyIfDefined<'body', SentBody<EndpointAt<R>>> & { signal?: AbortSignal }

/** The body of a successful response. */
export type CallResult<R extends ApiRoute> = ResponseOf<EndpointAt<R>>

/**
 * Calls an endpoint of the API by its route, such as `GET /api/contacts/{id}`.
 *
 * @throws {ApiError} on every response that is not a success
 */
export async function call<R extends ApiRoute>(route: R, input: CallInput<R>): Promise<CallResult<R>> {
  const [method = ''] = route.split(' ')
  const response = await send(method, urlOf(route, input), input.body, input.signal)
  // The server validates its responses against the same contract.
  return (response.status === 204 ? undefined : await response.json()) as CallResult<R>
}

/**
 * Sends a request with cookies; a body other than a file is sent as JSON. Use it directly for the response's headers or for
 * files.
 *
 * @throws {ApiError} on every response that is not a success
 */
export async function send(
  method: string,
  url: string,
  body?: unknown,
  signal?: AbortSignal,
  headers?: Record<string, string>,
): Promise<Response> {
  const isJson = body !== undefined && !(body instanceof Blob)
  const organizationId = shownOrganizationId()
  const response = await fetch(url, {
    method,
    credentials: 'include',
    signal,
    headers: {
      ...(isJson && { 'Content-Type': 'application/json' }),
      ...(organizationId && { [ORGANIZATION_HEADER]: organizationId }),
      ...headers,
    },
    body: isJson ? JSON.stringify(body) : body,
  })
  if (response.ok) return response
  const error = new ApiError(response.status, await response.text(), response.statusText)
  if (error.body?.code === 'organization_changed') reportOrganizationMismatch()
  throw error
}

/** The URL of a call with its path parameters and query. */
export function urlOf<R extends ApiRoute>(route: R, input: ReadInput<R>): string {
  const params = (input.params ?? {}) as Record<string, string>
  const [, template = ''] = route.split(' ')
  const path = template.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  return withQuery(path, input.query as Record<string, unknown> | undefined)
}

/** Appends the entries that are not null or undefined as query string. */
export function withQuery(path: string, query: Record<string, unknown> | undefined): string {
  const search = new URLSearchParams()
  for (const [key, value] of Object.entries(query ?? {})) {
    if (value !== null && value !== undefined) search.set(key, String(value))
  }
  const text = search.toString()
  return text ? `${path}${path.includes('?') ? '&' : '?'}${text}` : path
}

/** The URL of a stream or download, which names the organization in its query because it can't send a header. */
export function ofShownOrganization(url: string): string {
  return withQuery(url, { organizationId: shownOrganizationId() })
}
