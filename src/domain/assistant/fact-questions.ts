import type { ContactFact, HomesCriteria, MissingKind } from './questions.ts'

const MISSING =
  /\b(?:without|missing|lacks?|lacking|no|don't have|doesn't have|do not have|does not have|have no|has no|need|needs|not have)\b(?: (?:a|an|any|the|their|his|her|valid|working))*\b/
const LACKED: readonly [RegExp, MissingKind][] = [
  [/\b(?:phones?|phone numbers?|numbers?|cells?|mobiles?)\b/, 'phone'],
  [/\b(?:e-?mails?|e-?mail address(?:es)?)\b/, 'email'],
  [/\b(?:address(?:es)?|streets?|zips?|zip codes?)\b/, 'address'],
]
const NEVER_ENRICHED =
  /\b(?:never|not|aren't|isn't|haven't|hasn't|un)[- ]?(?:yet )?(?:been )?enriched\b|\bneeds? (?:to be enriched|enrichment|enriching)\b|\bwithout enrichment\b|\bshould i enrich\b/
const PEOPLE =
  /\b(?:contacts?|people|persons?|clients?|leads?|prospects?|who|whom|whose|anyone|anybody|records?|ones)\b/

/** Reads questions for contacts with a gap: "who has no phone number", "contacts without an email". */
export function parseMissingKind(text: string): MissingKind | null {
  if (
    !PEOPLE.test(text) ||
    /\b(?:can|may|must|should) (?:i|we) (?:call|text|email|import|upload)\b/.test(text)
  )
    return null
  if (NEVER_ENRICHED.test(text)) return 'enrichment'
  const gap = MISSING.exec(text)
  if (!gap) return null
  const lacked = text.slice(gap.index + gap[0].length)
  return LACKED.find(([pattern]) => pattern.test(lacked))?.[1] ?? null
}

const HOME =
  /\b(?:homes?|houses?|property|properties|places?|condos?|owners?|homeowners?|contacts?|people|clients?|leads?|who|whose)\b/
const VALUE =
  /\b(?:worth|valued?|values|value|expensive|priciest|cheapest|most valuable|price|million|\$ ?\d)\b|\$ ?\d/
const TENURE =
  /\b(?:(?:owned|lived|living|been|stayed) (?:in |at |there )?(?:\w+ ){0,3}?(?:for |over |more |longer |longest|at least )|longest|years? (?:of ownership|owned|in (?:the|their) (?:home|house))|owned the longest|lived there|tenure|(?:bought|purchased) (?:\w+ ){0,3}?(?:before|more than|over) )/
const HIGHEST = /\b(?:most|highest|top|best|biggest|expensive|priciest|valuable)\b/
const LOWEST = /\b(?:least|lowest|cheapest|smallest)\b/
const BELOW = /\b(?:under|below|less than|at most|up to|fewer than|cheaper than)\b/
const BOUND =
  /\b(?:over|above|more than|at least|longer than|greater than|exceed(?:s|ing)?|under|below|less than|at most|up to|fewer than|cheaper than|least|between)\b/

/** Reads questions for homes by value or by years owned: "whose homes are worth over $500k", "who has owned the longest". */
export function parseHomesCriteria(text: string, today: string): HomesCriteria | null {
  // Equity is not on record, and a home's value is not its equity.
  if (!HOME.test(text) || /\bequity\b/.test(text)) return null
  if (VALUE.test(text)) {
    const byValue = valueCriteriaOf(text)
    if (byValue) return byValue
  }
  return tenureCriteriaOf(text, Number(today.slice(0, 4)))
}

const BOUGHT = /\b(?:bought|purchased)\b.*\b(before|after|since|in) ((?:19|20)\d\d)\b/

function tenureCriteriaOf(text: string, thisYear: number): HomesCriteria | null {
  const [, when, bought] = BOUGHT.exec(text) ?? []
  if (bought) {
    const years = thisYear - Number(bought)
    return {
      by: 'tenure',
      ...(when === 'before' ? {} : { to: years }),
      ...(/before|in/.test(when ?? '') ? { from: years } : {}),
    }
  }
  if (/\bowned\b.*\b(?:shortest|least)\b/.test(text)) return { by: 'tenure', lowest: true }
  if (!TENURE.test(text)) return null
  const years = Number(/\b(\d{1,2})\+? ?(?:years?|yrs?)\b/.exec(text)?.[1] ?? Number.NaN)
  if (Number.isNaN(years)) return /\blongest\b/.test(text) ? { by: 'tenure' } : null
  return BELOW.test(text) ? { by: 'tenure', to: years } : { by: 'tenure', from: years }
}

function valueCriteriaOf(text: string): HomesCriteria | null {
  const [first, second] = dollarsIn(text)
  if (second !== undefined && first !== undefined)
    return { by: 'value', from: Math.min(first, second), to: Math.max(first, second) }
  if (first !== undefined) return BELOW.test(text) ? { by: 'value', to: first } : { by: 'value', from: first }
  if (LOWEST.test(text)) return { by: 'value', lowest: true }
  return HIGHEST.test(text) ? { by: 'value' } : null
}

