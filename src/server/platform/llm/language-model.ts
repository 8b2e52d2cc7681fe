import type { BreakerState } from '#server/platform/providers/http/circuit-breaker.ts'

/** One message of a conversation. */
export type ModelTurn = { role: 'user' | 'assistant'; content: string }

/** A read-only query that a model may choose. The product runs it; the model runs nothing itself. */
export type ModelTool = {
  name: string
  description: string
  /** JSON Schema of its arguments. */
  parameters: Record<string, unknown>
}

export type ModelRequest = {
  /** System prompt; contains no secrets. */
  instructions: string
  turns: readonly ModelTurn[]
  /** Maximum characters of the answer; longer answers are cut. */
  maxCharacters: number
  signal?: AbortSignal | undefined
}

/**
 * Source of generated text. Embedded: features use their built-in texts, and nothing leaves the machine. Connected: an
 * endpoint with the chat-completions protocol, whose output is untrusted.
 */
export type LanguageModel = { kind: 'embedded' } | ConnectedModel

export type ConnectedModel = {
  kind: 'connected'
  /** Model name set by the operator. */
  name: string
  /** Host of the endpoint, without path and credentials. */
  host: string
  /**
   * Streams an answer as plain text without control characters; at least one piece is not blank.
   *
   * @throws {ModelError} at any point of the stream
   */
  write(request: ModelRequest): AsyncIterable<string>
  /**
   * Asks which tools the model would use: at most three, with unvalidated arguments. Empty if the endpoint doesn't support
   * tools.
   *
   * @throws {ModelError}
   */
  choose(request: ModelRequest, tools: readonly ModelTool[]): Promise<{ name: string; arguments: unknown }[]>
}

/**
 * Reason for a missing answer: the endpoint is down or too slow, overloaded, or its answer can't be used.
 */
export type ModelTrouble = 'unavailable' | 'busy' | 'unusable'

type ModelErrorDetails = {
  /** The failed part: the endpoint, this answer, or only the caller. */
  about: 'endpoint' | 'answer' | 'caller'
  status?: number
  retryAfter?: number | null
  /** Setting that the operator should check. */
  setting?: string
  /** True if the connection broke, so that the request may be retried. */
  dropped?: boolean
}

/** A missing answer, with details for the circuit breaker and the log. Its message is a constant text. */
export class ModelError extends Error {
  readonly trouble: ModelTrouble
  /** Seconds the endpoint asked us to wait. */
  readonly retryAfter: number | null
  readonly details: ModelErrorDetails

  constructor(trouble: ModelTrouble, message: string, details: ModelErrorDetails = { about: 'answer' }) {
    super(message)
    this.name = 'ModelError'
    this.trouble = trouble
    this.retryAfter = details.retryAfter ?? null
    this.details = details
  }
}

export type ModelSettings = {
  /** URL without `/chat/completions`, as set by the operator. */
  baseUrl: string
  name: string
  key: string | null
}

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

/** Status of a connected model, for operators. Counts are of this process since its start. */
export type ModelStatus = {
  name: string
  host: string
  /** Requests, not counting retries. */
  calls: number
  failures: number
  /** `open`: calls are paused after repeated failures. */
  breaker: BreakerState
  lastAnswerAt: string | null
  lastFailureAt: string | null
  /** A constant text that contains nothing of a question or answer. */
  lastFailure: string | null
}

/** A connected model with its status. */
export type ObservedModel = ConnectedModel & { status(): ModelStatus }
