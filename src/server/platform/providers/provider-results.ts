import type { z } from 'zod'
import type { IsoDate } from '#domain/enrichment/person-record.ts'
import { type Clock, dayOf } from '../clock.ts'
import type { ProviderResponse } from './http/provider-http.ts'
import type { MatchMetadata, ProviderResult, Verdict } from './provider.ts'
import { createRejectedFields, type RejectedFields } from './response-reader.ts'

type Reader<T> = (body: unknown) => ProviderResult<T>

/** Builds the results of a provider. `costUsd` is the price of a match. */
export function createResults(provider: string, clock: Clock, costUsd = 0) {
  const noMatch = { status: 'no_match' as const, provider }
  const error = (problem: string) => ({
    status: 'error' as const,
    provider,
    message: `${provider} ${problem}`,
  })
  const match = <T>(data: T, metadata: Partial<MatchMetadata> = {}) => {
    const fetchedAt = clock.now().toISOString()
    return { status: 'match' as const, data, provider, fetchedAt, sample: false, costUsd, ...metadata }
  }
  return {
    noMatch,
    /** The message helps the operator and never quotes the provider. */
    error,
    match,
    /** A match that names the fields with impossible values. */
    matchFrom<T>(read: (today: IsoDate, rejected: RejectedFields) => T, metadata?: Partial<MatchMetadata>) {
      const rejected = createRejectedFields()
      const data = read(dayOf(clock.now()), rejected)
      return match(data, { refused: rejected.fields(), ...metadata })
    },
    /** Reads a body that matches its schema; any other body is an error, never a match. */
    reader<S extends z.ZodType, T>(schema: S, read: (body: z.output<S>) => ProviderResult<T>): Reader<T> {
      return (body) => {
        const parsed = schema.safeParse(body)
        return parsed.success ? read(parsed.data) : error('returned an unknown format')
      }
    },
    /** Converts a response. `readers` handle the statuses about the person; any other status is an error. */
    from<T>(response: ProviderResponse, readers: Record<number, Reader<T>>): ProviderResult<T> {
      if (response.kind === 'rate_limited') {
        return { status: 'rate_limited', provider, retryAfterSeconds: response.retryAfterSeconds }
      }
      if (response.kind === 'failed') return { status: 'error', provider, message: response.message }
      const read = readers[response.status]
      return read ? read(response.body) : error(problemOf(response.status))
    },
  }
}

function problemOf(status: number): string {
  if (status === 401 || status === 403) return 'rejected the API key'
  if (status === 402) return 'is out of credits'
  return `rejected the request (${status})`
}

/** A valid format isn't enough; a carrier or line type confirms the line. */
export function lineVerdict(isValid: unknown, lineType: string | null, carrier: string | null): Verdict {
  return isValid === true && (lineType !== null || carrier !== null)
    ? { verdict: 'valid', reason: null, lineType, carrier }
    : { verdict: 'unknown', reason: "The carrier didn't respond", lineType, carrier }
}
