/** Longest question, in characters. */
export const MAX_MESSAGE_LENGTH = 2000
