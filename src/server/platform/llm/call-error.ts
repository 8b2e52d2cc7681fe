import { ModelError } from './language-model.ts'

/** Codes of a closed socket. A refused connection or unknown host isn't worth a retry. */
const DROPPED = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'])

/** Converts an error of `fetch` or of reading a body. */
export function networkError(error: unknown): ModelError {
  const cause = error instanceof Error ? (error.cause as { code?: unknown } | undefined) : undefined
  const dropped = DROPPED.has(String(cause?.code))
  const message = dropped
    ? 'The language model dropped the connection'
    : 'The language model could not be reached'
  return new ModelError('unavailable', message, { about: 'endpoint', dropped })
}

export function timeoutError(): ModelError {
  return new ModelError('unavailable', 'The language model did not answer in time', { about: 'endpoint' })
}
