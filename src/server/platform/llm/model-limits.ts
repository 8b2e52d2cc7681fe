/** Limits on time and size: users wait for answers, and the endpoint isn't trusted. */
export const MODEL_LIMITS = {
  /** From the request to the first byte of the body. */
  firstByteMs: 20_000,
  /** Between two pieces of an answer; keep-alives count as a piece. */
  silenceMs: 15_000,
  /** For the whole answer, including a retry. */
  wholeMs: 90_000,
  /** Of the raw body, after decompression. */
  maxBytes: 1024 * 1024,
  /** Of one event of the stream, in characters. */
  maxEvent: 64 * 1024,
  /** Consecutive failures that open the circuit breaker, and how long it stays open. */
  breakerFailures: 3,
  breakerOpenMs: 30_000,
}
export type ModelLimits = typeof MODEL_LIMITS

/** Tool calls used of one answer; the rest is ignored. */
export const MAX_TOOL_CALLS = 3
