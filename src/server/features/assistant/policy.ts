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

export const UNKNOWN_REPLY =
  "I don't know. I couldn't find that in the documentation or in your contacts. Try: Who should I call today? " +
  'What changed this week? Or ask about importing, enrichment, credits, scores, signals, tasks, billing or privacy.'

export const ENGLISH_ONLY = 'I can only answer questions in English for now. Please ask again in English.'

export const READ_ONLY_REPLY =
  "I can't do that: I can look things up, but I can't change or send anything. Open the contact or page to do it yourself."

export const NO_CONTACT_REPLY =
  "I don't know. You have no contact with that name, and I couldn't find an answer in the documentation."

export const MODEL_DOWN_NOTE = "We couldn't reach the language model, so this is a standard answer."
