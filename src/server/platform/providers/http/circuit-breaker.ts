export type BreakerState = 'closed' | 'open' | 'half-open'

/**
 * Creates a circuit breaker: `failures` in a row open it for `openMs`, then one probe decides. `now` is in milliseconds.
 */
export function createCircuitBreaker(limits: { failures: number; openMs: number; now: () => number }) {
  const { now } = limits
  let failures = 0
  let openedAt: number | null = null
  let isProbing = false
  return {
    /** True if a request may be sent. While half-open, only one probe is allowed until its outcome is reported. */
    allowsCall(): boolean {
      if (openedAt === null) return true
      if (isProbing || now() - openedAt < limits.openMs) return false
      isProbing = true
      return true
    },
    recordSuccess() {
      failures = 0
      openedAt = null
      isProbing = false
    },
    recordFailure() {
      failures += 1
      isProbing = false
      if (openedAt !== null || failures >= limits.failures) openedAt = now()
    },
    /** The request ended without telling anything about the provider, such as a disconnected caller. */
    recordAbandoned() {
      isProbing = false
    },
    state(): BreakerState {
      if (openedAt === null) return 'closed'
      return isProbing || now() - openedAt >= limits.openMs ? 'half-open' : 'open'
    },
  }
}