/** Reads `$500k`, `500,000`, `1.2 million`. Bare numbers count only beside a bound, and only from 10,000 up. */
function dollarsIn(text: string): number[] {
  if (!BOUND.test(text) && !text.includes('$')) return []
  const spelled = text.replace(/\b(?:a|one) (?=million\b)/g, '1 ').replace(/\bhalf a million\b/g, '500k')
  return Array.from(
    spelled.matchAll(/(\d[\d,]*(?:\.\d+)?) ?(k|thousand|mm?|million)?\b/g),
    ([, figure = '', unit = '']) => {
      const factor = /^(?:k|thousand)$/.test(unit) ? 1e3 : unit.startsWith('m') ? 1e6 : 1
      return Number(figure.replace(/,/g, '')) * factor
    },
  ).filter((amount) => amount >= 10_000)
}

const BILLING =
  /\b(?:what|how much|when|which)\b.*\b(?:i|we|my|our)\b.*\b(?:owe|paying|bill(?:ed)?|billing|charged?|invoice|renew(?:s|al|ed)?|subscription|plan|pay(?:ment)?)\b|^(?:my|our) (?:bill|plan|subscription|invoice|next payment)\b|\bnext (?:bill|invoice|payment|charge|renewal)\b|\b(?:what|which) (?:plan|subscription)\b.*\b(?:i|we)\b/
const BILLING_EXPLAINED =
  /\b(?:how (?:do|can|to)|where|cancel|change|switch|update|refund|why|fails?|failed|happens?|if|credits? (?:cost|roll))\b/

/** Tells if a question is about the cost or renewal of the caller's own plan. */
export function isBillingQuestion(text: string): boolean {
  return BILLING.test(text) && !BILLING_EXPLAINED.test(text) && !/\bmortgages?\b/.test(text)
}

const DNC =
  /\bdo[- ]?not[- ](?:contact|call)\b|\bdnc\b|\bopted[- ]out\b|\b(?:can't|cannot|must not|may not|shouldn't|should not) (?:i |we |be )?(?:call|contact)(?:ed)?\b/
/** "Which contacts should I not call" */
const NOT_TO_CALL =
  /\b(?:should|may|can|must)(?:n't| not)? i (?:not |never )(?:call|contact|text|email)\b|\bnot to (?:call|contact)\b/
const DNC_LISTED =
  /^(?:who|whom|which|list|show|how many|any|anyone|is there|are there)\b|^(?:my|our|the) (?:do|dnc)/

export function isDoNotContactQuestion(text: string): boolean {
  return (
    (DNC.test(text) || NOT_TO_CALL.test(text)) &&
    DNC_LISTED.test(text) &&
    !/\bmean|\bdoes\b|\bregistry\b|\blaw|\bwhat\b/.test(text)
  )
}

const EMAIL = /[^\s@<>()?,;:]+@[^\s@<>()?,;:]+\.[a-z]{2,}/i
const PHONE = /(?:\+?1[-. ]?)?\(?\d{3}\)?[-. ]?\d{3}[-. ]?\d{4}\b/
const WHOSE =
  /^(?:who(?:'s| is|se)?|do (?:i|we) (?:know|have)|find|look up|search(?: for)?|which contact|is|check|what(?:'s| is)?)\b/i

/** The email address or phone number whose owner the question asks for; null if it contains none. */
export function parseContactPoint(question: string): string | null {
  const text = question.trim()
  const found = EMAIL.exec(text)?.[0] ?? PHONE.exec(text)?.[0]
  if (!found) return null
  return WHOSE.test(text) || text.replace(/[?.!]+$/, '') === found ? found : null
}

const FACTS: readonly [ContactFact, RegExp][] = [
  ['birthday', /\b(?:birthday|b-?day|born)\b/i],
  ['stage', /\b(?:stage|status)\b/i],
  ['source', /\b(?:source|come from|came from)\b/i],
  ['lastContact', /\blast (?:contact|talk|speak|call|reach|text|email)/i],
  ['value', /\b(?:worth|home value|house value|value|estimate|equity)\b/i],
  ['tenure', /\b(?:how long|since when|when did|bought|purchased?|own(?:ed)?|rent|lived|years?)\b/i],
  ['listed', /\b(?:listed|for sale|on the market)\b/i],
  ['phone', /\b(?:phone|number|cell|mobile|call)\b/i],
  ['email', /\be-?mail\b/i],
  ['work', /\b(?:work|works|job|employer|company|do for a living)\b/i],
  ['address', /\b(?:address|live|lives|where|zip)\b/i],
  ['age', /\b(?:old|age)\b/i],
]

/** The single fact that a question about a person asks for, if any. */
export function parseContactFact(question: string, name: string): ContactFact | undefined {
  const rest = question.replace(name, ' ')
  return FACTS.find(([, pattern]) => pattern.test(rest))?.[0]
}
