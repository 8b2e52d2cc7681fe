/** Stored messages per conversation. */
export const MAX_MESSAGES = 40
/** Questions per user and minute. */
export const MAX_QUESTIONS_PER_MINUTE = 20
/** Questions per organization and day, or per user without an organization. */
export const MAX_QUESTIONS_PER_DAY = 500
/** Tools that a model may call for one answer. */
export const MAX_TOOL_CALLS = 3
/** Stored characters per message. */
export const MAX_MESSAGE_LENGTH = 8000
/** Characters of one passage or list in the model's prompt. */
export const MAX_EVIDENCE_LENGTH = 6000
