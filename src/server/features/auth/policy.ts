export const LINK_MINUTES = 15
export const SESSION_IDLE_DAYS = 7
export const SESSION_MOST_DAYS = 30
export const LIMIT_WINDOW_MINUTES = 15
export const LINKS_PER_ADDRESS = 3
export const LINKS_PER_NETWORK = 10
export const TAKES_PER_NETWORK = 30
