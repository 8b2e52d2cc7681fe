const MAX_SECONDS = 24 * 3600

/** A `Retry-After` header, in seconds or as a date, in whole seconds from `now` (ms); null where it says nothing usable. */
export function retryAfterSeconds(header: string | null, now: number): number | null {
  if (header === null) return null
  const text = header.trim()
  const seconds = /^\d+$/.test(text) ? Number(text) : Math.ceil((Date.parse(text) - now) / 1000)
  return Number.isNaN(seconds) ? null : Math.min(Math.max(seconds, 0), MAX_SECONDS)
}
