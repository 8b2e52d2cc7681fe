import { firstTermsOf, matchAt, type Phrase, parsePhrase } from './pattern.ts'
import type { WordsOfText } from './words.ts'

const STOP = 'stop|unsubscribe|quit|end|cancel|remove|optout|alto|no|baja'

/** Phrases that tell the reader of a text message how to opt out. */
const IN_TEXT: readonly Phrase[] = [
  `reply|respond|text|txt|send|answer|responda|responde|envie|envia|conteste ~2 ${STOP}`,
  'stop to|2 end|stop|cancel|unsubscribe|opt|optout|quit|leave',
  'to ~1 opt|unsubscribe ~1 reply|text|send',
].map(parsePhrase)

/** Phrases that tell the reader of an email how to opt out. */
const IN_EMAIL: readonly Phrase[] = [
  'unsubscribe',
  'reply|write|answer|email|click|tell|ask|respond|let|say|contact ~5 stop|unsubscribe|remove|removed|optout',
  'reply|write|answer|email|click|tell|respond|link|here ~5 opt ~1 out',
  'to|may|can|please opt ~1 out of|from ~3 emails|email|mails|messages|updates|mail|these|this|future',
  'opt out|optout of|from|here|link|any ~3 emails|email|mails|messages|updates|time',
  'stop|end receiving|getting|hearing|these|emails|messages',
  'no longer ~3 receive|hear|get|want',
  'rather|prefer ~1 not ~2 hear|receive|get ~4 stop|so|know|me',
  'take|remove ~1 you|your|yourself ~3 list',
  'manage ~2 preferences|subscription',
  'darse|darte|dar de baja',
  'cancelar ~2 suscripcion',
]
  .map(parsePhrase)
  .concat(IN_TEXT)

const FIRST_WORDS = { text: firstWordsOf(IN_TEXT), email: firstWordsOf(IN_EMAIL) }

function firstWordsOf(phrases: readonly Phrase[]): ReadonlySet<string> {
  return new Set(phrases.flatMap((offer) => firstTermsOf(offer).words))
}

/** Words that reverse the offer. */
const NEGATIONS = new Set('cannot cant not never no dont wont unable impossible without'.split(' '))
const MAX_NEGATION_DISTANCE = 3

/** Finds the opt-out offer, in UTF-16 units; null if there is none. */
export function findOptOutPhrase(
  words: WordsOfText,
  channel: 'text' | 'email',
): { start: number; end: number } | null {
  const phrases = channel === 'text' ? IN_TEXT : IN_EMAIL
  for (let from = 0; from < words.tokens.length; from++) {
    if (words.edges[from]?.some(({ word }) => FIRST_WORDS[channel].has(word)) !== true) continue
    const to = endOfOffer(words, phrases, from)
    const first = words.tokens[from]
    const last = words.tokens[to - 1]
    if (first !== undefined && last !== undefined) return { start: first.start, end: last.end }
  }
  return null
}

function endOfOffer(words: WordsOfText, phrases: readonly Phrase[], from: number): number {
  for (const offer of phrases) {
    const to = matchAt(words, offer, from)
    if (to > from && !isNegated(words, from)) return to
  }
  return 0
}

function isNegated(words: WordsOfText, from: number): boolean {
  const sentence = words.tokens[from]?.sentence
  for (let index = Math.max(0, from - MAX_NEGATION_DISTANCE); index < from; index++) {
    if (words.tokens[index]?.sentence !== sentence) continue
    if (words.edges[index]?.some((edge) => NEGATIONS.has(edge.word)) === true) return true
  }
  return false
}
