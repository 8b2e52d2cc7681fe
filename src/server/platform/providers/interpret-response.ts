import type { z } from 'zod'
import type { ProviderResponse } from './http/provider-http.ts'
import type { ProviderResult } from './provider.ts'

type Reader<T> = (body: unknown) => ProviderResult<T>

/**
 * What an answer means. `readers` names the statuses that speak about the person; every other one is an error that
 * says what its operator can do about it, and never quotes the provider.
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
  if (status === 401 || status === 403) return `${provider} refused the key`
  if (status === 402) return `The credits at ${provider} are used up`
  return `${provider} did not accept the question (${status})`
}

/** Reads a body that fits its schema; one that does not is an error, never a match. */
export function readBodyWith<S extends z.ZodType, T>(
  provider: string,
  schema: S,
  read: (body: z.output<S>) => ProviderResult<T>,
): Reader<T> {
  return (body) => {
    const parsed = schema.safeParse(body)
    return parsed.success
      ? read(parsed.data)
      : { status: 'error', provider, message: `${provider} answered in a form that is not known` }
  }
}

export function noMatch(provider: string): { status: 'no_match'; provider: string } {
  return { status: 'no_match', provider }
}
