/** Organizations that one person can belong to. */
export const MAX_ORGANIZATIONS = 50
