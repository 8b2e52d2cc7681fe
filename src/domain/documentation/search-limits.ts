/** Characters of a search that count. */
export const QUERY_MAX = 100

/** Sections that a search shows at most. */
export const MAX_HITS = 12
