import type { ConditionRule } from './condition-rule.ts'
import type { QuestionFilter } from './questions.ts'

const BOUGHT = String.raw`(?:b(?:ought|uy)|purchased?|moved in|closed|acquired|got|grabbed|snagged|picked up)\b(?: (?:a|an|their|the|his|her|on|in|new|home|homes|house|houses|place|it))*?`

const HOME_TYPES: readonly [string, NonNullable<QuestionFilter['homeType']>][] = [
  [String.raw`condos?|condominiums?|apartments?|co-?ops?`, 'condo'],
  [String.raw`town ?(?:houses?|homes?)|row ?(?:houses?|homes?)`, 'townhouse'],
  [String.raw`single[- ]family(?: (?:homes?|houses?))?|sfrs?|sfh`, 'single'],
  [String.raw`multi[- ]?family(?: (?:homes?|houses?|buildings?))?|duplex(?:es)?|triplex(?:es)?`, 'multi'],
  [String.raw`vacant (?:land|lots?)|land(?! ?lord)`, 'land'],
]

/** The homes that contacts own, and when they bought them. */
export const HOME_RULES: readonly ConditionRule[] = [
  [
    new RegExp(`\\b${BOUGHT} ?\\b(between|from) ((?:19|20)\\d\\d) (?:and|to|-) ((?:19|20)\\d\\d)\\b`),
    ([, , from, to]) => ({ boughtFrom: Number(from), boughtTo: Number(to) }),
  ],
  [
    new RegExp(
      `\\b(?:(?:have |has )?own(?:ed|ers?)\\b.*?|${BOUGHT} ?)\\b(before|after|since|in) ((?:19|20)\\d\\d)\\b`,
    ),
    ([, when, year]) => boughtIn(when, Number(year)),
  ],
  [
    new RegExp(`\\b${BOUGHT} ?\\b(this|last) year\\b`),
    ([, which], _text, today) => boughtIn('in', Number(today.slice(0, 4)) - (which === 'last' ? 1 : 0)),
  ],
  [
    /\b(?:already |currently |now )?(?:listed(?: for sale| by (?:another|other|someone)\b.*)?|for sale|on the market)\b/,
    () => ({ listed: true }),
  ],
  [
    new RegExp(
      `\\b(?:(?:have |has )?own(?:ed|ers?)?\\b.*?|${BOUGHT} ?|since )\\b(?:in |since |from )?the (?:early |mid |late )?((?:19|20)?[0-9]0)'?s\\b`,
    ),
    ([words, decade = ''], text) => {
      if (/\bscor/.test(text)) return null
      const year = Number(decade.length === 4 ? decade : `${Number(decade) > 25 ? 19 : 20}${decade}`)
      return { ...(/\bsince\b/.test(words) ? {} : { boughtFrom: year }), boughtTo: year + 9 }
    },
  ],
  [
    new RegExp(
      `\\b${BOUGHT} ?\\b(?:with)?in (?:the )?(?:(?:last|past) )?(\\d{1,2}|an?|the last) (years?|months?)\\b`,
    ),
    ([, count, unit = '']) => {
      const years = (Number(count) || 1) / (unit.startsWith('month') ? 12 : 1)
      return { yearsTo: Math.max(1, Math.round(years)) }
    },
  ],
  [
    /\b(?:recent(?:ly)? (?:bought|purchased|buyers?|moved in)|just (?:bought|purchased|moved in)|new (?:home ?)?owners?|first[- ]year owners?)\b/,
    () => ({ yearsTo: 1 }),
  ],
  [/\b(?:long[- ]?(?:time|term)|longtime) (?:home)?owners?\b(?!.*\d)/, () => ({ yearsFrom: 10 })],
  [
    /\b(?:hit(?:ting)?|reach(?:ing)?|celebrat(?:e|ing)|coming up on) (?:their |the )?(\d{1,2})[- ]years?(?: mark| anniversary)?(?: this year)?\b/,
    ([, years], _text, today) => boughtIn('in', Number(today.slice(0, 4)) - Number(years)),
  ],
  [/\bold[- ]timers?\b/, () => ({ yearsFrom: 15 })],
  [
    /\babsentee(?: (?:home)?owners?)?\b|\blandlords?\b|\b(?:don't|do not|doesn't) live (?:in|at) (?:the|their) (?:home|house|property|place)s?(?: they own)?\b|\bout[- ]of[- ](?:state|town) owners?\b|\b(?:investment|rental|second) (?:property|properties|homes?|houses?)(?: owners?)?\b|\binvestors?\b/,
    () => ({ absentee: true }),
  ],
  [
    /\b(?:renters?|renting|rents?|tenants?|don't own|do not own|doesn't own|non-?owners?)\b(?: (?:a|their|any) (?:home|house|place))?/,
    () => ({ tenure: 'renter' }),
  ],
  [
    /\bunder ?water\b|\bupside down\b|\bnegative equity\b|\bowes? more than (?:it's|it is|they're|their (?:home|house) is|the (?:home|house) is)? ?worth\b/,
    () => ({ measures: [{ measure: 'equity', to: -1 }] }),
  ],
  [
    /\b(?:free and clear|paid off|no (?:mortgage|loan)s?|mortgage[- ]free|without a (?:mortgage|loan)|own (?:it |their (?:home|house) )?outright)\b/,
    () => ({ has: ['home'], lacks: ['loan'] }),
  ],
  [
    /\b(?:(?:high|lots? of|plenty of|tons? of|big|large|good|strong) equity|equity[- ]rich)\b/,
    () => ({ measures: [{ measure: 'equityShare', from: 50 }] }),
  ],
  ...HOME_TYPES.map(
    ([words, homeType]): ConditionRule => [
      new RegExp(
        `\\b(?:in (?:a |an )?|own(?:s|ing)? (?:a |an )?|with (?:a |an )?|has (?:a |an )?)?(?:${words})\\b(?: owners?)?`,
      ),
      () => ({ homeType }),
    ],
  ),
]

function boughtIn(when: string | undefined, year: number): Partial<QuestionFilter> {
  if (when === 'before') return { boughtTo: year - 1 }
  return { boughtFrom: when === 'after' ? year + 1 : year, ...(when === 'in' ? { boughtTo: year } : {}) }
}
