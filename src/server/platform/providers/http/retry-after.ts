const MAX_SECONDS = 24 * 3600

/** Parses `Retry-After` (seconds or a date) to whole seconds from `now` (ms); null if missing or invalid. */
export function retryAfterSeconds(header: string | null, now: number): number | null {
  if (header === null) return null
  const text = header.trim()
  const seconds = /^\d+$/.test(text) ? Number(text) : Math.ceil((Date.parse(text) - now) / 1000)
  return Number.isNaN(seconds) ? null : Math.min(Math.max(seconds, 0), MAX_SECONDS)
}
