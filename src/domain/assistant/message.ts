/** Characters of a question at most. */
export const MESSAGE_MAX = 2000
