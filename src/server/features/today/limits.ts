/** Candidates by chance of a move, and those with a relationship, from whom the ranking chooses. */
export const CANDIDATES_TO_PHONE = 100
export const CANDIDATES_TO_WRITE = 60
export const CANDIDATES_KNOWN = 60
/** Candidates with a task due or the anniversary of a closing. */
export const CANDIDATES_DUE = 60

/** Rows of what was promised. */
export const MAX_PROMISED = 50

/** An inquiry waits for an answer at most this long; after that it is history. */
export const INQUIRY_DAYS = 14
