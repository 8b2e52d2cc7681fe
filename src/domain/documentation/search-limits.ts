/** Maximum length of a query in characters; the rest is ignored. */
export const MAX_QUERY_LENGTH = 100

/** Sections shown for a search. */
export const MAX_HITS = 12
