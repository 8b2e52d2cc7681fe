/** Messages of one conversation that are kept. */
export const KEPT_MESSAGES = 40
/** Questions that one person may ask in a minute. */
export const PER_MINUTE = 20
/** Questions of an organization, or of a person without one, in a day. */
export const PER_DAY = 500
/** Read-only questions that a model may choose for one answer. */
export const CHOICES_MAX = 3
/** Characters of one message as it is kept. */
export const STORED_MAX = 8000
/** Characters of one passage or list as the model is given it. */
export const EVIDENCE_MAX = 6000

export const DONT_KNOW =
  "I don't know. I answer from the documentation and your own contacts, and nothing there fits your question well enough. " +
  'Try other words, or ask whom to call, what changed this week, or about importing, enrichment and credits, the score, ' +
  'signals, tasks, signing in, billing or privacy.'

export const ENGLISH_ONLY = 'I only answer questions in English so far. Please ask again in English.'

export const READS_ONLY =
  "I can't do that: I only read, and change and send nothing. Open the contact or the page it is about to do it yourself."

export const NOBODY =
  "I don't know. You have no contact of that name, and the documentation does not answer this either."

export const WITHOUT_MODEL = 'The language model could not be reached, so this answer comes without it.'
