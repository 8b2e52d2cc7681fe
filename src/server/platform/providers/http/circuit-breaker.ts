export type BreakerState = 'closed' | 'open' | 'half-open'

/**
 * Creates a circuit breaker: `failures` in a row open it for `openMs`, then one probe decides. `now` is in milliseconds.
 */
export function createCircuitBreaker(limits: { failures: number; openMs: number; now: () => number }) {
  const { now } = limits
  let failures = 0
  let openedAt: number | null = null
  let probing = false
  return {
    /** True if a request may be sent. While half-open, only one probe is allowed until its outcome is reported. */
    allows(): boolean {
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
    /** The request ended without telling anything about the provider, such as a disconnected caller. */
    abandoned() {
      probing = false
    },
    state(): BreakerState {
      if (openedAt === null) return 'closed'
      return probing || now() - openedAt >= limits.openMs ? 'half-open' : 'open'
    },
  }
}
