import type { Log } from '../log.ts'
import { createCircuitBreaker } from '../providers/http/circuit-breaker.ts'
import type { ModelStatus } from './language-model.ts'
import { ModelError } from './language-model.ts'
import type { ModelLimits } from './model-limits.ts'

type Options = { limits: ModelLimits; log: Log; now: () => number }

/** Counts and logs the outcomes of calls, and rejects calls while the circuit breaker is open. */
export function createCallWatcher({ limits, log, now }: Options) {
  const breaker = createCircuitBreaker({
    failures: limits.breakerFailures,
    openMs: limits.breakerOpenMs,
    now,
  })
  const stats: Omit<ModelStatus, 'name' | 'host' | 'breaker'> = {
    calls: 0,
    failures: 0,
    lastAnswerAt: null,
    lastFailureAt: null,
    lastFailure: null,
  }
  const timestamp = () => new Date(now()).toISOString()

  function recordAnswer(): void {
    breaker.recordSuccess()
    stats.lastAnswerAt = timestamp()
  }

  function recordFailure(error: ModelError): void {
    const { about, status, setting } = error.details
    if (about === 'caller') {
      breaker.recordAbandoned()
      return
    }
    // An unusable answer shows that the endpoint works; one odd request must not open the breaker for everyone.
    if (about === 'endpoint') breaker.recordFailure()
    else breaker.recordSuccess()
    stats.failures += 1
    stats.lastFailureAt = timestamp()
    stats.lastFailure = error.message
    if (setting) log.error({ variable: setting, status }, error.message)
    else log.warn({ trouble: error.trouble, status }, error.message)
  }

  return {
    /** @throws {ModelError} while the circuit breaker is open */
    startCall() {
      if (!breaker.allowsCall())
        throw new ModelError('unavailable', 'The language model is paused after repeated failures', {
          about: 'caller',
        })
      stats.calls += 1
      let isOpen = true
      const once = (record: () => void) => {
        if (isOpen) record()
        isOpen = false
      }
      return {
        recordAnswer: () => once(recordAnswer),
        recordFailure: (error: ModelError) => once(() => recordFailure(error)),
        /** The caller stopped reading; ignored after one of the others. */
        recordAbandoned: (hasOutput: boolean) => once(hasOutput ? recordAnswer : breaker.recordAbandoned),
      }
    },
    status: () => ({ ...stats, breaker: breaker.state() }),
  }
}
