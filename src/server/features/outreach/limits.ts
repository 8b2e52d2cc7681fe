import type { StoredLimit } from '#server/platform/http/stored-limits.ts'

/** Model-written scripts of an organization per day; after that templates are used. */
export const MODEL_SCRIPTS_PER_DAY: Omit<StoredLimit, 'bucket'> = { max: 300, minutes: 24 * 60 }

/** Time to wait for a model before a template is used. */
export const MODEL_WAIT_MS = 25_000
