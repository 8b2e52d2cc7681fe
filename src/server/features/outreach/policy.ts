import type { StoredLimit } from '#server/platform/http/stored-limits.ts'

/** Scripts that a model may write for an organization in a day; after that ready-made words stand in. */
export const MODEL_SCRIPTS_PER_DAY: Omit<StoredLimit, 'bucket'> = { max: 300, minutes: 24 * 60 }

/** How long somebody waits for a model before ready-made words stand in. */
export const MODEL_WAIT_MS = 25_000
