import { ENTERPRISE, PROFESSIONAL, yearlySavingPercent } from '../billing/plans.ts'

/** Facts for placeholders, by group: `{{terms.moneyBackDays}}`, `{{support.hours.0.days}}`. */
export type SiteFacts = Readonly<Record<string, unknown>>

const PLACEHOLDER_PATTERN = /\{\{([^{}]*)\}\}/g
const THOUSANDS = new Intl.NumberFormat('en-US')

/**
 * Replaces `{{path.to.fact}}` in every string of a JSON-like value. Numbers get thousands separators unless their name
 * ends in `Year`.
 * @throws Error for an unknown path or an unclosed placeholder
 */
export function fillIn<T>(value: T, facts: SiteFacts): T {
  return fillValue(value, facts) as T
}

function fillValue(value: unknown, facts: SiteFacts): unknown {
  if (typeof value === 'string') return fillText(value, facts)
  if (Array.isArray(value)) return value.map((entry) => fillValue(entry, facts))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, fillValue(entry, facts)]))
}

function fillText(text: string, facts: SiteFacts): string {
  const result = text.replace(PLACEHOLDER_PATTERN, (_, path: string) => factAt(path.trim(), facts))
  // A fact that contains a placeholder itself fails here too.
  if (/\{\{|\}\}/.test(result)) throw new Error(`unfilled placeholder in "${result}"`)
  return result
}

function factAt(path: string, facts: SiteFacts): string {
  const fact = path.split('.').reduce<unknown>(memberOf, facts)
  if (typeof fact === 'string') return fact
  if (typeof fact === 'number') return path.endsWith('Year') ? String(fact) : THOUSANDS.format(fact)
  throw new Error(`unknown fact {{${path}}}`)
}

function memberOf(value: unknown, key: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined
  return (value as Record<string, unknown>)[key]
}

/** Adds the plans to the operator's facts: prices in whole US dollars, savings in percent. */
export function siteFacts(site: SiteFacts): SiteFacts {
  const { name, monthlyPrice, yearlyPrice, monthlyCredits } = PROFESSIONAL
  return {
    ...site,
    plans: {
      professional: { name, monthlyPrice, yearlyPrice, monthlyCredits },
      enterprise: { name: ENTERPRISE.name },
      savingPercent: yearlySavingPercent(PROFESSIONAL),
    },
  }
}
