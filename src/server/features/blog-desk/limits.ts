import { createHash } from 'node:crypto'

/** Lease of a generation; the model's response may take at most half of it. */
export const LEASE_MS = 180_000
/** Automatic retries of a generation. */
export const MAX_RETRIES = 3
/** Backoff before each retry. */
const BACKOFF_MS = [30_000, 120_000, 600_000]
/** Longest wait of a request for its post. The page shows a post that is ready later by itself. */
export const MAX_WAIT_MS = 10_000
/** A repeated request for the same topic or prompt within this time counts as a double click. */
export const DUPLICATE_REQUEST_MS = 10_000
/** A generation not claimed within this time is queued again. */
export const RESEND_AFTER_MS = 5000
/** Mondays at 14:00 UTC: morning in all of America. */
export const WEEKLY_CRON = '0 14 * * 1'
const WEEKLY_RUN = { day: 1, hour: 14 }

/** Time of the next attempt: our own backoff, or `retryAfter` in seconds if that is longer. */
export function nextAttemptAt(retries: number, retryAfter: number | null, now: Date): Date {
  const backoff = BACKOFF_MS[Math.min(retries, BACKOFF_MS.length - 1)] ?? 0
  const requested = Math.min(retryAfter ?? 0, 3600) * 1000
  return new Date(now.getTime() + Math.max(backoff, requested))
}

/** The next weekly run after `now`. */
export function nextWeekly(now: Date): Date {
  const run = new Date(now)
  run.setUTCHours(WEEKLY_RUN.hour, 0, 0, 0)
  run.setUTCDate(run.getUTCDate() + ((WEEKLY_RUN.day - run.getUTCDay() + 7) % 7))
  if (run <= now) run.setUTCDate(run.getUTCDate() + 7)
  return run
}

/** Request id (a UUID without hyphens) of the week's generation, so that a job that runs twice creates one post. */
export function weeklyKey(now: Date): string {
  const week = nextWeekly(now).toISOString().slice(0, 10)
  return createHash('sha256').update(`blog-desk weekly ${week}`).digest('hex').slice(0, 32)
}

/** Longest side of a stored picture, in pixels: twice the width of a post's text. */
export const MAX_PICTURE_EDGE = 1600
/** Largest picture that is decoded. Phones take up to 50 megapixels. */
export const MAX_PICTURE_PIXELS = 64_000_000
export const MAX_PICTURE_INPUT_EDGE = 16_000
/** Longest time to encode a picture. */
export const PICTURE_SECONDS = 15
/** Pictures that no post contains are deleted after this time, so that a writer can undo a change. */
export const UNUSED_PICTURE_MS = 7 * 86_400_000
/** Stored pictures that no post contains yet. */
export const MAX_UNUSED_PICTURES = 500
