import type { ConditionRule } from './condition-rule.ts'
import { parseAmount } from './number-words.ts'
import type { QuestionFilter } from './questions.ts'

const OVER = String.raw`>=?|≥|over|above|more than|(?:greater|higher|better|longer|older|bigger) than|north of|exceeding|upwards? of|at least|no less than|from|past|minimum(?: of)?`
const UNDER = String.raw`<=?|≤|under|below|(?:less|lower|fewer|cheaper|younger|smaller|shorter) than|south of|not over|no more than|at most|up to|maximum(?: of)?`
const NUMBER = String.raw`\$? ?\d[\d,]*(?:\.\d+)? ?(?:k\b|thousand\b|mm?\b|million\b)?`
const UNIT = String.raw`(?<unit> ?(?:years?|months?|points?|dollars))?(?<old>[ -](?:old|of age))?`
const COMPARISON = new RegExp(
  String.raw`(?:\b(?<word>scor(?:e|es|ed|ing)(?: of)?|rated|aged?|ages|worth|valued at|owned(?: for)?) )?` +
    `(?:(?<range>between |from )?(?<low>${NUMBER})(?: ?-| and| to) ?(?<high>${NUMBER})|` +
    String.raw`(?:\b(?<over>${OVER})|\b(?<under>${UNDER})) ?(?<bound>${NUMBER})|` +
    String.raw`(?<open>${NUMBER})(?<plain> ?years?)?(?: ?(?<plus>\+|(?:or|and) (?:more|higher|above|better|over|longer|older|up))|(?<minus> or (?:less|lower|below|under|younger|fewer)))` +
    `)${UNIT}`,
)
const OLDER_PATTERN = /\b(?:older|younger|old|aged?|ages)\b/

/** Comparisons with numbers; two in one question are read by repeating the last rule. */
export const COMPARISON_RULES: readonly ConditionRule[] = [
  [/\b(?:seniors?|elderly|senior citizens)\b/, () => ({ ageFrom: 65 })],
  [
    /\bscor(?:e|es|ed|ing) in the ([1-9])0'?s\b/,
    ([, decade]) => ({ scoreFrom: Number(decade) * 10, scoreTo: Number(decade) * 10 + 9 }),
  ],
  [
    /\b(?:in (?:their|his|her)|those in the) (?:early |mid |late )?([2-9])0'?s\b/,
    ([, decade]) => ({ ageFrom: Number(decade) * 10, ageTo: Number(decade) * 10 + 9 }),
  ],
  [
    /\bin the (?:low |mid |high |upper )?([1-9])00(?: ?k)?'?s\b/,
    ([, hundreds]) => ({ valueFrom: Number(hundreds) * 1e5, valueTo: Number(hundreds) * 1e5 + 99_999 }),
  ],
  [/\b(?:1 )?million[- ]dollar\b/, () => ({ valueFrom: 1e6 })],
  [
    new RegExp(String.raw`\b(?:around|about|roughly|near|close to|approximately) (${NUMBER})`),
    ([, figure]) => {
      const { amount, isMoney } = amountOf(figure)
      return isMoney ? { valueFrom: Math.round(amount * 0.9), valueTo: Math.round(amount * 1.1) } : null
    },
  ],
  [COMPARISON, comparisonOf],
  [COMPARISON, comparisonOf],
]

function amountOf(text = ''): { amount: number; isMoney: boolean } {
  const { amount, unit } = parseAmount(text) ?? { amount: 0, unit: '' }
  return { amount, isMoney: text.includes('$') || unit !== '' || amount >= 10_000 }
}

const isMoneyOrScore = (numbers: string, text: string) => /[$k]|million/.test(numbers) || /\bscor/.test(text)

/** A comparison with a number: of money, of years owned, of age or, without a unit, of the score. */
function comparisonOf(match: RegExpExecArray, text: string): Partial<QuestionFilter> | null {
  const { word, range, low, high, over, under, bound, open, plus, unit, old } = match.groups ?? {}
  if (low !== undefined && !(range ?? word ?? unit ?? old) && !isMoneyOrScore(match[0], text)) return null
  const figure = amountOf(high ?? bound ?? open)
  if (/month/.test(unit ?? '')) figure.amount /= 12
  if (figure.amount > 1e9) return null
  const kind = comparedKind(match, text, figure.isMoney)
  const step = kind === 'score' || kind === 'age' ? 1 : 0
  if (low !== undefined) return boundsFilter(kind, ordered(scaled(low, high), figure.amount))
  const isStrict = /^(?:[<>]|over|above|past|north.*|exceeding|under|below|.* than)$/.test(
    over ?? under ?? '',
  )
  return over !== undefined || plus !== undefined
    ? boundsFilter(kind, { from: figure.amount + (isStrict ? step : 0) })
    : boundsFilter(kind, { to: figure.amount - (isStrict ? step : 0) })
}

function comparedKind(found: RegExpExecArray, text: string, isMoney: boolean) {
  const { word = '', plain } = found.groups ?? {}
  const before = text.slice(Math.max(0, found.index - 12), found.index)
  if (isMoney || /^(?:worth|valued)/.test(word)) return 'value'
  if (OLDER_PATTERN.test(`${before} ${found[0]}`)) return 'age'
  if (plain !== undefined || /\b(?:years?|months?)\b|^owned/.test(found[0])) return 'years'
  return /\b(?:home|house|propert|condo|pric|valu|worth)/.test(before) && amountOf(found[0]).amount > 100
    ? 'value'
    : 'score'
}

/** `400` in "400-600k" is in thousands, too. */
function scaled(low: string, high = ''): number {
  const [one, other] = [amountOf(low), amountOf(high)]
  const factor = /[km]/.test(low) ? 1 : /k|thousand/.test(high) ? 1e3 : /m/.test(high) ? 1e6 : 1
  return one.amount * factor > other.amount * 10 ? one.amount : one.amount * factor
}

const ordered = (one: number, other: number) => ({ from: Math.min(one, other), to: Math.max(one, other) })

function boundsFilter(
  kind: 'value' | 'age' | 'years' | 'score',
  { from, to }: { from?: number; to?: number },
): Partial<QuestionFilter> {
  const limit = (bound: number) => (kind === 'score' ? Math.min(100, Math.max(0, Math.round(bound))) : bound)
  return {
    ...(from === undefined ? {} : { [`${kind}From`]: limit(from) }),
    ...(to === undefined ? {} : { [`${kind}To`]: limit(to) }),
  }
}
