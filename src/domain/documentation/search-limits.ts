/** Longest query in characters; the rest is ignored. */
export const QUERY_MAX = 100

/** Sections shown for a search. */
export const MAX_HITS = 12
