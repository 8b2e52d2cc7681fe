import { CallError, timeoutError } from './call-error.ts'
import type { ModelLimits } from './model-limits.ts'

/** Time limits of one call. */
export type CallDeadline = {
  /** Aborts the request and its body. */
  signal: AbortSignal
  /** Reason for the abort; null while there is none. */
  failure(): CallError | null
  /** Requires the next byte within `ms`. */
  expect(ms: number): void
  /** Stops that timer until the next `expect`. */
  received(): void
  /** Clears the timers and closes the connection. */
  end(): void
}

/** Creates a deadline from the limits and the caller's signal. */
export function createCallDeadline(limits: Pick<ModelLimits, 'wholeMs'>, caller?: AbortSignal): CallDeadline {
  const stop = new AbortController()
  let failure: CallError | null = null
  let silence: NodeJS.Timeout | undefined
  const fail = (error: CallError) => {
    failure ??= error
    stop.abort()
  }
  const timeOut = () => fail(timeoutError())
  // A caller's timeout counts as a failure of the endpoint; a disconnected caller doesn't.
  const onCallerAbort = () =>
    caller?.reason?.name === 'TimeoutError'
      ? timeOut()
      : fail(new CallError('unavailable', 'The request was canceled', { about: 'caller' }))
  const whole = setTimeout(timeOut, limits.wholeMs)
  if (caller?.aborted) onCallerAbort()
  else caller?.addEventListener('abort', onCallerAbort, { once: true })
  return {
    signal: stop.signal,
    failure: () => failure,
    expect(ms) {
      clearTimeout(silence)
      silence = setTimeout(timeOut, ms)
    },
    received: () => clearTimeout(silence),
    end() {
      clearTimeout(whole)
      clearTimeout(silence)
      caller?.removeEventListener('abort', onCallerAbort)
      stop.abort()
    },
  }
}
