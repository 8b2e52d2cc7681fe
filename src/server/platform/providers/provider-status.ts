import type { Clock } from '../clock.ts'
import type { BreakerState } from './http/circuit-breaker.ts'
import type { ProviderHttp } from './http/provider-http.ts'
import type { ProviderResult } from './provider.ts'

/** One data source as its operator sees it. Figures are of this process since its start. */
export type ProviderStatus = {
  name: string
  /** What it is asked for. */
  purpose: string
  /** The setting that switches it on. */
  variable: string
  on: boolean
  /** Questions sent, each once however many tries it took. */
  calls: number
  matches: number
  failures: number
  costUsd: number
  breaker: BreakerState
  lastFailureAt: string | null
}

/** A data source that is switched on: its connection, and what came of asking it. */
export type Source = {
  http: ProviderHttp
  /** Counts the answer and hands it on. */
  counted<T>(answer: Promise<ProviderResult<T>>): Promise<ProviderResult<T>>
  figures(): Omit<ProviderStatus, 'name' | 'purpose' | 'variable' | 'on'>
}

export function createSource(http: ProviderHttp, clock: Clock): Source {
  let matches = 0
  let failures = 0
  let costUsd = 0
  let refusedAt: string | null = null
  return {
    http,
    async counted(asked) {
      const answer = await asked
      if (answer.status === 'match') {
        matches += 1
        costUsd += answer.costUsd ?? 0
      } else if (answer.status === 'error' || answer.status === 'rate_limited') {
        failures += 1
        refusedAt = clock.now().toISOString()
      }
      return answer
    },
    figures() {
      const { calls, breaker, lastFailureAt } = http.status()
      // Cents of a cent add up to noise in the last digits.
      return {
        calls,
        matches,
        failures,
        costUsd: Math.round(costUsd * 1e4) / 1e4,
        breaker,
        lastFailureAt: refusedAt ?? lastFailureAt,
      }
    },
  }
}
