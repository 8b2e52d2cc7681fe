import type { Channel } from '../compliance/outreach.ts'
import { leftoverWords } from './plain-words.ts'

/** Words for people in questions. */
export const PEOPLE_PATTERN =
  /\b(contacts?|people|persons?|clients?|leads?|prospects?|movers?|homeowners?|owners?|sellers?|buyers?|ones?|everyone|everybody|names|database|book|list)\b/
const OUTREACH_VERB = String.raw`(?:call|contact|reach(?: out)?|phone|ring|talk|approach|speak|text|e-?mail|mail|message|write|dial|follow up|visit|send (?:an? )?(?:letter|text|e-?mail|note|card|postcard|message))`
const WHOM = new RegExp(
  `\\b(?:whom?|which (?:contacts?|people|clients?|leads?|ones?|seniors|owners|homeowners|sellers)|contacts?|people|leads?|clients?|ones?|numbers?)\\b.*\\b(?:should|to|shall|must|could|can|do|worth)\\b.*\\b${OUTREACH_VERB}(?:ing)?\\b|^(?:my )?call list\\b|^who to ${OUTREACH_VERB}\\b|\\b(?:people|ones|leads|contacts) (?:worth|for) (?:calling|texting|emailing|a call)\\b`,
)
const CAN_I = new RegExp(`\\b(?:can|could|should|may) (?:i|we) (?:\\w+ )?${OUTREACH_VERB}\\b`)
/** Lists of people to contact: "names for my postcard mailing". */
const CAMPAIGN_PATTERN =
  /(?<=\bfor (?:[\w',-]+ ){0,4})(?:(?:christmas|holiday|thanksgiving|just sold|market|postcard|e-?mail|text|cold) ){0,2}(?:mailings?|mailers?|postcards?|newsletters?|letters|cards|blasts?|calls|calling|texting|door ?knocking|outreach|campaigns?|prospecting)(?=[ ,]*$)/
export const isCampaign = (rest: string) => CAMPAIGN_PATTERN.test(rest) && PEOPLE_PATTERN.test(rest)
/** The words of a question for people that are neither plain nor a kind of campaign. */
export const unknownWords = (rest: string) =>
  leftoverWords(isCampaign(rest) ? rest.replace(CAMPAIGN_PATTERN, ' ') : rest)
/** "My client asked me to stop calling" tells of a person and asks for none. */
const TOLD_PATTERN = /\b(?:asked|asks|told|tells) (?:me|us)\b/
/** Tells if the rest of a question, without its conditions, asks whom to contact. */
export const isOutreach = (rest: string) =>
  !TOLD_PATTERN.test(rest) &&
  (WHOM.test(rest) ||
    isCampaign(rest) ||
    (CAN_I.test(rest) && /^(?:which|who|any|list|show|everyone|people)\b/.test(rest)))

/** The channel of a question such as "who should I text"; nothing for "who should I contact". */
export function channelOf(text: string): { channel?: Channel } {
  const verb =
    /\b(?:text|e-?mail|mail(?:ing|er)?|write|letter|message|postcard|card|note|newsletter)(?=s?\b(?! (?:address|or)\b))/.exec(
      text,
    )?.[0]
  if (!verb) return /\b(?:call|phon|ring|dial)(?:s|e|ing)?\b/.test(text) ? { channel: 'call' } : {}
  return {
    channel:
      verb === 'text' || verb === 'message'
        ? 'text'
        : /^(?:e-?mail|newsletter)$/.test(verb)
          ? 'email'
          : 'letter',
  }
}
