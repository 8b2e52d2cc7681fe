export type BreakerState = 'closed' | 'open' | 'half-open'

export type CircuitBreaker = {
  /** Whether a request may be sent now. While half-open only one may: the probe, until its end is told. */
  allows(): boolean
  succeeded(): void
  failed(): void
  /** The request ended without a word about the provider, such as a caller who went away. */
  abandoned(): void
  state(): BreakerState
}

/**
 * Stops asking a provider that keeps failing: `failures` in a row open it for `openMs`, then one probe decides.
 * `now` is in milliseconds.
 */
export function createCircuitBreaker(limits: {
  failures: number
  openMs: number
  now: () => number
}): CircuitBreaker {
  const { now } = limits
  let failures = 0
  let openedAt: number | null = null
  let probing = false
  return {
    allows() {
      if (openedAt === null) return true
      if (probing || now() - openedAt < limits.openMs) return false
      probing = true
      return true
    },
    succeeded() {
      failures = 0
      openedAt = null
      probing = false
    },
    failed() {
      failures += 1
      probing = false
      if (openedAt !== null || failures >= limits.failures) openedAt = now()
    },
    abandoned() {
      probing = false
    },
    state() {
      if (openedAt === null) return 'closed'
      return probing || now() - openedAt >= limits.openMs ? 'half-open' : 'open'
    },
  }
}
