import createFetchClient, { type Client, type ClientOptions, mergeHeaders } from 'openapi-fetch'
import type { components, paths } from './schema.d.ts'

export type Contact = components['schemas']['Contact']
export type Task = components['schemas']['Task']
export type Problem = components['schemas']['Problem']

export type ApiClient = Client<paths>

/** A client for the calls of the API, with the key on each request. */
export function createClient({
  apiKey,
  ...options
}: ClientOptions & { baseUrl: string; apiKey: string }): ApiClient {
  return createFetchClient<paths>({
    ...options,
    headers: mergeHeaders(headersOf(options.headers), { authorization: `Bearer ${apiKey}` }),
  })
}

/** Headers in each form that `fetch` accepts; pairs become an object. */
function headersOf(headers: ClientOptions['headers']): ClientOptions['headers'] {
  return Array.isArray(headers) ? Object.fromEntries(headers) : headers
}
