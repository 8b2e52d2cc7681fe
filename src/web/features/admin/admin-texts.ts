import type { LogEntry, OperatorMonth } from '#contract/admin.ts'
import type { OrganizationFilter } from '#contract/admin-organizations.ts'
import { capitalize, formatDay, formatMoment } from '#web/lib/format.ts'

/** `past_due` → `Past due` */
export function statusLabel(status: OrganizationFilter): string {
  return capitalize(status.replaceAll('_', ' '))
}

/** How a figure moved against the month before: `+12 %`, `−3 %`; null where there was nothing to compare with. */
export function growthOf(now: number, before: number): string | null {
  if (before <= 0) return null
  const percent = Math.round((now / before - 1) * 100)
  const sign = percent > 0 ? '+' : percent < 0 ? '−' : '±'
  return `${sign}${Math.abs(percent)}\u00a0%`
}

/** A round value at or above the greatest one, for the end of an axis that begins at 0. */
export function roundTop(greatest: number): number {
  if (greatest <= 0) return 1
  const power = 10 ** Math.floor(Math.log10(greatest))
  return ([1, 1.5, 2, 3, 4, 5, 6, 8, 10].find((step) => step * power >= greatest) ?? 10) * power
}

/** `Mar` of a month. */
export function shortMonth(month: OperatorMonth['month']): string {
  return formatDay(month.slice(0, 7)).slice(0, 3)
}

const ACTIONS: Record<string, string> = {
  'operator.organization-added': 'Organization added',
  'operator.credits-adjusted': 'Credits changed',
  'operator.plan-agreed': 'Plan agreed',
  'operator.agreement-ended': 'Agreed plan ended',
  'operator.organization-suspended': 'Suspended',
  'operator.suspension-lifted': 'Suspension lifted',
  'operator.organization-erased': 'Organization erased',
}

/** What was done, in words where there are some. */
export const actionLabel = (action: string): string => ACTIONS[action] ?? action

/** Who did it: an address, the name of a job, or a visitor. */
export function actorText({ actor, actorEmail }: Pick<LogEntry, 'actor' | 'actorEmail'>): string {
  if (actorEmail) return actorEmail
  const [kind, name] = actor.split(':')
  if (kind === 'user') return 'A former user'
  return kind === 'job' ? `The system (${name})` : 'A visitor'
}

/** `amount 25`, `until May 1, 2026`: what a line says beside its reason. */
export function detailsText(details: LogEntry['details']): string {
  return Object.entries(details ?? {})
    .filter(([name, value]) => name !== 'reason' && value !== null && value !== '')
    .map(([name, value]) => `${name} ${valueText(value)}`)
    .join(' · ')
}

function valueText(value: string | number | boolean | null): string {
  if (typeof value === 'number' && value > 0) return value.toLocaleString('en-US')
  if (typeof value !== 'string') return String(value).replace('-', '−')
  if (/^\d{4}-\d\d-\d\dT/.test(value)) return formatMoment(value)
  return /^\d{4}-\d\d-\d\d$/.test(value) ? formatDay(value) : value
}
