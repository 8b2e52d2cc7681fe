import type { Channel, GuardFinding } from '../outreach.ts'
import { mentionsOf } from './mentions.ts'
import { findOptOut } from './opt-out.ts'
import { sentencesOf } from './sentences.ts'
import type { Token } from './words.ts'

/** Parts the clean text needs besides the author's own words. */
export type MissingParts = { channel: Channel; address: string | null; optOut: boolean }

const OPT_OUT = {
  email: 'To stop these emails, reply "unsubscribe".',
  text: 'Reply STOP to opt out.',
} as const
/** A message with fewer words between greeting and signature says nothing. */
const MIN_WORDS = 4
const SALUTATION_PATTERN =
  /^\s*(?:hi|hello|hey|dear|hola|good (?:morning|afternoon|evening)|estimad[oa]s?)\b/i
const CLOSING_PATTERN =
  /^\s*(?:all the best|best|kind|warm|warmly|kindly|sincerely|regards|thanks|thank you|cheers|yours|respectfully|talk soon|cordially|with (?:kind|warm|best)|atentamente|saludos)\b[^.!?\n]{0,30}[,.!]?\s*$/i
const SUBJECT_PATTERN = /^\s*subject:/i

/** Sentence openings that point back to the sentence before: "It was …", "That must …", but not "This spring …". */
const BACK_REFERENCE_PATTERN =
  /^\s*["'“‘(]*(?:(?:it|he|she|they)\b|(?:this|that|these|those|such)(?:['’]s| (?:is|are|was|were|has|have|had|can|could|may|might|must|will|would|should|means?|makes?|made|gives?|takes?|leaves?|helps?|brings?|changes?|often|also|alone|way|kind|sort|too)\b)|(?:eso|esto|ello)\b)/i

/**
 * Removes sentences with a finding, and sentences after them that only point back to one. A greeting with a finding
 * becomes a plain one.
 */
export function withoutFindings(text: string, findings: readonly GuardFinding[]): string {
  let isBehindRemoved = false
  const sentences = sentencesOf(text).map((sentence) => {
    const part = text.slice(sentence.start, sentence.end)
    const isFound = findings.some(({ start, end }) => start < sentence.end && end > sentence.start)
    const isGreeting = sentence.start === 0 && isGreetingText(part)
    isBehindRemoved = !isGreeting && (isFound || (isBehindRemoved && BACK_REFERENCE_PATTERN.test(part)))
    const space = part.slice(part.trimEnd().length)
    if (isGreeting) return isFound ? `Hello,${space}` : part
    if (!isBehindRemoved) return part
    // Text after a removed sentence takes its place: on a new line if the sentence ended its line.
    return space.includes('\n') ? `\n${space.slice(space.indexOf('\n') + 1)}` : ''
  })
  return sentences
    .join('')
    .replace(/[ \t]+\n/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

export function addMissingParts(text: string, { channel, address, optOut }: MissingParts): string {
  if (channel === 'text') return optOut ? `${text} ${OPT_OUT.text}` : text
  const added = [address, channel === 'email' && optOut ? OPT_OUT.email : null].filter(
    (part) => part !== null,
  )
  return [text, ...added].join('\n\n')
}

/** True if there is a message between greeting and signature, besides address and opt-out. */
export function hasMessage(
  text: string,
  tokens: readonly Token[],
  channel: Channel,
  address: string | null,
): boolean {
  const aside = [...findOptOut(tokens, channel), ...mentionsOf(tokens, address)]
  let words = 0
  for (const sentence of sentencesOf(text)) {
    const part = text.slice(sentence.start, sentence.end)
    if (CLOSING_PATTERN.test(part)) break
    if (SUBJECT_PATTERN.test(part) || (sentence.start === 0 && isGreetingText(part))) continue
    if (aside.some(({ start, end }) => start < sentence.end && end > sentence.start)) continue
    words += part.match(/[\p{L}\p{N}]+/gu)?.length ?? 0
  }
  return words >= MIN_WORDS
}

function isGreetingText(text: string): boolean {
  return SALUTATION_PATTERN.test(text) && /[,!:]\s*$/.test(text)
}
