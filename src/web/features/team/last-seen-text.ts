import { formatMomentDay } from '#web/lib/format.ts'

const MINUTE_MS = 60_000
/** The server records activity at most this often. */
const ACTIVE_MINUTES = 10

/** A member's last activity: `Now`, `25 minutes ago`, `3 hours ago`, then the date; `Signed out` without a session. */
export function lastSeenText(lastSeenAt: string | null, now: Date): string {
  if (!lastSeenAt) return 'Signed out'
  const minutes = Math.floor((now.getTime() - Date.parse(lastSeenAt)) / MINUTE_MS)
  if (minutes < ACTIVE_MINUTES) return 'Now'
  if (minutes < 60) return `${minutes} minutes ago`
  const hours = Math.floor(minutes / 60)
  if (hours < 24) return hours === 1 ? '1 hour ago' : `${hours} hours ago`
  return formatMomentDay(lastSeenAt)
}
