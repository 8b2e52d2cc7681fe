import type { CallPermission } from '#contract/call-permission.ts'
import {
  type CallCheck,
  EXEMPTION_KINDS,
  type ExemptionKind,
  exemptionEnd,
} from '#domain/compliance/call-permission.ts'
import { localDay } from '#web/features/tasks/task-rules.ts'
import { formatDay, formatMomentDay, formatQuantity, joinPresent } from '#web/lib/format.ts'
import type { BadgeProps } from '#web/ui/badge.tsx'

export const EXEMPTION_LABELS: Readonly<Record<ExemptionKind, string>> = {
  deal: 'A closing in the last 18 months',
  inquiry: 'An inquiry in the last 3 months',
  written_permission: 'Written permission',
  personal_relationship: 'A personal relationship',
}

export const EXEMPTION_OPTIONS = EXEMPTION_KINDS.map((value) => ({ value, label: EXEMPTION_LABELS[value] }))

export const CHECK_TONES: Readonly<Record<CallCheck, BadgeProps['tone']>> = {
  free: 'green',
  exempt: 'green',
  listed: 'orange',
  unchecked: 'yellow',
}

/** Calls in the last 24 hours and the state's limit: `1 call in the last 24 hours (3 allowed)`. */
export function callsText({
  callsToday,
  callLimit,
}: Pick<CallPermission, 'callsToday' | 'callLimit'>): string {
  const limit = callLimit === null ? 'no state limit' : `${callLimit} allowed`
  return `${formatQuantity(callsToday, 'call', 'calls')} in the last 24 hours (${limit})`
}

/** An exemption's day, its end and who recorded it: `Mar 3, 2026, until Sep 3, 2027 · Ann Lee`. */
export function exemptionText({ kind, at, recordedBy }: CallPermission['exemptions'][number]): string {
  const end = exemptionEnd({ kind, on: localDay(at) })
  const span = `${formatMomentDay(at)}${end ? `, until ${formatDay(end)}` : ''}`
  return joinPresent([span, recordedBy], ' · ')
}

/** The last closing with a past client: `Closed with you Mar 3, 2026: an exemption until Sep 3, 2027`. */
export function closingText({ on, isInEffect }: NonNullable<CallPermission['closing']>): string {
  const end = formatDay(exemptionEnd({ kind: 'deal', on }) ?? on)
  return `Closed with you ${formatDay(on)}: ${isInEffect ? `an exemption until ${end}` : `the exemption ended ${end}`}`
}
