import type { Relationship } from '../activities/relationship.ts'
import type { Channel } from '../compliance/outreach.ts'
import { formatDay, parseDay } from '../score/day.ts'
import { CATEGORIES, type Category } from '../signals/categories.ts'
import type { ConditionRule } from './condition-rule.ts'
import { MONTH_NAMES, MONTH_WORDS } from './months.ts'
import type { QuestionFilter } from './questions.ts'
import { sinceDay } from './since-day.ts'

const CATEGORY_WORDS = CATEGORIES.map((each) => each.replace(/s$/, ''))
/** Everyday words for the events behind each signal. */
const EVENTS: readonly [string, Category][] = [
  [
    String.raw`divorced|divorcing|divorcees?|breakups?|separated|(?:are|is|got|have|has) separated|split(?:ting)? up`,
    'divorce',
  ],
  [
    String.raw`died|deaths?|deceased|estates?|heirs?|executors?|passed away|inherit(?:ed|ance|ances)|widow(?:s|ed|ers?)?|probate`,
    'death',
  ],
  [
    String.raw`(?:pre-?)?foreclosures?|behind on (?:their )?(?:mortgage|payments|taxes)|financial (?:trouble|distress)|lis pendens|delinquent|bankrupt(?:cy|cies)?|notices? of default|in default|tax liens?`,
    'debt',
  ],
  [
    String.raw`(?:new )?(?:baby|babies)|new (?:parents?|moms?|dads?|kids?)|expecting(?: parents?)?|infants?|growing famil(?:y|ies)|newborns?|pregnant|births?`,
    'diapers',
  ],
  [
    String.raw`(?:newly |just |got )*(?:married|hitched)|newly ?weds?|engaged|honeymoon|tied the knot|weddings?|marriages?`,
    'diamonds',
  ],
  [
    String.raw`graduat(?:ed|es?|ions?|ing)|grads?|left for college|finished (?:school|college)|new degrees?`,
    'diplomas',
  ],
  [
    String.raw`(?:new|chang(?:ed|ing)|switch(?:ed|ing)|another)(?: (?:a|an|their|his|her|the|new))* jobs?|job changes?|relocat(?:e|es|ed|ing|ions?)|(?:got )?(?:transferred|promoted|laid off)|transferees?`,
    'destinations',
  ],
  [
    String.raw`retir(?:e|es|ed|ing|ement|ees?)|empty[- ]nest(?:s|ers?)?|downsized|downsizers?|(?:too much house|kids moved out)`,
    'downsizing',
  ],
  [
    String.raw`flood(?:s|ed|ing)?|hurricanes?|wildfires?|tornado(?:e?s)?|storm damage|storms?|fires?|fema|natural disasters?`,
    'disaster',
  ],
]
const EVENT_RULES = EVENTS.map(
  ([words, signal]): ConditionRule => [new RegExp(`\\b(?:${words})\\b`), () => ({ signal })],
)

const RELATIONSHIP_WORDS: readonly [RegExp, Relationship][] = [
  [/\b(?:past|former|previous|old) (?:clients?|customers?|buyers?|sellers?)\b/, 'past_client'],
  [/\b(?:in )?(?:my |our )?sphere(?: of influence)?\b/, 'sphere'],
  [/\bvendors?\b/, 'vendor'],
]

