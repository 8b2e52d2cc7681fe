import { type DraftRequest, LETTER_KINDS } from './questions.ts'

const DRAFT_PATTERN =
  /^(?:please |can you |could you |help me |i (?:want|need|would like) (?:to|you to) )*(?:draft|write|compose|prepare|create|make|send|do)(?: me| up)? (?:an? )?(?:\w+ )?(text|sms|email|e-mail|letter|note|postcard|card|message|text message|script|call script|voicemail)(?: message)? (?:to|for|to my client)\s+(.{1,100}?)(?: (?:about|asking|saying|that|to say|regarding)\b.*)?$/i
const NAME_FIRST_PATTERN =
  /^(?:please |can you |could you |help me )*(?:draft|write|compose|send) ((?!(?:me|us|an?|the|up)\b)[\p{L}'-]+(?: [\p{L}'-]+){0,3}?) an? (?:\w+ )?(text|sms|email|e-mail|letter|note|postcard|card|message|script)\b/iu
const VERB_FIRST_PATTERN =
  /^(?:please |can you |could you )*(?:text|email|e-mail|message) ([\p{Lu}][\p{L}'-]*(?: [\p{Lu}][\p{L}'-]*){0,3})(?: (?:about|asking|saying|that|and)\b.*)?$/u
const NO_NAME_PATTERN =
  /^(?:all|everyone|everybody|my|our|the|a|an|them|every|each|some(?:one|body)|any(?:one|body)|clients?|contacts?|leads?|people)\b/i

/** A question in its own letters, without closing punctuation. */
export function plainQuestion(question: string): string {
  return question
    .trim()
    .replace(/’/g, "'")
    .replace(/\s+/g, ' ')
    .replace(/[?.!\s]+$/, '')
}

/** Reads a request to draft a message to a contact. */
export function draftQuestionOf(question: string): DraftRequest | null {
  const text = plainQuestion(question)
  const match = DRAFT_PATTERN.exec(text)
  const first = match ? null : NAME_FIRST_PATTERN.exec(text)
  const name = (match?.[2] ?? first?.[1] ?? VERB_FIRST_PATTERN.exec(text)?.[1])?.trim()
  if (!name || NO_NAME_PATTERN.test(name)) return null
  const kind = (match?.[1] ?? first?.[2] ?? text).toLowerCase()
  return { name, channel: LETTER_KINDS.find(([pattern]) => pattern.test(kind))?.[1] ?? 'text' }
}
