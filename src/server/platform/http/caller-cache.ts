import { BoundedMap } from '../bounded-map.ts'
import { digest } from '../ids.ts'

const MAX_CACHED = 20_000
const CACHE_TTL_MS = 15 * 60_000
const SESSION_COOKIE_PATTERN = /(?:^|; ?)(?:__Host-)?sid=([\w-]{20,100})(?:;|$)/

/**
 * Maps session cookies to users before the session is read. Only recently verified sessions count as callers of their own;
 * made-up cookies count toward their network. Used for fair queuing, never for access.
 */
export function createCallerCache(now: () => number = Date.now) {
  const cache = new BoundedMap<string, { userId: string; until: number }>(MAX_CACHED)
  const keyOf = (cookies: string | undefined) => {
    const sid = cookies && SESSION_COOKIE_PATTERN.exec(cookies)?.[1]
    return sid ? digest(sid) : null
  }
  return {
    /** Records the user of a session that has just been verified. */
    record(cookies: string | undefined, userId: string): void {
      const key = keyOf(cookies)
      if (key) cache.set(key, { userId, until: now() + CACHE_TTL_MS })
    },
    /** User of a recently verified session; null for anyone else. */
    userOf(cookies: string | undefined): string | null {
      const key = keyOf(cookies)
      const cached = key && cache.get(key)
      return cached && cached.until > now() ? cached.userId : null
    },
  }
}
