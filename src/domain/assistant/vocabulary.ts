import { fold } from '../identity/name.ts'
import type { ContactFact, Detail } from './questions.ts'

/** Words for details and facts, the same in questions for lists and for single contacts; the first match counts. */
const FACT_WORDS: readonly [ContactFact, string][] = [
  [
    'callTime',
    String.raw`(?:best|good|right|what|ideal) (?:times?|hours?|days?)|how (?:late|early)|time zone|when (?:can|could|may|should|to) (?:i )?(?:call|text|phone|reach)`,
  ],
  ['birthday', String.raw`birth ?days?|b-?days?|birth ?dates?|dates? of birth|dob|born`],
  ['stage', String.raw`stage|status`],
  ['source', String.raw`(?:lead )?source|c[oa]mes? from`],
  ['tasks', String.raw`tasks?|to-?dos?`],
  [
    'lastContact',
    String.raw`(?:been )?contacted|(?:been )?in touch|last (?:contact(?:ed)?|talk(?:ed)?|sp[eo]ak?e?n?|call(?:ed)?|reach(?:ed)?(?: out)?|text(?:ed)?|e-?mail(?:ed)?|touch)`,
  ],
  ['value', String.raw`(?:(?:home|house|property|estimated|market) )?(?:values?|estimates?)|worth|equity`],
  ['listed', String.raw`listed|for sale|on the market`],
  ['age', 'ages?|old(?:er|est)?|young(?:er|est)?'],
  [
    'tenure',
    String.raw`how long|since when|(?:when|what year) did|b(?:ought|uy)|purchased?|own(?:ed)?|rent|lived|tenure|years?`,
  ],
  ['email', String.raw`e-?mails?(?: address(?:es)?| ids?)?`],
  ['phone', String.raw`(?:tele|cell ?|mobile )?phones?(?: numbers?| nos?)?|numbers?|cells?|mobiles?|call`],
  ['work', String.raw`works?|jobs?|employers?|company|occupation|(?:do|does) for a living|for a living`],
  ['address', String.raw`(?:street |home |mailing )?address(?:es)?|streets?|lives?|where|zip(?: codes?)?`],
]
const FACT_PATTERNS = FACT_WORDS.map(([fact, words]) => [fact, new RegExp(`\\b(?:${words})\\b`)] as const)

/** The single fact that a text names, if any. */
export function parseContactFact(text: string): ContactFact | undefined {
  return FACT_PATTERNS.find(([, pattern]) => pattern.test(text))?.[0]
}

const DETAIL_WORDS: readonly [Detail, string][] = [
  ['email', String.raw`e-?mails?(?: address(?:es)?)?`],
  ['phone', String.raw`(?:cell |mobile )?phones?(?: numbers?)?|(?:cell|mobile)s?|numbers?`],
  ['address', String.raw`(?:street |home |mailing |postal )?address(?:es)?|streets?`],
  ['birthday', String.raw`birthdays?|birth dates?`],
  ['age', 'ages?'],
  ['value', String.raw`(?:home |house |property |estimated )values?`],
  ['enrichment', String.raw`enrichment|enriching`],
]
const DETAIL = DETAIL_WORDS.map(([, words]) => words).join('|')
/** One or more details: "a phone or an email". */
export const DETAIL_LIST = String.raw`((?:${DETAIL})(?:(?: ?,| or| and| nor| ?/| ?&)+ (?:(?:an?|any|no|the|with|without|has|have) )*(?:${DETAIL}))*)\b`

const EACH_DETAIL = new RegExp(`\\b(?:${DETAIL_WORDS.map(([, words]) => `(${words})`).join('|')})\\b`, 'g')

/** The details that a list such as "phone or email" names. */
export function detailsIn(list: string): Detail[] {
  const named = [...list.matchAll(EACH_DETAIL)].map(([, ...groups]) =>
    groups.findIndex((group) => group !== undefined),
  )
  return DETAIL_WORDS.flatMap(([detail], at) => (named.includes(at) ? [detail] : []))
}

/** Chat spellings, and the words they stand for. */
const SPELLINGS: readonly [RegExp, string][] = [
  [/^(?:(?:hey|hi|hello|ok|okay|so|please|well|also)[, ]+)+/, ''],
  [
    /^(?:can|could|would|will) you (?:please |quickly |just )?(?=(?:show|list|find|give|tell|get|pull|name|count|look)\b)/,
    '',
  ],
  [/[’`]/g, "'"],
  [/\bw\/o\b/g, 'without'],
  [/\bw\/ ?/g, 'with '],
  [/\b(?:ppl|folks|peeps|guys)\b/g, 'people'],
  [/\bgimme\b/g, 'give me'],
  [/\b(?:wanna|gotta)\b/g, 'want to'],
  [/\b(?:pls|plz)\b/g, 'please'],
  [/\bu\b/g, 'you'],
  [/\b(have|has|had|do|does|did|is|are|was|were|can|could|should|would)nt\b/g, "$1n't"],
  [/\bi(?:'ve|ve) (?=not|never)/g, "haven't "],
  [/^(what|who|where|when|how)'?s\b/g, '$1 is'],
  [/\bb-?days?\b/g, 'birthday'],
  [/\bhalf a mil(?:lion)?\b/g, '500k'],
  [/\b(?:a|one) mil(?:lion)?\b/g, '1 million'],
  [/\bmil\b/g, 'million'],
  [/\byrs?\b/g, 'years'],
  [/\b(?:addy|addresse)\b/g, 'address'],
  [/\bwhos\b/g, 'whose'],
]
const NUMBERS: Readonly<Record<string, string>> = {
  two: '2', three: '3', four: '4', five: '5', six: '6', seven: '7', eight: '8', nine: '9', ten: '10', twelve: '12',
  fifteen: '15', twenty: '20', thirty: '30', forty: '40', fifty: '50', sixty: '60', seventy: '70', eighty: '80',
  ninety: '90',
} // biome-ignore format: one table

/** A question in lower case and common spelling, without closing punctuation. */
export function normalizeQuestion(question: string): string {
  const plain = SPELLINGS.reduce((text, [pattern, word]) => text.replace(pattern, word), fold(question))
  return plain
    .replace(/\b[a-z]+\b/g, (word) => (Object.hasOwn(NUMBERS, word) ? (NUMBERS[word] ?? word) : word))
    .replace(/[?.!,;\s]+$/, '')
    .replace(/\s+/g, ' ')
    .trim()
}

/** Tells if two words differ by one letter added, left out or replaced, or by two neighbors swapped. */
export function isTypoOf(typed: string, word: string): boolean {
  if (Math.abs(typed.length - word.length) > 1 || typed[0] !== word[0]) return false
  let start = 0
  while (start < typed.length && typed[start] === word[start]) start++
  const [rest, wanted] = [typed.slice(start), word.slice(start)]
  return (
    rest.slice(1) === wanted.slice(1) ||
    rest.slice(1) === wanted ||
    rest === wanted.slice(1) ||
    (rest[0] === wanted[1] && rest[1] === wanted[0] && rest.slice(2) === wanted.slice(2))
  )
}
