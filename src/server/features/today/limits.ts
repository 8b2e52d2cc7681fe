/** Candidates by chance of a move, and those with a relationship, from whom the ranking chooses. */
export const MAX_PHONE_CANDIDATES = 100
export const MAX_WRITE_CANDIDATES = 60
export const MAX_RELATIONSHIP_CANDIDATES = 60
/** Candidates with a task due or the anniversary of a closing. */
export const MAX_DUE_CANDIDATES = 60

/** Inquiries, tasks and appointments on the list. */
export const MAX_COMMITMENTS = 50

/** Days for which an unanswered inquiry stays on the list. */
export const INQUIRY_DAYS = 14
