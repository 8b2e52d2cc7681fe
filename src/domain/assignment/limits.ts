/** Largest limit of contacts that a member can have. */
export const MAX_CONTACT_LIMIT = 100_000
/** Longest time limit of a rule. */
export const MAX_ESCALATION_HOURS = 240
