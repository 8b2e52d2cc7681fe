import type { LogEntry, OperatorMonth } from '#contract/admin.ts'
import type { OrganizationFilter } from '#contract/admin-organizations.ts'
import { capitalize, formatDay, formatMoment } from '#web/lib/format.ts'

/** Subscription statuses and suspension, in the order they are listed. */
export const ORGANIZATION_STATUSES = [
  'active',
  'past_due',
  'trialing',
  'canceled',
  'incomplete',
  'suspended',
] as const satisfies readonly OrganizationFilter[]

/** `past_due` → `Past due` */
export function statusLabel(status: OrganizationFilter): string {
  return capitalize(status.replaceAll('_', ' '))
}

/** Growth against the previous month: `+12%`, `−3%` or `no change`; null if that was zero. */
export function growthOf(current: number, previous: number): string | null {
  if (previous <= 0) return null
  if (current === previous) return 'no change'
  const percent = Math.round((current / previous - 1) * 100)
  const sign = percent > 0 ? '+' : percent < 0 ? '−' : ''
  return `${sign}${Math.abs(percent)}%`
}

/** A round value at or above the largest one, to end an axis that starts at 0. */
export function roundUpForAxis(max: number): number {
  if (max <= 0) return 1
  const power = 10 ** Math.floor(Math.log10(max))
  return ([1, 1.5, 2, 3, 4, 5, 6, 8, 10].find((step) => step * power >= max) ?? 10) * power
}

/** The short name of a month: `Mar`. */
export function shortMonth(month: OperatorMonth['month']): string {
  return formatDay(month.slice(0, 7)).slice(0, 3)
}

const ACTIONS: Record<string, string> = {
  'operator.organization-added': 'Organization added',
  'operator.credits-adjusted': 'Credits adjusted',
  'operator.plan-agreed': 'Custom plan set',
  'operator.agreement-ended': 'Custom plan ended',
  'operator.organization-suspended': 'Suspended',
  'operator.suspension-lifted': 'Suspension lifted',
  'operator.organization-erased': 'Organization erased',
  'sign-in.succeeded': 'Signed in',
  'sign-in.refused': 'Sign-in rejected',
  'operator.second-factor-reset': '2FA reset',
  'operator.suppression-lifted': 'Removed from the global suppression list',
  'account.deleted': 'Account deleted',
  'second-factor.turned-on': '2FA turned on',
  'second-factor.turned-off': '2FA turned off',
  'second-factor.refused': '2FA code rejected',
  'webhook.rejected': 'Payment event rejected',
}

/** The label of a log entry's action, or the action's raw name. */
export function actionLabel({ action, details }: Pick<LogEntry, 'action' | 'details'>): string {
  if (action === 'money.checked') return details?.broken ? 'Billing check failed' : 'Billing check passed'
  return ACTIONS[action] ?? action
}

/** The actor: an email address, a job or a visitor. */
export function actorText({ actor, actorEmail }: Pick<LogEntry, 'actor' | 'actorEmail'>): string {
  if (actorEmail) return actorEmail
  const [kind, name] = actor.split(':')
  if (kind === 'user') return 'A former user'
  return kind === 'job' ? `System (${name})` : 'A visitor'
}

/** The details of an entry besides its reason: `amount 25 · until May 1, 2026`. */
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
