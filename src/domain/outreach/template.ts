import type { Length } from '../compliance/outreach.ts'
import { frameScript } from './frame.ts'
import { pick } from './pick.ts'
import type { Purpose } from './purposes.ts'
import type { ScriptFacts, ScriptRequest } from './script-facts.ts'
import { CHECK_IN } from './words/check-in.ts'
import { FOLLOW_UP } from './words/follow-up.ts'
import { HOME_VALUE } from './words/home-value.ts'
import { MARKET_UPDATE } from './words/market-update.ts'
import type { PurposeWords } from './words/purpose-words.ts'

const WORDS: Readonly<Record<Purpose, PurposeWords>> = {
  'market-update': MARKET_UPDATE,
  'home-value': HOME_VALUE,
  'check-in': CHECK_IN,
  'follow-up': FOLLOW_UP,
}

/** Number of sentences between the reason and the offer. */
const EXTRA_SENTENCES: Readonly<Record<Length, number>> = { short: 0, medium: 2, long: 4 }

const inArea = (sentence: string, { city }: ScriptFacts) =>
  sentence.replaceAll('{area}', () => city ?? 'your area')

/**
 * A script from ready-made sentences, always the same for the same contact (`seed`) and request. It mentions nothing about
 * the person but first name and city.
 */
export function templateScript(request: ScriptRequest, facts: ScriptFacts, seed: string): string {
  return frameScript(templateBody(request, facts, seed), request, facts, seed)
}

/** The subject of an email; null for other channels. */
export function templateSubject(request: ScriptRequest, facts: ScriptFacts, seed: string): string | null {
  if (request.channel !== 'email') return null
  return inArea(pick(WORDS[request.purpose].subjects, seed, request.tone, request.length, 'subject'), facts)
}

function templateBody(request: ScriptRequest, facts: ScriptFacts, seed: string): string[] {
  const { channel, tone, length, purpose } = request
  const words = WORDS[purpose]
  const reason = pick(words.reasons[tone], seed, channel, tone, length, purpose, 'reason')
  const offer = pick(words.offers[tone], seed, channel, tone, length, purpose, 'offer')
  const more = words.more.slice(0, EXTRA_SENTENCES[length])
  return [reason, ...pairs(more), offer].map((paragraph) => inArea(paragraph, facts))
}

/** Joins sentences into paragraphs of two. */
function pairs(sentences: readonly string[]): string[] {
  return sentences.flatMap((_, at) => (at % 2 ? [] : [sentences.slice(at, at + 2).join(' ')]))
}
