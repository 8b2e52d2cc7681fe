/** Longest work for one organization before others have their turn. */
export const SLICE_MS = 20_000
/** Longer than a slice and its last call can take. Afterwards the process must have died. */
export const LEASE_SECONDS = 90
export const POLL_MINUTES = 10
export const PAGE_SIZE = 100
/** Objects of the queue claimed at once. */
export const QUEUE_BATCH = 50
/** Pauses after each failure of one change; afterwards it is given up. */
export const RETRY_SECONDS = [10, 60, 600, 3600]
/** Longest pause while Follow Up Boss doesn't answer. */
export const MAX_DOWN_SECONDS = 600
export const CONFLICT_DAYS = 90
export const FAILURE_DAYS = 30
export const MAX_NOTE_LENGTH = 20_000
export const MAX_TASK_TITLE_LENGTH = 200
export const MAX_ACTIVITY_NOTE_LENGTH = 2000
/** Objects that one webhook may name. */
export const MAX_HOOK_IDS = 5000
