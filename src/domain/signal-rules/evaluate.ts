import type { IsoDate } from '../enrichment/person-record.ts'
import { addMonths, formatDay, parseToday } from '../score/day.ts'
import { LIMITS } from '../signals/rules.ts'
import type { RuleFacts } from './facts.ts'
import type { CompiledRule } from './language.ts'
import { RuleFailure } from './rule-errors.ts'
import { FIRST_MATCH, findVariable } from './variables.ts'

/** Values that made a rule true, by the name of the variable. */
export type RuleEvidence = Record<string, string | number | boolean>

export type RuleOutcome =
  | { kind: 'match'; eventDate: IsoDate; evidence: RuleEvidence }
  | { kind: 'no_match' }
  /** A value that decides is unknown, so the rule neither holds nor fails. */
  | { kind: 'missing'; path: string }
  | { kind: 'error'; message: string }

const MAX_SHOWN_RECORDS = 5

/**
 * Evaluates a rule for one contact. `dateFrom` names the date variable of the signal, or is `first_match` for the day on
 * which the rule first held (`since`, null for today).
 */
export function evaluateRule(
  rule: CompiledRule,
  dateFrom: string,
  { facts, today, since }: { facts: RuleFacts; today: IsoDate; since: IsoDate | null },
): RuleOutcome {
  const day = parseToday(today)
  try {
    if (!rule.run(facts, day)) return { kind: 'no_match' }
  } catch (error) {
    if (!(error instanceof RuleFailure)) throw error
    if (error.kind === 'missing') return { kind: 'missing', path: error.message }
    return { kind: 'error', message: error.message }
  }
  const evidence = evidenceOf(rule, facts, day)
  if (dateFrom === FIRST_MATCH) return { kind: 'match', eventDate: since ?? today, evidence }
  const date = valueAt(facts, dateFrom)
  if (!(date instanceof Date)) return { kind: 'missing', path: dateFrom }
  const eventDay = date.getTime() / 86_400_000
  if (eventDay < addMonths(day, -12 * LIMITS.yearsBack) || eventDay > addMonths(day, 12))
    return {
      kind: 'error',
      message: `${dateFrom} is out of range: more than 10 years ago or 12 months ahead.`,
    }
  return {
    kind: 'match',
    eventDate: formatDay(eventDay),
    evidence: { ...evidence, [dateFrom]: formatDay(eventDay) },
  }
}

function valueAt(facts: RuleFacts, path: string): unknown {
  const [group = '', field = ''] = path.split('.')
  const values = facts[group as 'contact' | 'household' | 'property' | 'relationship']
  return values?.[field]
}

function evidenceOf(rule: CompiledRule, facts: RuleFacts, day: number): RuleEvidence {
  const evidence: RuleEvidence = {}
  for (const path of rule.paths) {
    if (!findVariable(path)) continue
    const shown = shownValue(valueAt(facts, path))
    if (shown !== null) evidence[path] = shown
  }
  if (rule.paths.includes('tags')) evidence.tags = tagsText(rule, facts)
  for (const { list, holds } of rule.recordConditions) {
    const found = facts[list].filter((record) => holds(facts, record, day)).slice(0, MAX_SHOWN_RECORDS)
    if (found.length > 0)
      evidence[list] = found.map(({ subtype, on }) => `${subtype} on ${shownValue(on)}`).join(', ')
  }
  return evidence
}

/** The tags that the rule names and the contact has, or their number. */
function tagsText({ constants }: CompiledRule, { tags }: RuleFacts): string {
  const named = constants.flatMap(({ value, comparedWith }) =>
    comparedWith === 'tags' && tags.includes(String(value).trim().toLowerCase()) ? [String(value)] : [],
  )
  if (named.length > 0) return [...new Set(named)].join(', ')
  return tags.length === 1 ? '1 tag' : `${tags.length} tags`
}

function shownValue(value: unknown): string | number | boolean | null {
  if (value instanceof Date) return value.toISOString().slice(0, 10)
  if (typeof value === 'bigint') return Number(value)
  if (typeof value === 'number') return Math.round(value * 100) / 100
  return typeof value === 'string' || typeof value === 'boolean' ? value : null
}
