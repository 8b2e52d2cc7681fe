import { CONTACTS, capitalize, dollars, plural, YEARS } from './answer-format.ts'
import { filterText } from './filter-text.ts'
import { MEASURE_TEXTS } from './measures.ts'
import type { BreakdownKey, DataQuestion, Measure, QuestionFilter, StatisticField } from './questions.ts'

type Statistic = { known: number; missing: number; average: number; median: number; total: number }

const round = (value: number) => Math.round(value * 10) / 10
const FIELDS: Record<
  Exclude<StatisticField, Measure>,
  { name: string; textOf: (value: number) => string }
> = {
  value: { name: 'estimated home value', textOf: dollars },
  tenure: { name: 'length of ownership', textOf: (value) => plural(round(value), YEARS) },
  age: { name: 'age', textOf: (value) => plural(round(value), YEARS) },
  score: { name: 'score', textOf: (value) => String(round(value)) },
}
const fieldOf = (field: StatisticField) =>
  field in FIELDS ? FIELDS[field as keyof typeof FIELDS] : MEASURE_TEXTS[field as Measure]

export function statisticText(
  { narrowing, of, kind }: Extract<DataQuestion, { tool: 'statistic' }>,
  statistic: Statistic,
): string {
  const { name, textOf } = fieldOf(of)
  const { known, missing } = statistic
  if (known === 0)
    return `None of your contacts${filterText(narrowing)} has a known ${name}. Enrich contacts to get data about them.`
  const lacking =
    missing > 0
      ? ` ${plural(missing, CONTACTS)} without one ${missing === 1 ? "isn't" : "aren't"} counted.`
      : ''
  return `The ${kind} ${name} of your ${plural(known, CONTACTS)}${filterText(narrowing)} is ${textOf(statistic[kind])}.${lacking}`
}

const KEY_NAMES: Record<BreakdownKey, string> = {
  city: 'city',
  zip: 'ZIP code',
  state: 'state',
  source: 'source',
  stage: 'stage',
  tag: 'tag',
  relationship: 'relationship',
  signal: 'active signal',
}

/** How many contacts there are of each value, or of the named ones, which may have none. */
export function breakdownText(
  by: BreakdownKey,
  filter: QuestionFilter,
  groups: readonly { name: string; count: number }[],
): string {
  const key = KEY_NAMES[by]
  if (groups.length === 0) return `None of your contacts${filterText(filter)} has a ${key}.`
  const lines = groups.map(({ name, count }) => `- ${nameText(by, name)}: ${plural(count, CONTACTS)}`)
  return `Your contacts${filterText(filter)} by ${key}, most first:\n${lines.join('\n')}`
}

function nameText(by: BreakdownKey, name: string): string {
  if (by === 'state' || by === 'zip') return name.toUpperCase()
  return by === 'tag' || by === 'stage' ? name : name.split(' ').map(capitalize).join(' ')
}

/** Possible duplicates with their reasons. */
export function duplicatesText(total: number, pairs: readonly { contact: string; other: string }[]): string {
  const where = 'Search for “Possible duplicates” in the command palette to compare and merge them.'
  if (total === 0) return `We found no possible duplicates among your contacts. ${where}`
  const lines = pairs.map(({ contact, other }) => `- ${contact} and ${other}`)
  return `You have ${plural(total, ['possible duplicate', 'possible duplicates'])}:\n${lines.join('\n')}\n${where}`
}
