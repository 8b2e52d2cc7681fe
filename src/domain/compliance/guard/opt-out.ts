import type { Channel } from '../outreach.ts'
import { matchAt, type Phrase, parsePhrase } from './phrase.ts'
import type { Token } from './words.ts'

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

/** Words that reverse the offer. */
const NEGATIONS = new Set('cannot cant not never no dont wont unable impossible without'.split(' '))
const MAX_NEGATION_DISTANCE = 3

/** Finds the words of the opt-out offer; empty if there is none. */
export function findOptOut(tokens: readonly Token[], channel: Channel): readonly Token[] {
  const phrases = { email: IN_EMAIL, text: IN_TEXT, letter: [], call: [] }[channel]
  for (let from = 0; from < tokens.length; from++) {
    for (const phrase of phrases) {
      const to = matchAt(tokens, phrase, from)
      if (to > from && !isNegated(tokens, from)) return tokens.slice(from, to)
    }
  }
  return []
}

function isNegated(tokens: readonly Token[], from: number): boolean {
  return tokens
    .slice(Math.max(0, from - MAX_NEGATION_DISTANCE), from)
    .some(
      ({ sentence, forms }) =>
        sentence === tokens[from]?.sentence && forms.some((form) => NEGATIONS.has(form)),
    )
}
