import createFetchClient, { type Client, type ClientOptions } from 'openapi-fetch'
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
    headers: { ...options.headers, authorization: `Bearer ${apiKey}` },
  })
}
