export const UNKNOWN_REPLY =
  "I don't know. I couldn't find that in the documentation or in your contacts. Try: Who should I call today? " +
  'What changed this week? Or ask about importing, enrichment, credits, scores, signals, tasks, billing or privacy.'

export const ENGLISH_ONLY = 'I can only answer questions in English for now. Please ask again in English.'

export const READ_ONLY_REPLY =
  "I can't do that: I can look things up, but I can't change or send anything. Open the contact or page to do it yourself."

export const NO_CONTACT_REPLY =
  "I don't know. You have no contact with that name, and I couldn't find an answer in the documentation."

export const MODEL_DOWN_NOTE = "We couldn't reach the language model, so this is a standard answer."
