import type { AnswerOf, Endpoint, SentBody, SentParams, SentQuery } from '#contract/endpoint.ts'
import { ApiError } from './api-error.ts'

type PropertyIfDefined<K extends string, T> = [T] extends [undefined]
  ? { [P in K]?: undefined }
  : { [P in K]: T }

/** Input of a call: only the parts its endpoint declares. */
export type CallInput<E extends Endpoint> = PropertyIfDefined<'params', SentParams<E>> &
  ([SentQuery<E>] extends [undefined] ? { query?: undefined } : { query?: SentQuery<E> }) &
  PropertyIfDefined<'body', SentBody<E>> & { signal?: AbortSignal }

/**
 * Calls an endpoint of the API.
 *
 * @throws {ApiError} on every response that is not a success
 */
export async function call<E extends Endpoint>(endpoint: E, input: CallInput<E>): Promise<AnswerOf<E>> {
  const response = await send(endpoint.method, urlOf(endpoint, input), input.body, input.signal)
  // The server validates its responses against the same contract.
  return (response.status === 204 ? undefined : await response.json()) as AnswerOf<E>
}

/**
 * Sends a request with cookies; sets the JSON content type only with a body. Use it directly for the response's headers or
 * files.
 *
 * @throws {ApiError} on every response that is not a success
 */
export async function send(
  method: string,
  url: string,
  body?: unknown,
  signal?: AbortSignal,
): Promise<Response> {
  const response = await fetch(url, {
    method,
    credentials: 'include',
    signal,
    ...(body === undefined
      ? {}
      : { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }),
  })
  if (!response.ok) throw new ApiError(response.status, await response.text(), response.statusText)
  return response
}

/** The URL of a call with its path parameters and query. */
export function urlOf(endpoint: Endpoint, input: { params?: unknown; query?: unknown }): string {
  const params = (input.params ?? {}) as Record<string, string>
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(params[name] ?? ''),
  )
  return withQuery(path, input.query as Record<string, unknown> | undefined)
}

/** Appends the entries that are not null or undefined as query string. */
export function withQuery(path: string, query: Record<string, unknown> | undefined): string {
  const search = new URLSearchParams()
  for (const [key, value] of Object.entries(query ?? {})) {
    if (value !== null && value !== undefined) search.set(key, String(value))
  }
  const text = search.toString()
  return text ? `${path}?${text}` : path
}
