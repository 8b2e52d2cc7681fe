import { MONTH_NAMES } from './months.ts'

export type Plural = [one: string, many: string]
export const plural = (count: number, [one, many]: Plural) =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`

export const YEARS: Plural = ['year', 'years']
export const CONTACTS: Plural = ['contact', 'contacts']
export const dollars = (amount: number) => `$${Math.round(amount).toLocaleString('en-US')}`

const MONTHS = MONTH_NAMES.map((name) => name.slice(0, 3))

/** `Nov 16, 2026` for a day or moment in ISO 8601, in UTC. */
export function dayText(iso: string): string {
  const date = new Date(iso)
  return `${MONTHS[date.getUTCMonth()]} ${date.getUTCDate()}, ${date.getUTCFullYear()}`
}

/** `Nov 30` for `--MM-DD`, `Nov 30, 1980` for `YYYY-MM-DD`. */
export function birthdayText(birthday: string): string {
  const [month, day] = birthday.slice(-5).split('-').map(Number)
  const year = birthday.startsWith('--') ? '' : `, ${birthday.slice(0, 4)}`
  return `${MONTHS[(month ?? 1) - 1]} ${day}${year}`
}

/** `at least $400,000 and at most $600,000`, one value if both bounds are equal, or empty without a bound. */
export function boundsText(
  from: number | undefined,
  to: number | undefined,
  textOf: (bound: number) => string,
): string {
  if (from !== undefined && from === to) return textOf(from)
  return [from !== undefined && `at least ${textOf(from)}`, to !== undefined && `at most ${textOf(to)}`]
    .filter(Boolean)
    .join(' and ')
}

/** A category or plan as a title: `debt` → `Debt`. */
export const capitalize = (name: string) => name.charAt(0).toUpperCase() + name.slice(1)
