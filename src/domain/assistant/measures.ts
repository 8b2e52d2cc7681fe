import { boundsText, dollars, plural } from './answer-format.ts'
import { parseAmount } from './number-words.ts'
import type { Measure, QuestionFilter } from './questions.ts'

type MeasureRange = NonNullable<QuestionFilter['measures']>[number]

const percent = (value: number) => `${Math.round(value * 10) / 10}%`

/** Name of each measure, its value as text, and the words for it in questions. */
export const MEASURE_TEXTS: Record<
  Measure,
  { name: string; textOf: (value: number) => string; words: string }
> = {
  equityShare: {
    name: 'share of equity',
    textOf: percent,
    words: String.raw`(?:percent|%|share of) (?:of )?equity|equity (?:share|percent(?:age)?)`,
  },
  equity: { name: 'equity', textOf: dollars, words: 'equity' },
  rate: {
    name: 'loan rate',
    textOf: percent,
    words: String.raw`(?:(?:mortgage|loan|interest) )?rates?`,
  },
  loan: {
    name: 'recorded loan',
    textOf: dollars,
    words: String.raw`(?:mortgage|loan)s?(?: (?:amounts?|balances?))?|owe[sd]?|owes? on (?:their|the|his|her) (?:home|house|place|mortgage)|lien amounts?`,
  },
  gain: {
    name: 'gain since the purchase',
    textOf: dollars,
    words: String.raw`gains?|appreciation|appreciated|profits?|(?:gone|went|go|going) up in value`,
  },
  price: {
    name: 'purchase price',
    textOf: dollars,
    words: String.raw`(?:purchase|sale|sales|sold|bought|last sale) prices?|paid`,
  },
  bedrooms: {
    name: 'number of bedrooms',
    textOf: (value) => plural(value, ['bedroom', 'bedrooms']),
    words: String.raw`bed(?:room)?s?|br|bdrms?`,
  },
  bathrooms: {
    name: 'number of bathrooms',
    textOf: (value) => plural(value, ['bathroom', 'bathrooms']),
    words: String.raw`bath(?:room)?s?`,
  },
  squareFeet: {
    name: 'size in square feet',
    textOf: (value) => `${value.toLocaleString('en-US')} square feet`,
    words: String.raw`sq(?:uare)?\.? ?(?:ft|feet|foot|footage)\.?|sqft|square footage`,
  },
  yearBuilt: {
    name: 'year of construction',
    textOf: (value) => `built in ${value}`,
    words: String.raw`year built|built|constructed`,
  },
  chance: {
    name: 'chance to move',
    textOf: percent,
    words: String.raw`(?:move )?chances?|likelihoods?|probabilit(?:y|ies)|odds`,
  },
}
const MEASURE_NAMES = Object.keys(MEASURE_TEXTS) as Measure[]

const NUMBER = String.raw`\$? ?\d[\d,]*(?:\.\d+)? ?(?:k\b|thousand\b|mm?\b|million\b|%|percent\b)?`
const OVER = String.raw`>=?|over|above|more than|(?:greater|higher|better|bigger|larger) than|at least|north of|exceeding|after|since|minimum(?: of)?`
const UNDER = String.raw`<=?|under|below|less than|(?:lower|fewer|smaller|cheaper) than|at most|up to|south of|before|maximum(?: of)?`
const BOUND = String.raw`(?:(?<from>${OVER})|(?<to>${UNDER}))? ?(?<one>${NUMBER})(?: ?(?:-|to|and) ?(?<two>${NUMBER}))?(?<plus> ?(?:\+|or (?:more|higher|above|better|up)|plus\b)| and up)?(?<minus> or (?:less|lower|below|under|fewer))?`
const FILLER = String.raw`(?: (?:is|are|was|of|for|between|in|from|at|their|the|house|home|it))*`

const PATTERNS = MEASURE_NAMES.map((measure) => {
  const { words } = MEASURE_TEXTS[measure]
  return [
    measure,
    new RegExp(
      String.raw`\b(?:${words})${FILLER}(?: |\b)${BOUND}|${BOUND.replace(/\?</g, '?<x')}[ -]?(?:in |of |or more |plus )?(?:${words})(?![\w])`,
    ),
  ] as const
})

/** A measure compared with a number, and the text without it; null for any other text. */
export function parseMeasure(text: string): { range: MeasureRange; rest: string } | null {
  for (const [measure, pattern] of PATTERNS) {
    const match = pattern.exec(text)
    const groups = match?.groups
    if (!match || !groups) continue
    const range = rangeOf(measure, (name) => groups[name] ?? groups[`x${name}`])
    if (range)
      return {
        range,
        rest: `${text.slice(0, match.index)} , ${text.slice(match.index + match[0].length)}`,
      }
  }
  return null
}

/** Equity and loans have a percentage of their own. */
const PERCENT_OF: Partial<Record<Measure, Measure>> = { equity: 'equityShare', loan: 'rate' }

function rangeOf(measure: Measure, group: (name: string) => string | undefined): MeasureRange | null {
  const one = amountOf(group('one'))
  const text = `${group('one') ?? ''}${group('two') ?? ''}`
  const isPercent = /%|percent/.test(text)
  const kind = isPercent ? (PERCENT_OF[measure] ?? measure) : measure
  if (one === null || (isPercent && !['equityShare', 'rate', 'chance'].includes(kind))) return null
  const two = amountOf(group('two'))
  if (two !== null) return { measure: kind, from: Math.min(one, two), to: Math.max(one, two) }
  return { measure: kind, ...boundOf(one, group, kind === 'yearBuilt' ? 1 : 0) }
}

/** @param step what "before" and "after" exclude */
function boundOf(value: number, group: (name: string) => string | undefined, step: number) {
  const [over, under] = [group('from'), group('to')]
  if (under) return { to: /before|under|below|less|</.test(under) ? value - step : value }
  if (over) return { from: /after|over|above|more|>$/.test(over) ? value + step : value }
  if (group('minus')) return { to: value }
  return group('plus') ? { from: value } : { from: value, to: value }
}

function amountOf(text: string | undefined): number | null {
  const { amount } = parseAmount(text) ?? {}
  return amount === undefined || amount > 1e9 ? null : amount
}

const NAME_PATTERNS = MEASURE_NAMES.map(
  (measure) => [measure, new RegExp(`\\b(?:${MEASURE_TEXTS[measure].words})(?!\\w)`)] as const,
)

/** The measure that a text names, if any. */
export function namedMeasure(text: string): Measure | undefined {
  return NAME_PATTERNS.find(([, pattern]) => pattern.test(text))?.[0]
}

/** Removes the first name of every measure from a text. */
export function withoutMeasures(text: string): string {
  return NAME_PATTERNS.reduce((words, [, pattern]) => words.replace(pattern, ' , '), text)
}

/** `with equity of at least $200,000`. */
export function measureText({ measure, from, to }: MeasureRange): string {
  if (measure === 'equity' && to === -1) return 'with negative equity'
  const { name, textOf } = MEASURE_TEXTS[measure]
  return `with ${measure === 'equity' ? name : `a ${name}`} of ${boundsText(from, to, textOf)}`
}
