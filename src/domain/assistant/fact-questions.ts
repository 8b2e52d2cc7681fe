const BILLING_PATTERN =
  /\bhow much (?:are |do |does |is )?(?:you|y'all|this|it|they)(?: guys| thing)? (?:charg|cost|bill)\w* (?:me|us)\b|\b(?:what|how much|when|which)\b.*\b(?:i|we|my|our)\b.*\b(?:owe|paying|bill(?:ed)?|billing|charged?|invoice|renew(?:s|al|ed)?|subscription|plan|pay(?:ment)?)\b|^(?:my|our) (?:bill|plan|subscription|invoice|next payment)\b|\bnext (?:bill|invoice|payment|charge|renewal)\b|\b(?:what|which) (?:plan|subscription)\b.*\b(?:i|we)\b|^(?:am i|are we) (?:still )?(?:on|paying)\b.*\b(?:plan|monthly|yearly|annual(?:ly)?|trial)\b/
const BILLING_EXPLAINED_PATTERN =
  /\b(?:how (?:do|can|to)|where|cancel|change|switch|update|refund|why|fails?|failed|happens?|if|credits? (?:cost|roll))\b/

/** Tells if a question is about the cost or renewal of the caller's own plan. */
export function isBillingQuestion(text: string): boolean {
  return BILLING_PATTERN.test(text) && !BILLING_EXPLAINED_PATTERN.test(text) && !/\bmortgages?\b/.test(text)
}

const DNC_PATTERN =
  /\bdo[- ]?not[- ](?:contact|call)\b|\bdnc\b|\bopted[- ]out\b|\b(?:can't|cannot|must not|may not|shouldn't|should not) (?:i |we |be )?(?:call|contact)(?:ed)?\b/
/** "Which contacts should I not call" */
const NOT_TO_CALL_PATTERN =
  /\b(?:should|may|can|must)(?:n't| not)? i (?:not |never )(?:call|contact|text|email)\b|\bnot to (?:call|contact)\b/
const DNC_LISTED_PATTERN =
  /^(?:who|whom|which|list|show|how many|any|anyone|is there|are there)\b|^(?:my|our|the) (?:do|dnc)/

export function isDoNotContactQuestion(text: string): boolean {
  return (
    (DNC_PATTERN.test(text) || NOT_TO_CALL_PATTERN.test(text)) &&
    DNC_LISTED_PATTERN.test(text) &&
    !/\bmean|\bdoes\b|\bregistry\b|\blaw|\bwhat\b/.test(text)
  )
}

const EMAIL_PATTERN = /[^\s@<>()?,;:]+@[^\s@<>()?,;:]+\.[a-z]{2,}/i
const PARTIAL_EMAIL_PATTERN = /[^\s@<>()?,;:]{2,}@[a-z0-9-]{2,}/i
const PHONE_PATTERN = /(?:\+?1[-. ]?)?\(?\d{3}\)?[-. ]?\d{3}[-. ]?\d{4}\b/
const STREET_PATTERN =
  /\b\d{1,6} (?:[\p{L}\d.]+ ){1,4}?(?:st|street|ave?|avenue|rd|road|dr|drive|ln|lane|ct|court|blvd|boulevard|way|pl|place|cir|circle|ter|terrace|pkwy|hwy)\b/iu
/** A house number with a direction or a unit: "5520 N Sheridan unit 9C". */
const NUMBERED_PATTERN = /\b\d{1,6} (?:[nsew]\.? (?:[\p{L}\d]+ ?){1,2}|[\p{L}]+ (?:unit|apt|#) ?\w+)\b/iu
const EXPLAINED_PATTERN = /\b(?:import|csv|how (?:do|can|to) i|what does|template|columns?)\b/i
const ASKS_STREET_PATTERN =
  /^(?!(?:can|may|should|do|does|is it|how|draft|write|send)\b.*\b(?:mail|send|knock|write|letter)\b)/i

/** The email address, phone number or street address whose owner the question asks for; null if it contains none. */
export function parseContactPoint(question: string): string | null {
  const text = question.trim()
  const point =
    EMAIL_PATTERN.exec(text)?.[0] ??
    PARTIAL_EMAIL_PATTERN.exec(text)?.[0] ??
    PHONE_PATTERN.exec(text)?.[0] ??
    lastDigits(text)
  if (point) return EXPLAINED_PATTERN.test(text) ? null : point
  const street =
    STREET_PATTERN.exec(text)?.[0] ?? NUMBERED_PATTERN.exec(text)?.[0]?.replace(/ (?:unit|apt)$/i, '')
  return street && (ASKS_STREET_PATTERN.test(text) || text.replace(/[?.!]+$/, '') === street) ? street : null
}

/** The last digits of a phone number: "the number ending in 0142". */
function lastDigits(text: string): string | null {
  return (
    /\b(?:end(?:s|ing)? (?:in|with)|last (?:four|4)(?: digits)?(?: are| is| of)?) (\d{4})\b/i.exec(
      text,
    )?.[1] ?? null
  )
}
