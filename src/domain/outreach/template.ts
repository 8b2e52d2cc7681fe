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

/** Sentences beside the reason and the question. */
const EXTRA_SENTENCES: Readonly<Record<Length, number>> = { short: 0, medium: 2, long: 4 }

const inArea = (sentence: string, { city }: ScriptFacts) => sentence.split('{area}').join(city ?? 'your area')

/**
 * A script of ready-made words, the same for the same contact (`seed`) and wish. It says nothing about the person
 * beyond their first name and city.
 */
export function templateScript(request: ScriptRequest, facts: ScriptFacts, seed: string): string {
  return frameScript(templateBody(request, facts, seed), request, facts, seed)
}

/** The subject of an e-mail; of nothing else. */
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

/** Two sentences make a paragraph. */
function pairs(sentences: readonly string[]): string[] {
  return sentences.flatMap((sentence, at) => {
    const next = sentences[at + 1]
    if (at % 2 === 1) return []
    return [next ? `${sentence} ${next}` : sentence]
  })
}
