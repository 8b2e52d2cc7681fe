import { digest } from '../ids.ts'

const MAX_CACHED = 20_000
const CACHE_TTL_MS = 15 * 60_000
const SESSION_COOKIE = /(?:^|; ?)(?:__Host-)?sid=([\w-]{20,100})(?:;|$)/

/**
 * Whose requests are whose before their session is read: only what was verified lately makes a caller of its own, so that made-up
 * cookies stay what they are, one network's requests. It decides about turns, never about rights.
 */
export function createCallerCache(now: () => number = Date.now) {
  const known = new Map<string, { userId: string; until: number }>()
  const keyOf = (cookies: string | undefined) => {
    const sid = cookies && SESSION_COOKIE.exec(cookies)?.[1]
    return sid ? digest(sid) : null
  }
  return {
    /** Notes that the session behind these cookies was read, and is this user's. */
    note(cookies: string | undefined, userId: string): void {
      const key = keyOf(cookies)
      if (!key) return
      known.delete(key)
      known.set(key, { userId, until: now() + CACHE_TTL_MS })
      if (known.size > MAX_CACHED) known.delete(known.keys().next().value ?? '')
    },
    /** The user of a session that was verified lately; null for everybody else. */
    userOf(cookies: string | undefined): string | null {
      const key = keyOf(cookies)
      const found = key && known.get(key)
      return found && found.until > now() ? found.userId : null
    },
  }
}
