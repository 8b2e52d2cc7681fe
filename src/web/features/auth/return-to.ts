const KEY = 'return-to'
const MINUTES = 30

/**
 * Remembers the page that a visitor wanted, to open it after signing in. In local storage, because the emailed sign-in
 * link opens in another tab.
 */
export function rememberPage(path: string): void {
  try {
    localStorage.setItem(KEY, JSON.stringify({ path, at: Date.now() }))
  } catch {
    // Storage is turned off: signing in opens the contacts.
  }
}

/** The remembered page, once; null if there is none or it is too old. */
export function takeRememberedPage(): string | null {
  try {
    const stored = localStorage.getItem(KEY)
    if (!stored) return null
    localStorage.removeItem(KEY)
    const { path, at } = JSON.parse(stored) as { path: unknown; at: unknown }
    const isRecent = typeof at === 'number' && Math.abs(Date.now() - at) < MINUTES * 60_000
    // A path of our own, never an address.
    return isRecent && typeof path === 'string' && /^\/(?!\/)/.test(path) ? path : null
  } catch {
    return null
  }
}
