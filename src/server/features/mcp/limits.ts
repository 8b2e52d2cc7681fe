/** Body of a call in bytes; the longest is a text for the guard. */
export const MAX_BODY_BYTES = 64 * 1024
/** Characters of a text in a result; longer ones are cut. */
export const MAX_TEXT_LENGTH = 500
/** Characters of notes and drafts. */
export const MAX_LONG_TEXT_LENGTH = 6000
/** Contacts, tasks and changes in one result. */
export const MAX_PAGE = 50
/** Signals of one contact in a result. */
export const MAX_SIGNALS = 30
