/** Teams of one organization. */
export const MAX_TEAMS = 200
