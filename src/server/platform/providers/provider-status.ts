import type { Clock } from '../clock.ts'
import type { BreakerState } from './http/circuit-breaker.ts'
import type { ProviderHttp } from './http/provider-http.ts'
import type { ProviderResult } from './provider.ts'

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

/** An enabled data source with its client and counters. */
export type Source = {
  http: ProviderHttp
  /** Counts the result and returns it. */
  counted<T>(answer: Promise<ProviderResult<T>>): Promise<ProviderResult<T>>
  stats(): Omit<ProviderStatus, 'name' | 'purpose' | 'variable' | 'on'>
}

export function createSource(http: ProviderHttp, clock: Clock): Source {
  let matches = 0
  let failures = 0
  let costUsd = 0
  let lastErrorAt: string | null = null
  return {
    http,
    async counted(result) {
      const answer = await result
      if (answer.status === 'match') {
        matches += 1
        costUsd += answer.costUsd ?? 0
      } else if (answer.status === 'error' || answer.status === 'rate_limited') {
        failures += 1
        lastErrorAt = clock.now().toISOString()
      }
      return answer
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
