import { CallError, tooLate } from './call-error.ts'
import type { ModelLimits } from './model-limits.ts'

/** How long one call is waited for, and by whom. */
export type Patience = {
  /** Ends the request and its body. */
  signal: AbortSignal
  /** Why waiting ended before the answer did; null while it has not. */
  over(): CallError | null
  /** The next byte must come within `ms`. */
  expect(ms: number): void
  /** It came: nobody waits for the endpoint until the next `expect`. */
  heard(): void
  /** Puts the timers away and closes what is still open. */
  end(): void
}

/** Waits as long as the limits say, and no longer than the caller's signal. */
export function createPatience(limits: Pick<ModelLimits, 'wholeMs'>, caller?: AbortSignal): Patience {
  const stop = new AbortController()
  let over: CallError | null = null
  let silence: NodeJS.Timeout | undefined
  const give = (error: CallError) => {
    over ??= error
    stop.abort()
  }
  const late = () => give(tooLate())
  // A caller who ran out of time says something about the endpoint; one who went away does not.
  const left = () =>
    caller?.reason?.name === 'TimeoutError'
      ? late()
      : give(new CallError('unavailable', 'The question was withdrawn', { about: 'caller' }))
  const whole = setTimeout(late, limits.wholeMs)
  if (caller?.aborted) left()
  else caller?.addEventListener('abort', left, { once: true })
  return {
    signal: stop.signal,
    over: () => over,
    expect(ms) {
      clearTimeout(silence)
      silence = setTimeout(late, ms)
    },
    heard: () => clearTimeout(silence),
    end() {
      clearTimeout(whole)
      clearTimeout(silence)
      caller?.removeEventListener('abort', left)
      stop.abort()
    },
  }
}
