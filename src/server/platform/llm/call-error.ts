import { ModelError, type ModelTrouble } from './language-model.ts'

/** What a failure tells something about: the endpoint, this one answer, or only whoever asked. */
type FailureScope = 'endpoint' | 'answer' | 'caller'

type CallErrorDetails = {
  about: FailureScope
  status?: number
  retryAfter?: number | null
  /** The variable that the operator has to look at. */
  setting?: string
  /** The connection broke: whatever was sent may be sent once more. */
  dropped?: boolean
}

/** A `ModelError` with what the circuit breaker and the log want to know. Its message is one of constant texts. */
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

/** What a closed socket is called; a refused one or an unknown host is not worth a second try. */
const DROPPED = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'])

/** An error of `fetch` or of reading a body. */
export function networkError(error: unknown): CallError {
  const cause = error instanceof Error ? (error.cause as { code?: unknown } | undefined) : undefined
  const dropped = DROPPED.has(String(cause?.code))
  const message = dropped
    ? 'The language model broke the connection'
    : 'The language model could not be reached'
  return new CallError('unavailable', message, { about: 'endpoint', dropped })
}

export function timeoutError(): CallError {
  return new CallError('unavailable', 'The language model did not answer in time', { about: 'endpoint' })
}

/** There is an answer, and nothing can be done with it. */
export function unusableError(message: string): CallError {
  return new CallError('unusable', message, { about: 'answer' })
}
