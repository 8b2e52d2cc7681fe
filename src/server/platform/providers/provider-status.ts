import type { Clock } from '../clock.ts'
import type { BreakerState } from './http/circuit-breaker.ts'
import type { ProviderHttp } from './http/provider-http.ts'
import { type ProviderCalls, type ProviderResult, wrapCalls } from './provider.ts'

/** Status of a data source, for operators. Counts are of this process since its start. */
export type ProviderStatus = {
  name: string
  /** Data it provides. */
  purpose: string
  /** Setting that turns it on. */
  variable: string
  on: boolean
  /** Requests, not counting retries. */
  calls: number
  matches: number
  failures: number
  costUsd: number
  breaker: BreakerState
  lastFailureAt: string | null
}

export type Source = ReturnType<typeof createSource>

/** Creates an enabled data source with its client and counters. */
export function createSource(http: ProviderHttp, clock: Clock) {
  let matches = 0
  let failures = 0
  let costUsd = 0
  let lastErrorAt: string | null = null

  function count(result: ProviderResult<unknown>): ProviderResult<unknown> {
    if (result.status === 'match') {
      matches += 1
      costUsd += result.costUsd ?? 0
    } else if (result.status === 'error' || result.status === 'rate_limited') {
      failures += 1
      lastErrorAt = clock.now().toISOString()
    }
    return result
  }

  return {
    /** The source's client; each result is counted. */
    connect<C extends ProviderCalls<C>>(createClient: (http: ProviderHttp, clock: Clock) => C): C {
      return wrapCalls(createClient(http, clock), (_name, call) => call().then(count))
    },
    stats() {
      const { calls, breaker, lastFailureAt } = http.status()
      // Rounded to remove floating-point noise.
      return {
        calls,
        matches,
        failures,
        costUsd: Math.round(costUsd * 1e4) / 1e4,
        breaker,
        lastFailureAt: lastErrorAt ?? lastFailureAt,
      }
    },
  }
}
