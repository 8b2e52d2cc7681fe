export type OutboundFailure =
  | 'bad_url'
  | 'unknown_host'
  | 'refused_address'
  | 'redirected'
  | 'unreachable'
  | 'timed_out'
  | 'too_large'

/** A call that was not allowed or got no complete response. The message is for people and contains no address. */
export class OutboundError extends Error {
  readonly reason: OutboundFailure

  constructor(reason: OutboundFailure, message: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'OutboundError'
    this.reason = reason
  }
}