/** People who may not be contacted. */
export const RESTRICTION_RULES: readonly ConditionRule[] = [
  [
    /\b(?:(?:(?:opted|opt|opting)[- ]?out|unsubscribed)(?: of| from)? (?:getting |receiving )?(call|text|email|letter)s?(?: (?:messages?|allowed))?|refuses? (call|text|email|letter)s?)\b/,
    (match, text) => (/\bphone calls?\b/.test(text) ? null : { optedOut: (match[1] ?? match[2]) as Channel }),
  ],
  [
    /\b(?:(?:marked|flagged|set|tagged|on)(?: (?:as|the|my|our))* )?(?:do[- ]?not[- ](?:contact|call)|dnc)(?: list)?\b|\bopt(?:ed)?[- ]?outs?\b|\bunsubscribed\b/,
    () => ({ restricted: true }),
  ],
  [
    /\b(?:(?:should|can|may|must|could)(?:n't| ?not)?|not to|never to) (?:i |we )?(?:not |never )?(?:be )?(?:call|contact|text|email)(?:ed)?\b/,
    ([words]) => (/n't|not\b|\bnever\b/.test(words) ? { restricted: true } : null),
  ],
]

/** Parts of email addresses and phone numbers, and phrases that the rules after these would misread. */
export const CONTACT_POINT_RULES: readonly ConditionRule[] = [
  [/\b(?:zero|no|little|hardly any) equity\b/, () => ({ measures: [{ measure: 'equity', to: 0 }] })],
  [
    /\b(?:drop|remove|exclud(?:e|ing)|minus|except(?: for)?|skip|without|not|leave out|take out|who (?:aren't|isn't|are not))(?: (?:anyone|everyone|anybody|people|those|the|ones|who|is|are|on|marked|my|that))* (?:dnc|do[- ]not[- ](?:contact|call)s?(?: list)?|opted[- ]out|opt[- ]outs|unsubscribed)\b/,
    () => ({ canContact: true }),
  ],
  [/^(?:who|whom) (?:can't|couldn't) (?:i|we) (?:e-?mail)\b/, () => ({ lacks: ['email'] })],
  [
    /\bcan't (?:i |we )?(e-?mail|call|text|phone|mail|write)\b.*\b(?:no|missing|without|don't have)\b.*/,
    ([, verb = '']) => ({
      lacks: [/^e-?mail/.test(verb) ? 'email' : /^(?:mail|write)/.test(verb) ? 'address' : 'phone'],
    }),
  ],
  [
    /\b(?:e-?mails?|addresses|address)(?: address(?:es)?)? (?:at|from|on|with|ending in|that ends? (?:in|with)) @?((?:[a-z0-9-]+\.)+[a-z]{2,6})\b|@((?:[a-z0-9-]+\.)+[a-z]{2,6})\b|\b((?:gmail|yahoo|hotmail|outlook|aol|icloud)(?:\.com)?) (?:e-?mails?|addresses)/,
    ([, domain, other, known]) => ({
      emailDomain: domain ?? other ?? (known ? `${known.replace(/\.com$/, '')}.com` : ''),
    }),
  ],
  [
    /\b(?:area code (\d{3})|(\d{3}) (?:area code|numbers?|phone numbers?))\b/,
    ([, code, before]) => ({ areaCode: code ?? before ?? '' }),
  ],
]

/** Birthdays and anniversaries, and when contacts were added. */
export const DAY_RULES: readonly ConditionRule[] = [
  [
    new RegExp(
      String.raw`\b(?:(?:${MONTH_WORDS}) )?(?:birthdays?|(?:was|were|is|are) born|turn(?:s|ing)? (?:\d{2}|older))\b.*`,
    ),
    (found, text, today) => yearDayCondition('birthday', found, text, today),
  ],
  [
    /\b(?:purchase|home|house|homeownership|ownership|move-?in)[- ](?:purchase )?anniversar(?:y|ies)\b.*/,
    (found, text, today) => yearDayCondition('bought', found, text, today),
  ],
  [/\banniversar(?:y|ies)\b.*/, (found, text, today) => yearDayCondition('closing', found, text, today)],
  [
    /\b(?:added|imported|created|new(?:est)? (?:contacts?|leads?|people|adds?)|came in|entered|uploaded|signed up)\b(?: (?:to|into) (?:my|the|our) (?:list|database|crm|contacts))?(?: (?:by|from) (?:me|us|import))?(?<time> .*)?$/,
    (found, _text, today) => {
      const time = found.groups?.time ?? ''
      const day = sinceDay(time, today)
      if (!day || day === 'last_visit') return null
      return /\b(?:before|over|more than|ago)\b/.test(time) ? { addedBefore: day } : { addedSince: day }
    },
  ],
]

/** Facts about the people themselves. */
export const PERSON_RULES: readonly ConditionRule[] = [
  [
    /\b(?:tagg?ed|labell?ed|with (?:the )?(?:tag|label)|in (?:the )?group)(?: (?:as|with))? ["“']?(.{2,60}?)["”']?(?=$| (?:in|with|without|who|and|over|under)\b)/,
    ([, label = '']) => ({ label: label.trim() }),
  ],
  ...RELATIONSHIP_WORDS.map(([words, relationship]): ConditionRule => [words, () => ({ relationship })]),
  [
    /\b(?:(?:in|at) (?:the )?["“']?([\p{L}][\p{L} -]{1,40}?)["”']? stage|(?:with|in)(?: the)? stage ["“']?([\p{L}][\p{L} -]{1,40}))\b/u,
    ([, before, after]) => ({ stage: (before ?? after ?? '').trim() }),
  ],
  [
    /\b(?:c[oa]me?|coming|got|sourced|leads?|contacts?|people|clients?|(?:lead )?source(?: is)?)(?: from)? ["“']?(zillow|realtor\.com|redfin|trulia|facebook|google|instagram|referrals?|open houses?|my website|website)["”']?/,
    ([, source = '']) => ({ source: source.replace(/^my |s$/g, '') }),
  ],
  [
    new RegExp(`\\b(${CATEGORY_WORDS.join('|')})s?\\b`),
    ([, word]) => ({ signal: CATEGORIES[CATEGORY_WORDS.indexOf(word ?? '')] }),
  ],
  ...EVENT_RULES,
  [/\b(?:high|top|strong) scor(?:ers?|es|ing)(?: (?:contacts?|people))?\b/, () => ({ scoreFrom: 70 })],
  [
    /\b(?:named|called|with the (?:first|last|sur) ?name|whose (?:first |last )?name is) ["“']?([\p{L}'-]{2,30})["”']?(?= |$)/u,
    ([, name = '']) => (/^(?:do|is|are|who|in|on)$/.test(name) ? null : { named: name }),
  ],
]

const MONTHS = MONTH_NAMES.map((name) => name.toLowerCase())
const UPCOMING_DAYS = 30
const DAYS_OF_UNIT: Record<string, number> = { day: 1, week: 7, month: 30 }

/** Yearly days in a month or in the days ahead. */
function yearDayCondition(
  key: 'birthday' | 'closing' | 'bought',
  found: RegExpExecArray,
  text: string,
  today: string,
): Partial<QuestionFilter> | null {
  const named = MONTHS.findIndex((month) => new RegExp(`\\b(?:${month}|${month.slice(0, 3)})\\b`).test(text))
  const now = Number(today.slice(5, 7))
  if (named >= 0) return { [`${key}Month`]: named + 1 }
  if (/\bnext month\b/.test(found[0])) return { [`${key}Month`]: (now % 12) + 1 }
  if (/\bthis month\b/.test(text)) return { [`${key}Month`]: now }
  const ahead = daysAhead(text, today)
  const dayOf = (days: number) => formatDay(parseDay(today) + days).slice(5)
  return ahead && { [`${key}Days`]: { from: dayOf(ahead[0]), to: dayOf(ahead[1]) } }
}

/** Days from today that a text such as "in the next two weeks" covers. */
function daysAhead(text: string, today: string): [from: number, to: number] | null {
  if (/\btomorrow\b/.test(text)) return [1, 1]
  const [, count, unit = 'day'] =
    /\b(?:next|coming|in|within)(?: the)?(?: next| coming)? (\d{1,2}) (day|week|month)s?\b/.exec(text) ?? []
  if (count) return [0, Number(count) * (DAYS_OF_UNIT[unit] ?? 1)]
  if (/\bnext week\b/.test(text)) {
    const monday = (8 - new Date(today).getUTCDay()) % 7 || 7
    return [monday, monday + 6]
  }
  if (/\b(?:this|coming) week(?:end)?\b|\bnext few days\b/.test(text)) return [0, 6]
  if (/\btoday\b/.test(text)) return [0, 0]
  return /\b(?:soon|upcoming|coming up|next)\b/.test(text) ? [0, UPCOMING_DAYS] : null
}
