/** Limits on time and size: users wait for answers, and the endpoint isn't trusted. */
export type ModelLimits = {
  /** From the request to the first byte of the body. */
  firstByteMs: number
  /** Between two pieces of an answer; keep-alives count as a piece. */
  silenceMs: number
  /** For the whole answer, including a retry. */
  wholeMs: number
  /** Of the raw body, after decompression. */
  maxBytes: number
  /** Of one event of the stream, in characters. */
  maxEvent: number
  /** Consecutive failures that open the circuit breaker, and how long it stays open. */
  breakerFailures: number
  breakerOpenMs: number
}

export const MODEL_LIMITS: ModelLimits = {
  firstByteMs: 20_000,
  silenceMs: 15_000,
  wholeMs: 90_000,
  maxBytes: 1024 * 1024,
  maxEvent: 64 * 1024,
  breakerFailures: 3,
  breakerOpenMs: 30_000,
}

/** Tool calls used of one answer; the rest is ignored. */
export const MAX_TOOL_CALLS = 3
