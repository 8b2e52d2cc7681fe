/** Levels between an area and the groups in it. */
export const GROUP_LEVELS = 6
/** Level of the groups of the whole map. */
export const TOP_LEVEL = 8
/** With fewer groups, finer ones are counted; with more, coarser ones are sent. */
export const MIN_GROUPS = 6
export const MAX_GROUPS = 320
/** Levels between two attempts to find finer groups. */
export const FINER_LEVELS = 4
/** Contacts that a step of the backfill gives their place. */
export const BACKFILL_BATCH = 2000
/** ZIP codes stored with one statement. */
export const ZIP_BATCH = 5000
