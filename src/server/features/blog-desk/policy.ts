import { createHash } from 'node:crypto'

/** A worker holds a generation this long; a model has at most half of it for its answer. */
export const LEASE_MS = 180_000
/** How often a generation is tried again by itself. */
export const MAX_RETRIES = 3
/** Before each of these tries. */
const BACKOFF_MS = [30_000, 120_000, 600_000]
/** How long a request waits for its post; whoever asked sees it later otherwise. */
export const WAIT_MS = 10_000
/** The same topic or prompt asked for again so soon is the second click of one wish. */
export const DUPLICATE_REQUEST_MS = 10_000
/** A generation that nobody took up for so long is woken again. */
export const RESEND_AFTER_MS = 5000
/** Mondays at 14:00 UTC: the morning of a working day in all of America. */
export const WEEKLY_CRON = '0 14 * * 1'
const WEEKLY = { day: 1, hour: 14 }

/** When a try that failed comes again, where the endpoint did not name a time of its own (in seconds). */
export function nextAttemptAt(retries: number, retryAfter: number | null, now: Date): Date {
  const own = BACKOFF_MS[Math.min(retries, BACKOFF_MS.length - 1)] ?? 0
  const asked = Math.min(retryAfter ?? 0, 3600) * 1000
  return new Date(now.getTime() + Math.max(own, asked))
}

/** The next time the weekly generation runs, after a moment. */
export function nextWeekly(now: Date): Date {
  const next = new Date(now)
  next.setUTCHours(WEEKLY.hour, 0, 0, 0)
  next.setUTCDate(next.getUTCDate() + ((WEEKLY.day - next.getUTCDay() + 7) % 7))
  if (next <= now) next.setUTCDate(next.getUTCDate() + 7)
  return next
}

/** Names the week's one generation, so that a job that runs twice makes one post. */
export function weeklyKey(now: Date): string {
  const week = nextWeekly(now).toISOString().slice(0, 10)
  const hex = createHash('sha256').update(`blog-desk weekly ${week}`).digest('hex')
  return hex.slice(0, 32).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
