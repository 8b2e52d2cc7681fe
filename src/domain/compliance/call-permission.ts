import type { Relationship } from '../activities/relationship.ts'
import { parseDay } from '../score/day.ts'

export const EXEMPTION_KINDS = ['deal', 'inquiry', 'written_permission', 'personal_relationship'] as const
/** Why a number on a do-not-call registry may be called (47 CFR 64.1200(c)(2) and (f)(5)). */
export type ExemptionKind = (typeof EXEMPTION_KINDS)[number]

/** Whether a number may be called: free, with an exemption on record, on a registry, or not checked against one. */
export type CallCheck = 'free' | 'exempt' | 'listed' | 'unchecked'

/** A reason on record, with the local day of the deal, inquiry or permission. */
export type Exemption = { kind: ExemptionKind; on: string }

/** An established business relationship lasts 18 months after a deal and 3 months after an inquiry. */
const EXEMPTION_MONTHS: Readonly<Record<ExemptionKind, number | null>> = {
  deal: 18,
  inquiry: 3,
  written_permission: null,
  personal_relationship: null,
}

/** A registry file counts for at most 31 days (47 CFR 64.1200(c)(2)(i)(D)). */
export const MAX_REGISTRY_AGE_DAYS = 31

/** Result of the registries for a number: whether one lists it, and the date of the oldest file that was asked. */
export type NumberCheck = {
  isListed: boolean
  /** `YYYY-MM-DD` */
  asOf: string
  /** The national registry is among them; a state's alone is not enough. */
  hasNational: boolean
}

/**
 * Decides whether a number may be called.
 *
 * @param registry null if no registry has its area code
 * @param today local day, `YYYY-MM-DD`
 */
export function checkCall(
  registry: NumberCheck | null,
  exemptions: readonly Exemption[],
  today: string,
): CallCheck {
  if (exemptions.some((exemption) => isInEffect(exemption, today))) return 'exempt'
  if (!registry) return 'unchecked'
  // A number once found on a registry stays listed until a newer file says otherwise.
  if (registry.isListed) return 'listed'
  const isCurrent = parseDay(today) - parseDay(registry.asOf) <= MAX_REGISTRY_AGE_DAYS
  return registry.hasNational && isCurrent ? 'free' : 'unchecked'
}

/** The last closing with a past client, `YYYY-MM-DD`, is a deal: it needs no record of its own. */
export function closingExemption({
  relationship,
  closedOn,
}: {
  relationship: Relationship | null
  closedOn: string | null
}): Exemption[] {
  return relationship === 'past_client' && closedOn !== null ? [{ kind: 'deal', on: closedOn }] : []
}

/** True while an exemption lasts. @param today local day, `YYYY-MM-DD` */
export function isInEffect(exemption: Exemption, today: string): boolean {
  const lastDay = exemptionEnd(exemption)
  return exemption.on <= today && (lastDay === null || today <= lastDay)
}

/** Last day of an exemption, `YYYY-MM-DD`; null if it lasts. */
export function exemptionEnd({ kind, on }: Exemption): string | null {
  const months = EXEMPTION_MONTHS[kind]
  return months === null ? null : addCalendarMonths(on, months)
}

/** The same day of a later month, or its last day. */
function addCalendarMonths(day: string, months: number): string {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number]
  const lastDay = new Date(Date.UTC(year, month + months, 0)).getUTCDate()
  return new Date(Date.UTC(year, month - 1 + months, Math.min(date, lastDay))).toISOString().slice(0, 10)
}

/** Meaning of a number's check for the person who wants to call. */
export const CALL_CHECK_TEXTS: Readonly<Record<CallCheck, { label: string; whatToDo: string | null }>> = {
  free: { label: 'Not on a do-not-call registry', whatToDo: null },
  exempt: { label: 'Exemption on record', whatToDo: null },
  listed: {
    label: 'On a do-not-call registry',
    whatToDo: 'Call only if you have an exemption, such as written permission. Add it to the contact first.',
  },
  unchecked: {
    label: 'Not checked',
    whatToDo: 'Upload the do-not-call files for this area code in Settings to check the number.',
  },
}
