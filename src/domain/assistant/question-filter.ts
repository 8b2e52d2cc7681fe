import { stateCode, stateName } from '../identity/address.ts'
import { COMPARISON_RULES } from './comparison-rules.ts'
import type { ConditionRule } from './condition-rule.ts'
import { DETAIL_RULES } from './detail-rules.ts'
import { HOME_RULES } from './home-rules.ts'
import { LAST_CONTACT_RULES } from './last-contact-rules.ts'
import { parseMeasure } from './measures.ts'
import { CONTACT_POINT_RULES, DAY_RULES, PERSON_RULES, RESTRICTION_RULES } from './person-rules.ts'
import { PLACE_RULES } from './place-rules.ts'
import type { QuestionFilter } from './questions.ts'

/** Rules in order; each takes its words out of the question, so that later ones don't read them again. */
const RULES: readonly ConditionRule[] = [
  ...CONTACT_POINT_RULES,
  ...RESTRICTION_RULES,
  ...LAST_CONTACT_RULES,
  ...DAY_RULES,
  ...DETAIL_RULES,
  ...HOME_RULES,
  ...COMPARISON_RULES,
  ...PERSON_RULES,
  ...PLACE_RULES,
  [/\bscored\b/, () => ({ scored: true })],
]
/** Comparisons of measures in one question. */
const MAX_MEASURES = 2

export type ParsedConditions = {
  filter: QuestionFilter
  /** The question without the words of its conditions. */
  rest: string
}

/** The conditions on contacts in a normalized question. `today` is the UTC day. */
export function parseConditions(text: string, today: string): ParsedConditions {
  let filter: QuestionFilter = {}
  let rest = text
  for (let count = 0; count < MAX_MEASURES; count++) {
    const measured = parseMeasure(rest)
    if (!measured) break
    rest = measured.rest
    filter = mergeFilters(filter, { measures: [measured.range] })
  }
  for (const [pattern, condition] of RULES) {
    const match = pattern.exec(rest)
    const meant = match && condition(match, rest, today)
    if (!match || !meant) continue
    rest = `${rest.slice(0, match.index)} , ${rest.slice(match.index + match[0].length)}`
    filter = mergeFilters(filter, meant)
  }
  return { filter, rest }
}

/** Adds conditions to a filter; a later value of the same condition counts. */
export function mergeFilters(filter: QuestionFilter, addedFilter: Partial<QuestionFilter>): QuestionFilter {
  const lists = Object.fromEntries(
    (['has', 'lacks'] as const)
      .map((key) => [key, [...new Set([...(filter[key] ?? []), ...(addedFilter[key] ?? [])])]] as const)
      .filter(([, details]) => details.length > 0),
  )
  const measures = [...(filter.measures ?? []), ...(addedFilter.measures ?? [])]
  return { ...filter, ...addedFilter, ...lists, ...(measures.length > 0 ? { measures } : {}) }
}

/** Tells if a filter has any condition. */
export function hasFilter(filter: QuestionFilter): boolean {
  return Object.values(filter).some((value) => value !== undefined)
}

/** Code and name of a state given by either, in lower case; any other text alone. */
export function stateSpellings(text: string): string[] {
  const spellings = [stateCode(text), stateName(text)].filter((spelling) => spelling !== null)
  return (spellings.length > 0 ? spellings : [text.trim()]).map((spelling) => spelling.toLowerCase())
}
