/** Keys of one member. */
export const MAX_KEYS = 50
/** How long the old key works after a rotation. */
export const ROTATION_HOURS = 24
/** How exact `last_used_at` is. */
export const LAST_USE_INTERVAL_MS = 60_000
/** Keys in memory, the most recently used ones. */
export const MAX_CACHED_KEYS = 2000
