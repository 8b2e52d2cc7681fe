import { ENTERPRISE, PROFESSIONAL, yearlySavingPercent } from '../billing/plans.ts'

/** What texts may name, by group: `{{terms.moneyBackDays}}`, `{{support.hours.0.days}}`. */
export type SiteFacts = Readonly<Record<string, unknown>>

const PLACEHOLDER = /\{\{([^{}]*)\}\}/g
const THOUSANDS = new Intl.NumberFormat('en-US')

/**
 * Every string of a JSON-like value with `{{path.to.fact}}` replaced. Numbers get thousands separators, except those
 * whose name ends in `Year`.
 * @throws Error naming a path that leads to no text or number, or the text whose placeholder is not closed
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
  const result = text.replace(PLACEHOLDER, (_, path: string) => factAt(path.trim(), facts))
  // Also where a fact names another fact: one that does would be shown half filled in.
  if (/\{\{|\}\}/.test(result)) throw new Error(`a placeholder is left over in "${result}"`)
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

/** The operator's facts together with the plans as sold; prices in whole US dollars, the saving in per cent. */
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
