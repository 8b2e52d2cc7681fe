/** Longest question, in characters. */
export const MESSAGE_MAX = 2000
