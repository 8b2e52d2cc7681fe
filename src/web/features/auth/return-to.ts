const STORAGE_KEY = 'return-to'
const MAX_AGE_MINUTES = 30

/**
 * Remembers the page that a visitor wanted, to open it after signing in. In local storage, because the emailed sign-in
 * link opens in another tab.
 */
export function rememberPage(path: string): void {
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify({ path, at: Date.now() }))
  } catch {
    // Storage is turned off: signing in opens the contacts.
  }
}

/** Returns and forgets the remembered page; null if there is none or it is too old. */
export function takeRememberedPage(): string | null {
  try {
    const stored = localStorage.getItem(STORAGE_KEY)
    if (!stored) return null
    localStorage.removeItem(STORAGE_KEY)
    const { path, at } = JSON.parse(stored) as { path: unknown; at: unknown }
    const isRecent = typeof at === 'number' && Math.abs(Date.now() - at) < MAX_AGE_MINUTES * 60_000
    // Only paths on this site, never URLs of other sites.
    return isRecent && typeof path === 'string' && /^\/(?!\/)/.test(path) ? path : null
  } catch {
    return null
  }
}
