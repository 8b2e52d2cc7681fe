import type { ConditionRule } from './condition-rule.ts'
import type { QuestionFilter } from './questions.ts'
import { DETAIL_LIST, detailsIn } from './vocabulary.ts'

const LACKING = String.raw`(?:without|missing|lack(?:s|ing)?|(?:do|does)(?: not|n't) (?:even |yet )?(?:have|list|show)|(?:have|has)(?: not|n't)(?: got)?|(?:have |has |having |with |got |there is |there's )?(?:no|zero)|not have|needs?|(?:with an |has an |have an )?(?:empty|blank)|minus|(?:isn't|is not|aren't|are not) (?:there )?|never (?:gave|got|had)|(?:we )?(?:still )?(?:don't|do not) (?:know|have) (?:the |their )?)`
const ARTICLES = String.raw`(?:(?:a|an|any|the|their|his|her|our|my|valid|working|either|both|current|known|kind of|type of|sort of|good) )*`
const RECORDED = String.raw`(?: (?:on (?:file|record|them)|saved|listed|recorded|yet|assigned|attached|at all))*`
const VERIFIABLE = String.raw`(e-?mails?|phones?|numbers?|cells?|mobiles?|contact info|(?:mailing |street |home |postal )?address(?:es)?)(?: address(?:es)?| numbers?)?`
const BAD = String.raw`(?:bad|invalid|failed|fail(?:ing)?|bounc(?:ed|ing|es?)|broken|dead|wrong|undeliverable|disconnected|not working|fake|bogus|out of service|no good|typo'?d|mistyped)`
const UNVERIFIED = String.raw`(?:unverified|unchecked|unconfirmed|(?:not|never|haven't been|hasn't been|isn't|aren't|wasn't|weren't)(?: yet)?(?: been)? (?:verified|checked|confirmed))`

function partOf(word = ''): 'email' | 'phone' | 'address' | 'any' {
  if (/^e-?mail/.test(word)) return 'email'
  if (word.includes('address')) return 'address'
  return word === '' || word.startsWith('contact') ? 'any' : 'phone'
}

/** Details that contacts have or lack, and how those were verified. */
export const DETAIL_RULES: readonly ConditionRule[] = [
  [
    /\b(?:never|not|aren't|isn't|haven't|hasn't|wasn't|weren't|un|don't|yet to|still (?:need|have) to|need to)[- ]?(?:yet |been |be |get |got |gotten |ever )*enrich(?:ed)?\b|\bneeds? (?:to be enriched|enriching|enrichment)\b|\b(?:can|should|could) (?:i|we) (?:still )?enrich\b|\bleft to enrich\b/,
    () => ({ lacks: ['enrichment'] }),
  ],
  [/\b(?:already )?(?:been )?enriched\b/, () => ({ has: ['enrichment'] })],
  [
    /\b(?:unscored|(?:not|never|aren't|isn't|haven't|hasn't) (?:yet )?(?:been |got(?:ten)? )?scored|(?:without|no|have no|(?:do not|don't|does not|doesn't) have) (?:a |any )?scores?|missing (?:a |their )?scores?)\b/,
    () => ({ scored: false }),
  ],
  [
    /\b(?:untagged|(?:not|never) (?:been )?tagged|unlabell?ed|(?:aren't|isn't) tagged)\b/,
    () => ({ lacks: ['tag'] }),
  ],
  [new RegExp(`\\b${BAD} ${VERIFIABLE}`), ([, part]) => ({ failed: partOf(part) })],
  [
    new RegExp(
      `\\b${VERIFIABLE} (?:that |which |has |have |is |are |was |were |doesn't |don't |didn't |did not )*(?:${BAD}|work|go through)\\b`,
    ),
    ([, part]) => ({ failed: partOf(part) }),
  ],
  [
    new RegExp(`\\b${VERIFIABLE} (?:that |which |is |are |was |were |has |have )*${UNVERIFIED}\\b`),
    ([, part]) => ({ unverified: partOf(part) }),
  ],
  [new RegExp(`\\b${UNVERIFIED}(?: ${VERIFIABLE})?`), ([, part]) => ({ unverified: partOf(part) })],
  [
    /\b(?:only|just) (?:a |an |one |have (?:a |an )?)?(?:first names?|one name)\b|\b(?:only (?:a )?first name)\b/,
    () => ({ lacks: ['lastName'] }),
  ],
  [
    new RegExp(`\\b${LACKING} ${ARTICLES}${DETAIL_LIST}${RECORDED}`),
    ([words, list = '']) => ({ lacks: detailsIn(list), ...eitherOf(words) }),
  ],
  [
    new RegExp(
      `\\b${DETAIL_LIST} (?:is |are |that is |that are |field )?(?:missing|unknown|blank|empty|not (?:on file|there|known))\\b`,
    ),
    ([, list = '']) => ({ lacks: detailsIn(list) }),
  ],
  [
    /\b(?:(?:with|have|has|got|there is|only|just) )+(?:(?:a|an|their) )?(phone|e-?mail|address|name)s?(?: number| address)? (?:but|and) (?:nothing|not anything) else\b|\b(?:only|nothing but) (?:(?:have|has|got) )?(?:(?:a|an|their|the) )?(phone|e-?mail|address|name)s?(?: numbers?| address(?:es)?)?(?: for| on (?:file|record))?\b/,
    ([, before, after]) => onlyDetail(before ?? after ?? ''),
  ],
  [
    /\b(?:incomplete|missing (?:contact )?(?:info(?:rmation)?|data|details|stuff|something))\b/,
    () => ({ lacks: ['phone', 'email', 'address'], either: true }),
  ],
  [
    /\b(?:can't|no way to|unable to|impossible to) (?:i |we |be )?(?:reach(?:ed)?|contact(?:ed)?|get (?:a )?hold of)\b|\bunreachable\b|\bno contact (?:info(?:rmation)?|details)\b/,
    // "People I can't contact" are those marked do not contact.
    ([words], text) =>
      /\b(?:should|may|law|legal)\b/.test(text) || /^can't\b.*\bcontact/.test(words)
        ? null
        : { lacks: ['phone', 'email'] },
  ],
  [
    new RegExp(
      `\\bverified ${VERIFIABLE}|\\b${VERIFIABLE} (?:that |which |is |are |has been |have been )*verified\\b`,
    ),
    ([, part, before]) => ({ verified: partOf(part ?? before) }),
  ],
  [/\bverified\b/, () => ({ verified: 'any' })],
  [
    new RegExp(`\\b(?:has|have|having|with|got|there is|there's|and) ${ARTICLES}${DETAIL_LIST}${RECORDED}`),
    ([, list = '']) => ({ has: detailsIn(list) }),
  ],
]

/** "Only an email" has no phone number and no address. */
function onlyDetail(word: string): Partial<QuestionFilter> {
  const all = ['phone', 'email', 'address'] as const
  const detail = all.find((each) => each === word.replace('-', ''))
  return { ...(detail ? { has: [detail] } : {}), lacks: all.filter((each) => each !== detail) }
}

/** "Missing a phone or an email" means either, "no phone or email" means both. */
const eitherOf = (words: string): Partial<QuestionFilter> =>
  /^(?:missing|lack|need).* or /.test(words) ? { either: true } : {}
