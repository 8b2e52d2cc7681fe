import type { Length } from '../compliance/outreach.ts'
import { frameScript } from './frame.ts'
import { pick } from './pick.ts'
import type { ScriptFacts, ScriptRequest } from './script-facts.ts'
import { TOUCH_WORDS, touchSentence } from './touch.ts'
import { WORDS } from './words.ts'

/** Number of sentences between the reason and the offer. */
const EXTRA_SENTENCES: Readonly<Record<Length, number>> = { short: 0, medium: 2, long: 4 }

function filledIn(sentence: string, { city, street }: ScriptFacts): string {
  const area = city ?? 'your area'
  return sentence
    .replaceAll('{near}', () => (street ? `near ${street}` : `in ${area}`))
    .replaceAll('{home}', () => (street ? `your home on ${street}` : 'your home'))
    .replaceAll('{area}', () => area)
}

/**
 * A script from ready-made sentences, always the same for the same contact (`seed`), last touch and request. It mentions
 * nothing about the person but first name, city, street and the last touch.
 */
export function templateScript(request: ScriptRequest, facts: ScriptFacts, seed: string): string {
  return frameScript(templateBody(request, facts, seed), request, facts, seed)
}

/** The subject of an email; null for other channels. */
export function templateSubject(request: ScriptRequest, facts: ScriptFacts, seed: string): string | null {
  const { channel, purpose, tone, length } = request
  if (channel !== 'email') return null
  if (purpose === 'follow-up' && facts.lastTouch) return TOUCH_WORDS[facts.lastTouch.type].subject
  return filledIn(pick(WORDS[purpose].subjects, seed, tone, length, 'subject'), facts)
}

/** The last touch as a first sentence: a follow-up says what it follows, a hello only a conversation. */
export function leadOf({ purpose }: ScriptRequest, { lastTouch }: ScriptFacts): string[] {
  const isNamed = purpose === 'follow-up' || (purpose === 'check-in' && lastTouch?.isConversation)
  return lastTouch && isNamed ? [touchSentence(lastTouch)] : []
}

function templateBody(request: ScriptRequest, facts: ScriptFacts, seed: string): string[] {
  const { channel, tone, length, purpose } = request
  const words = WORDS[purpose]
  const reason = pick(words.reasons[tone], seed, channel, tone, length, purpose, 'reason')
  const offer = pick(words.offers[tone], seed, channel, tone, length, purpose, 'offer')
  const more = words.more.slice(0, EXTRA_SENTENCES[length])
  const opening = [...leadOf(request, facts), reason].join(' ')
  return [opening, ...pairs(more), offer].map((paragraph) => filledIn(paragraph, facts))
}

/** Joins sentences into paragraphs of two. */
function pairs(sentences: readonly string[]): string[] {
  return sentences.flatMap((_, at) => (at % 2 ? [] : [sentences.slice(at, at + 2).join(' ')]))
}
