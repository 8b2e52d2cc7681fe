import { fold } from '../identity/name.ts'
import { NUMBER_WORDS } from './number-words.ts'
import type { ContactFact, Detail } from './questions.ts'

/** Verbs for contacting a person. */
const REACHING = '(?:call|phone|ring|text|e-?mail|mail|message|contact|write|reach out|send)'

/** Words for facts in questions about a single contact or for a fact to show; the first match counts. */
const FACT_WORDS: readonly [ContactFact, string][] = [
  [
    'callTime',
    String.raw`(?:best|good|right|what|ideal) (?:times?|hours?|days?)|how (?:late|early)|time zone|when (?:can|could|may|should|to) (?:i )?(?:call|text|phone|reach)`,
  ],
  [
    'permission',
    String.raw`(?<!\b(?:how|when|where) )(?:can|may|could|should) (?:i|we) (?:still |even |legally )?${REACHING}|(?:allowed|permitted|ok|okay|alright|fine|legal|safe) (?:for me )?(?:to|if i) ${REACHING}`,
  ],
  ['birthday', String.raw`birth ?days?|b-?days?|birth ?dates?|dates? of birth|dob|born`],
  ['notes', String.raw`notes?|wrote (?:down|about)`],
  ['tags', String.raw`tags?|tagged|labels?`],
  ['equity', 'equity'],
  ['rate', String.raw`(?:mortgage|interest|loan) rates?`],
  ['loan', String.raw`mortgages?|loans?|owes?`],
  ['price', String.raw`(?:pay|paid|purchase price|sale price|bought (?:it )?for)`],
  ['gain', String.raw`gained?|appreciat(?:ed|ion)|gone up|went up in value`],
  ['bedrooms', String.raw`bed(?:room)?s?|bathrooms?|baths?`],
  ['squareFeet', String.raw`sq(?:uare)? ?(?:ft|feet|footage)|sqft|how big`],
  ['yearBuilt', String.raw`built|year built`],
  ['chance', String.raw`chances?|odds|likelihood|probability`],
  ['partner', String.raw`spouse|wife|husband|partner`],
  [
    'income',
    String.raw`married|single|divorced|kids?|children|income|salary|make a year|religion|religious|race|ethnicity|politics|republican|democrat|credit score|disabled|gay|pregnant`,
  ],
  ['stage', String.raw`stage|status`],
  [
    'source',
    String.raw`(?:lead )?source|c[oa]mes? from|(?:get|got|find|found|meet|met) (?:him|her|them)? ?(?:from)?|referred`,
  ],
  ['tasks', String.raw`tasks?|to-?dos?`],
  [
    'lastContact',
    String.raw`(?:did|have|has|had) (?:i|we) (?:ever |already |actually )*(?:talk(?:ed)?|sp[eo]ak?e?n?|call(?:ed)?|met|meet|reach(?:ed)? out|text(?:ed)?|contact(?:ed)?)|(?:been )?contacted|(?:been )?in touch|last (?:contact(?:ed)?|talk(?:ed)?|sp[eo]ak?e?n?|call(?:ed)?|reach(?:ed)?(?: out)?|text(?:ed)?|e-?mail(?:ed)?|touch)`,
  ],
  [
    'owner',
    String.raw`(?:own|owns|rent|rents) (?:or rent|or own|a|the|their|his|her|it|that)|homeowner|owner or renter`,
  ],
  ['value', String.raw`(?:(?:home|house|property|estimated|market) )?(?:values?|estimates?)|worth`],
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

/** Words for details that contacts have or lack. */
const DETAIL_WORDS: readonly [Detail, string][] = [
  ['email', String.raw`e-?mails?(?: address(?:es)?)?`],
  [
    'phone',
    String.raw`(?:cell |mobile |tele)?phones?(?: numbers?| nos?)?|(?:cell|mobile)s?(?: numbers?)?|numbers?|digits`,
  ],
  ['address', String.raw`(?:street |home |mailing |postal )?address(?:es)?|streets?`],
  ['birthday', String.raw`birth ?days?|birth ?dates?|dates? of birth|dobs?`],
  ['age', 'ages?'],
  ['value', String.raw`(?:(?:home|house|property|estimated|market) )*(?:values?|estimates?|valuations?)`],
  ['enrichment', String.raw`enrichments?|enriching`],
  ['lastName', String.raw`(?:last|sur|family) ?names?`],
  ['zip', String.raw`zips?(?: ?codes?)?|postal codes?`],
  ['city', 'city|cities|towns?'],
  ['state', 'states?'],
  ['notes', 'notes?'],
  ['tag', 'tags?|labels?'],
  ['source', String.raw`(?:lead )?sources?`],
  ['stage', 'stages?|statuses|status'],
  ['relationship', 'relationships?'],
  ['signal', String.raw`(?:active |live )?signals?|life events?`],
  ['task', String.raw`(?:open |next )?(?:tasks?|to-?dos?|steps?)`],
  [
    'tenure',
    String.raw`(?:purchase|sale|closing|move-?in) dates?|tenure|(?:years?|length) of ownership|ownership length`,
  ],
  ['home', String.raw`(?:home|property|house) (?:data|info(?:rmation)?|details|records?)`],
  ['work', 'employers?|jobs?|company|employment'],
  ['lastContact', String.raw`last contact(?:s|ed)?(?: dates?)?|contact history|activity`],
  ['equity', 'equity'],
  ['loan', 'mortgages?|loans?'],
  ['rate', String.raw`(?:interest |mortgage |loan )rates?`],
  ['price', String.raw`(?:purchase|sale|sales) prices?`],
  ['bedrooms', 'bedrooms?|beds?'],
  ['squareFeet', String.raw`square footage|sqft`],
  ['yearBuilt', 'year built'],
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

/** Openings that add nothing to a question; several can follow each other. */
const POLITE_OPENING_PATTERN =
  /^(?:(?:hi|hey|hello|ok|okay|so|please|well|also|kindly|um|uh|sorry|thanks|yo|like|dude|man|bro|and|quick question|good (?:morning|afternoon)|real quick|btw|by the way|alright)[,:. ]+|(?:i'd|i would) (?:like|love) (?:you )?to (?:know|see|find out|find|get|have)[, ]+|i (?:want|need|wanna) (?:you )?(?:to (?:know|see|find out|find|get) )?(?=(?:who|which|what|how|all|every|a list|the|people|contacts|everyone)\b)|(?:i'm|i am) (?:looking for|trying to (?:find|see|figure out)|curious(?: about)?|wondering)[, ]+(?:if |about )?|(?:i was |just )?(?:wondering|curious)[, ]+(?:if )?|(?:would|could|can|will) you (?:please |kindly |quickly |just |mind )?(?:tell(?:ing)? me|let(?:ting)? me know|show(?:ing)? me|list(?:ing)?|pull(?:ing)?(?: up)?|find(?:ing)?|give me|check(?:ing)?|look(?:ing)? up|remind me|help me (?:find|see))[, ]+(?:if |whether )?|(?:tell me|let me know|do you know|may i ask|can i ask|any idea|remind me|any chance you (?:know|can tell me)|what i want to know is|i need to know|i don't know if|i forgot|i forget|is it possible to (?:see|list|show|find|know)|help me (?:find|see))[, ]+(?=(?:who|which|what|how|when|where|if|whether|whose|all|every)\b)(?:if |whether )?)+/

/** Chat spellings, and the words they stand for. */
const SPELLINGS: readonly [RegExp, string][] = [
  [POLITE_OPENING_PATTERN, ''],
  [
    /^(?:can|could|would|will) you (?:please |quickly |just )?(?=(?:show|list|find|give|tell|get|pull|name|count|look)\b)/,
    '',
  ],
  [/[’`]/g, "'"],
  [/\bthen(?= \$?\d|half|a mil)/g, 'than'],
  [/\bmore then\b/g, 'more than'],
  [/\bless then\b/g, 'less than'],
  [
    /\bthere (?=(?:home|house|place|property|mortgage|number|phone|email|address|birthday|condo)s?\b)/g,
    'their ',
  ],
  [/\b(?:wat|wut)\b/g, 'what'],
  [/\br\b/g, 'are'],
  [/\bn\b/g, 'and'],
  [/\bhafta\b|\bgotta\b/g, 'have to'],
  [/\bthru\b/g, 'through'],
  [/\bgonna\b/g, 'going to'],
  [/\bem\b/g, 'them'],
  [/\bwho're\b/g, 'who are'],
  [/\bwho'd\b/g, 'who did'],
  [/\bwho'?s got\b/g, 'who has'],
  [/\b(?:second|third|2nd|3rd) (?=(?:most|highest|biggest|largest|oldest|longest|cheapest|youngest)\b)/g, ''],
  [/(?<=\b(?:under|over|than|least|within|after|almost|about) )(?:a|an|one) (?=year|month|decade)/g, '1 '],
  [/\b1 decade\b/g, '10 years'],
  [/\b(?:agian|agin)\b/g, 'again'],
  [/\b(?:peopel|pepole|poeple)\b/g, 'people'],
  [/,? for (?:who|whom|which (?:ones|people|contacts))$|,? who(?: is| are)?(?: it| they| that)?$/, ''],
  [/,? (?:lol|haha|asap|thx|thanks|please|pls|ty)$/, ''],
  [/\bw\/o\b/g, 'without'],
  [/\bw\/ ?|\bw (?=[a-z\d])/g, 'with '],
  [/ ?#s?(?!\d)/g, ' number'],
  [/\b(\d{1,3}) ?(?:yrs?|y\/?o)\b/g, '$1 years'],
  [/\b(?:mos?|mths?)\b(?=$|[ ,.?])/g, 'months'],
  [/\bwks?\b/g, 'weeks'],
  [/\b(?:a |the last |past )?couple(?: of)?(?= (?:days|weeks|months|years|people|leads|contacts))/g, '2'],
  [/\bhalf a dozen\b/g, '6'],
  [/\b(?:a )?dozen\b/g, '12'],
  [/\bhalf a year\b/g, '6 months'],
  [/\b(?:a|one) year and a half\b/g, '18 months'],
  [/\b(?:a|one) decade\b/g, '10 years'],
  [/\b(two|three|four|five) decades\b/g, '$1 decades'],
  [/\b(?:a )?quarter (?:of a )?mil(?:lion)?\b/g, '250k'],
  [/\b(?:dups|dupes?|doubles)\b/g, 'duplicates'],
  [/\b(?:biz)\b/g, 'business'],
  [/\b(?:ppl|folks|peeps|guys)\b/g, 'people'],
  [/\bgimme\b/g, 'give me'],
  [/\bwanna\b/g, 'want to'],
  [/\b(?:pls|plz)\b/g, 'please'],
  [/\bu\b/g, 'you'],
  [/\b(have|has|had|do|does|did|is|are|was|were|could|should|would|ai)nt\b/g, "$1n't"],
  [/\bcan ?(?:not|t)\b/g, "can't"],
  [/\bi(?:'ve|ve) never\b/g, 'i never'],
  [/\bi(?:'ve|ve) not\b/g, "haven't"],
  [/^(what|who|where|when|how)'?s\b/g, '$1 is'],
  [/\bb-?days?\b/g, 'birthday'],
  [/\bhalf a mil(?:l|lion)?\b/g, '500k'],
  [/\b(?:a|one) mil(?:l|lion)?\b/g, '1 million'],
  [/\bmill?\b/g, 'million'],
  [/(?<=[\dk]|million|thousand) ?(?:dollars|bucks)\b/g, ''],
  [/\bgrand\b/g, 'thousand'],
  [/\byrs?\b/g, 'years'],
  [/\b(?:addy|addresse)\b/g, 'address'],
  [/\bwhos\b/g, 'whose'],
]
const TENS_AND_ONES_PATTERN =
  /\b(twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)[- ](one|two|three|four|five|six|seven|eight|nine)\b/g

/** A question in lower case and common spelling, without closing punctuation. */
export function normalizeQuestion(question: string): string {
  const normalized = SPELLINGS.reduce((text, [pattern, word]) => text.replace(pattern, word), fold(question))
  return normalized
    .replace(TENS_AND_ONES_PATTERN, (_all, tens: string, ones: string) =>
      String((NUMBER_WORDS[tens] ?? 0) + (NUMBER_WORDS[ones] ?? 1)),
    )
    .replace(/\b[a-z]+\b/g, (word) => (Object.hasOwn(NUMBER_WORDS, word) ? String(NUMBER_WORDS[word]) : word))
    .replace(/\b([2-5]) decades\b/g, '$10 years')
    .replace(/[?.!,;\s]+$/, '')
    .replace(/\s+/g, ' ')
    .trim()
}

/** Tells if two words differ by one letter added, left out or replaced, or by two neighbors swapped. */
export function isTypoOf(input: string, word: string): boolean {
  if (Math.abs(input.length - word.length) > 1 || input[0] !== word[0]) return false
  let start = 0
  while (start < input.length && input[start] === word[start]) start++
  const [rest, wanted] = [input.slice(start), word.slice(start)]
  return (
    rest.slice(1) === wanted.slice(1) ||
    rest.slice(1) === wanted ||
    rest === wanted.slice(1) ||
    (rest[0] === wanted[1] && rest[1] === wanted[0] && rest.slice(2) === wanted.slice(2))
  )
}
