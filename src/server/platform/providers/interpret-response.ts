import type { z } from 'zod'
import type { ProviderResponse } from './http/provider-http.ts'
import type { ProviderResult } from './provider.ts'

type Reader<T> = (body: unknown) => ProviderResult<T>

/**
 * Converts a response to a result. `readers` handle the statuses about the person; any other status becomes an error that
 * helps the operator and never quotes the provider.
 */
export function interpretResponse<T>(
  provider: string,
  answer: ProviderResponse,
  readers: Record<number, Reader<T>>,
): ProviderResult<T> {
  if (answer.kind === 'rate_limited') {
    return { status: 'rate_limited', provider, retryAfterSeconds: answer.retryAfterSeconds }
  }
  if (answer.kind === 'failed') return { status: 'error', provider, message: answer.message }
  const read = readers[answer.status]
  return read ? read(answer.body) : { status: 'error', provider, message: refusal(provider, answer.status) }
}

function refusal(provider: string, status: number): string {
  if (status === 401 || status === 403) return `${provider} rejected the API key`
  if (status === 402) return `${provider} is out of credits`
  return `${provider} rejected the request (${status})`
}

/** Reads a body that matches its schema; any other body is an error, never a match. */
export function readBodyWith<S extends z.ZodType, T>(
  provider: string,
  schema: S,
  read: (body: z.output<S>) => ProviderResult<T>,
): Reader<T> {
  return (body) => {
    const parsed = schema.safeParse(body)
    return parsed.success
      ? read(parsed.data)
      : { status: 'error', provider, message: `${provider} returned an unknown format` }
  }
}

export function noMatch(provider: string): { status: 'no_match'; provider: string } {
  return { status: 'no_match', provider }
}
