/** What an endpoint may cost us: somebody waits for each answer, and what arrives is not trusted. */
export type ModelLimits = {
  /** From the question to the first byte of the answer's body. */
  firstByteMs: number
  /** Between two pieces of an answer; keep-alives count as a piece. */
  silenceMs: number
  /** For the whole answer, with a second try. */
  wholeMs: number
  /** Of the raw body, after decompression. */
  maxBytes: number
  /** Of one event of the stream, in characters. */
  maxEvent: number
  /** So many failures in a row, and the endpoint is left alone for so long. */
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

/** Tools that may be named in one answer; the rest is left out. */
export const MAX_TOOL_CALLS = 3
