import type { Log } from '../log.ts'
import { createCircuitBreaker } from '../providers/http/circuit-breaker.ts'
import { CallError } from './call-error.ts'
import type { ModelLimits } from './model-limits.ts'
import type { ModelStatus } from './model-status.ts'

export type CallObserver = {
  answered(): void
  failed(error: CallError): void
  /** Nobody reads any further; says nothing after one of the others. */
  left(heard: boolean): void
}

type Options = { limits: ModelLimits; log: Log; now: () => number }

/** Counts what comes of asking, reports failures, and refuses calls to an endpoint that keeps failing. */
export function createCallWatcher({ limits, log, now }: Options) {
  const breaker = createCircuitBreaker({
    failures: limits.breakerFailures,
    openMs: limits.breakerOpenMs,
    now,
  })
  const figures: Omit<ModelStatus, 'name' | 'host' | 'breaker'> = {
    calls: 0,
    failures: 0,
    lastAnswerAt: null,
    lastFailureAt: null,
    lastFailure: null,
  }
  const moment = () => new Date(now()).toISOString()

  function answered(): void {
    breaker.succeeded()
    figures.lastAnswerAt = moment()
  }

  function failed(error: CallError): void {
    if (error.about === 'caller') {
      breaker.abandoned()
      return
    }
    // Whoever answers something that is of no use is there: one strange question must not close it for everybody.
    if (error.about === 'endpoint') breaker.failed()
    else breaker.succeeded()
    figures.failures += 1
    figures.lastFailureAt = moment()
    figures.lastFailure = error.message
    const { trouble, status, setting } = error
    if (setting) log.error({ variable: setting, status }, error.message)
    else log.warn({ trouble, status }, error.message)
  }

  return {
    /** @throws {ModelError} while the endpoint is left alone */
    begin(): CallObserver {
      if (!breaker.allows())
        throw new CallError('unavailable', 'The language model is left alone after repeated failures', {
          about: 'caller',
        })
      figures.calls += 1
      let open = true
      const once = (note: () => void) => {
        if (open) note()
        open = false
      }
      return {
        answered: () => once(answered),
        failed: (error) => once(() => failed(error)),
        left: (heard) => once(heard ? answered : breaker.abandoned),
      }
    },
    status: () => ({ ...figures, breaker: breaker.state() }),
  }
}
