import { ModelError, type ModelTrouble } from './language-model.ts'

/** Scope of a failure: the endpoint, this answer, or only the caller. */
type FailureScope = 'endpoint' | 'answer' | 'caller'

type CallErrorDetails = {
  about: FailureScope
  status?: number
  retryAfter?: number | null
  /** Setting that the operator should check. */
  setting?: string
  /** True when the connection broke, so that the request may be retried. */
  dropped?: boolean
}

/** A `ModelError` with details for the circuit breaker and the log. Its message is a constant text. */
export class CallError extends ModelError {
  readonly about: FailureScope
  readonly status: number | null
  readonly setting: string | null
  readonly dropped: boolean

  constructor(trouble: ModelTrouble, message: string, details: CallErrorDetails) {
    super(trouble, message, details.retryAfter ?? null)
    this.about = details.about
    this.status = details.status ?? null
    this.setting = details.setting ?? null
    this.dropped = details.dropped ?? false
  }
}

/** Codes of a closed socket. A refused connection or unknown host isn't worth a retry. */
const DROPPED = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'])

/** Converts an error of `fetch` or of reading a body. */
export function networkError(error: unknown): CallError {
  const cause = error instanceof Error ? (error.cause as { code?: unknown } | undefined) : undefined
  const dropped = DROPPED.has(String(cause?.code))
  const message = dropped
    ? 'The language model dropped the connection'
    : 'The language model could not be reached'
  return new CallError('unavailable', message, { about: 'endpoint', dropped })
}

export function timeoutError(): CallError {
  return new CallError('unavailable', 'The language model did not answer in time', { about: 'endpoint' })
}

/** Error for an answer that can't be used. */
export function unusableError(message: string): CallError {
  return new CallError('unusable', message, { about: 'answer' })
}
