/** Messages of one conversation that are kept. */
export const MAX_MESSAGES = 40
/** Questions that one person may ask in a minute. */
export const MAX_QUESTIONS_PER_MINUTE = 20
/** Questions of an organization, or of a person without one, in a day. */
export const MAX_QUESTIONS_PER_DAY = 500
/** Read-only questions that a model may choose for one answer. */
export const MAX_TOOL_CALLS = 3
/** Characters of one message as it is kept. */
export const MAX_MESSAGE_LENGTH = 8000
/** Characters of one passage or list as the model is given it. */
export const MAX_EVIDENCE_LENGTH = 6000

export const UNKNOWN_REPLY =
  "I don't know. I answer from the documentation and your own contacts, and nothing there fits your question well enough. " +
  'Try other words, or ask whom to call, what changed this week, or about importing, enrichment and credits, the score, ' +
  'signals, tasks, signing in, billing or privacy.'

export const ENGLISH_ONLY = 'I only answer questions in English so far. Please ask again in English.'

export const READ_ONLY_REPLY =
  "I can't do that: I only read, and change and send nothing. Open the contact or the page it is about to do it yourself."

export const NO_CONTACT_REPLY =
  "I don't know. You have no contact of that name, and the documentation does not answer this either."

export const MODEL_DOWN_NOTE = 'The language model could not be reached, so this answer comes without it.'
