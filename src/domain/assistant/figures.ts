import { MONTH_NAMES } from './months.ts'
import { NUMBER_WORDS } from './number-words.ts'

const FIGURE_WORDS: Readonly<Record<string, number>> = {
  ...NUMBER_WORDS,
  ...{ hundred: 100, thousand: 1000, million: 1e6, billion: 1e9, dozen: 12 },
  ...{ half: 0.5, double: 2, twice: 2, triple: 3, quarter: 0.25 },
}
const MONTHS = MONTH_NAMES.map((name) => name.toLowerCase())
const SHORT_MONTHS = MONTHS.map((month) => month.slice(0, 3))
const MULTIPLES: Readonly<Record<string, number>> = { k: 1e3, m: 1e6, b: 1e9 }

/** Currency sign, number, multiple, percent sign or word. */
const FIGURE_PATTERN =
  /([$€£]\s?)?(\d[\d,]*(?:\.\d+)?)(?:\s?(k|m|b|thousand|million|billion)\b)?(\s?%|\s?(?:percent|per cent|percentage)\b)?/giu
/** List markers up to 10 with text after them are not figures. */
const LIST_NUMBER_PATTERN = /^\s*(?:[1-9]|10)[.)]\s+(?=\S)/gm

/** The figures of a text, normalized: `12`, `12%`, `$12`, `month:3`. */
function figuresOf(text: string): string[] {
  const plainText = text.normalize('NFKC').replace(LIST_NUMBER_PATTERN, '')
  const numbers = Array.from(
    plainText.matchAll(FIGURE_PATTERN),
    ([, money, digits = '', unit = '', percent]) => {
      const multiple = MULTIPLES[unit.toLowerCase()] ?? FIGURE_WORDS[unit.toLowerCase()] ?? 1
      return `${money ? '$' : ''}${Number(digits.replaceAll(',', '')) * multiple}${percent ? '%' : ''}`
    },
  )
  return [...numbers, ...wordFiguresOf(plainText)]
}

function wordFiguresOf(text: string): string[] {
  return [...text.matchAll(/\p{L}+/gu)].flatMap(([word]) => {
    const lower = word.toLowerCase()
    const value = Object.hasOwn(FIGURE_WORDS, lower) ? FIGURE_WORDS[lower] : undefined
    if (value !== undefined) return [String(value)]
    // "May" and "mar" are ordinary words too; only a capital letter makes a month, and "May" never counts.
    const isName = word[0] !== word[0]?.toLowerCase()
    const month = isName ? Math.max(MONTHS.indexOf(lower), SHORT_MONTHS.indexOf(lower)) : -1
    return month >= 0 && lower !== 'may' ? [`month:${month + 1}`] : []
  })
}

/** The figures a reply may name: those of the evidence, with and without their unit. */
export function allowedFigures(texts: readonly string[]): ReadonlySet<string> {
  const allowedNumbers = new Set<string>()
  for (const text of texts) {
    for (const figure of figuresOf(text)) {
      allowedNumbers.add(figure)
      // The reply may shorten "75%" to 75, but never turn 75 into a percentage or an amount of money.
      allowedNumbers.add(figure.replace(/[$%]/g, ''))
    }
    for (const [, month, day] of text.matchAll(/\b\d{4}-(\d\d)-(\d\d)/g)) {
      allowedNumbers
        .add(`month:${Number(month)}`)
        .add(String(Number(month)))
        .add(String(Number(day)))
    }
  }
  return allowedNumbers
}

/** Digits of other scripts and single-character fractions, which `FIGURE_PATTERN` would miss. */
const UNREADABLE_DIGIT_PATTERN = /(?![0-9])\p{N}/u

/** Tells if a sentence names a figure that the evidence does not contain. */
export function hasInventedFigure(sentence: string, allowed: ReadonlySet<string>): boolean {
  const plain = sentence.normalize('NFKC')
  return UNREADABLE_DIGIT_PATTERN.test(plain) || figuresOf(plain).some((figure) => !allowed.has(figure))
}
