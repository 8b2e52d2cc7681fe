/** One turn of what was said, oldest first. */
export type ModelTurn = { role: 'user' | 'assistant'; content: string }

/** A read-only question to the product's own services that a model may name; it never runs anything itself. */
export type ModelTool = {
  name: string
  description: string
  /** JSON Schema of its arguments. */
  parameters: Record<string, unknown>
}

export type ModelRequest = {
  /** Who the model is and what it must keep to; holds no secret. */
  instructions: string
  turns: readonly ModelTurn[]
  /** Characters of the answer at most; what is longer is cut. */
  maxCharacters: number
  signal?: AbortSignal | undefined
}

/**
 * What writes sentences. Embedded: nothing leaves the machine, and each feature answers from what it ships. Connected: an
 * endpoint that speaks the chat-completions protocol. Whatever it writes is untrusted.
 */
export type LanguageModel = { kind: 'embedded' } | ConnectedModel

export type ConnectedModel = {
  kind: 'connected'
  /** As the operator named it. */
  name: string
  /** Where it is asked, without path and credentials. */
  host: string
  /**
   * Pieces of one answer as they arrive, plain text without control characters; at least one that is not blank.
   *
   * @throws {ModelError} at any point of the stream
   */
  write(request: ModelRequest): AsyncIterable<string>
  /**
   * The tools that the model would use, at most three, with arguments as it wrote them: unchecked. Empty where the
   * endpoint knows no tools.
   *
   * @throws {ModelError}
   */
  choose(request: ModelRequest, tools: readonly ModelTool[]): Promise<{ name: string; arguments: unknown }[]>
}

/**
 * Why there is no answer: the endpoint is down or takes too long, has too much to do, or wrote nothing that can be used.
 */
export type ModelTrouble = 'unavailable' | 'busy' | 'unusable'

export class ModelError extends Error {
  readonly trouble: ModelTrouble
  /** Seconds the endpoint asked for. */
  readonly retryAfter: number | null

  constructor(trouble: ModelTrouble, message: string, retryAfter: number | null = null) {
    super(message)
    this.name = 'ModelError'
    this.trouble = trouble
    this.retryAfter = retryAfter
  }
}
