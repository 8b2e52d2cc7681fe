import { CallError, timeoutError } from './call-error.ts'
import type { ModelLimits } from './model-limits.ts'

/** How long one call is waited for, and by whom. */
export type CallDeadline = {
  /** Ends the request and its body. */
  signal: AbortSignal
  /** Why waiting ended before the answer did; null while it has not. */
  failure(): CallError | null
  /** The next byte must come within `ms`. */
  expect(ms: number): void
  /** It came: nobody waits for the endpoint until the next `expect`. */
  received(): void
  /** Puts the timers away and closes what is still open. */
  end(): void
}

/** Waits as long as the limits say, and no longer than the caller's signal. */
export function createCallDeadline(limits: Pick<ModelLimits, 'wholeMs'>, caller?: AbortSignal): CallDeadline {
  const stop = new AbortController()
  let failure: CallError | null = null
  let silence: NodeJS.Timeout | undefined
  const fail = (error: CallError) => {
    failure ??= error
    stop.abort()
  }
  const timeOut = () => fail(timeoutError())
  // A caller who ran out of time says something about the endpoint; one who went away does not.
  const onCallerAbort = () =>
    caller?.reason?.name === 'TimeoutError'
      ? timeOut()
      : fail(new CallError('unavailable', 'The question was withdrawn', { about: 'caller' }))
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
