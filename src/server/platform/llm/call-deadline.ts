import { ModelError, timeoutError } from './language-model.ts'
import type { ModelLimits } from './model-limits.ts'

export type CallDeadline = ReturnType<typeof createCallDeadline>

/** Creates a deadline from the limits and the caller's signal. */
export function createCallDeadline(limits: Pick<ModelLimits, 'wholeMs'>, caller?: AbortSignal) {
  const stop = new AbortController()
  let failure: ModelError | null = null
  let silenceTimer: NodeJS.Timeout | undefined
  const fail = (error: ModelError) => {
    failure ??= error
    stop.abort()
  }
  const timeOut = () => fail(timeoutError())
  // A caller's timeout counts as a failure of the endpoint; a disconnected caller doesn't.
  const onCallerAbort = () =>
    caller?.reason?.name === 'TimeoutError'
      ? timeOut()
      : fail(new ModelError('unavailable', 'The request was canceled', { about: 'caller' }))
  const wholeTimer = setTimeout(timeOut, limits.wholeMs)
  if (caller?.aborted) onCallerAbort()
  else caller?.addEventListener('abort', onCallerAbort, { once: true })
  return {
    /** Aborts the request and its body. */
    signal: stop.signal,
    /** Reason for the abort; null while there is none. */
    failure: () => failure,
    /** Requires the next byte within `ms`. */
    expect(ms: number) {
      clearTimeout(silenceTimer)
      silenceTimer = setTimeout(timeOut, ms)
    },
    /** Stops that timer until the next `expect`. */
    received: () => clearTimeout(silenceTimer),
    /** Clears the timers and closes the connection. */
    end() {
      clearTimeout(wholeTimer)
      clearTimeout(silenceTimer)
      caller?.removeEventListener('abort', onCallerAbort)
      stop.abort()
    },
  }
}
