import { INTERACTIONS, LOCK, SUBTYPES, type Subtype } from '#domain/score/parameters.ts'
import { CALENDAR, INCIDENCE, INTERACTION_WINDOW, monthlyRate } from './assumptions.ts'
import { type EffectModel, strengthAt, type TrueEffect } from './effects.ts'
import type { Person } from './population.ts'
import type { Random } from './random.ts'

/** A true event of a person; months count from the day of scoring. */
export type LifeEvent = { subtype: Subtype; month: number; effect: TrueEffect }

/** True for a lasting state, false for an event with a date. */
export function isLastingState(subtype: Subtype): boolean {
  return subtype === 'downsizing.state'
}

/**
 * Draws events as independent processes with the rates of `INCIDENCE`; a large home lasts for the whole simulation.
 */
export function drawEvents(
  person: Person,
  effectOf: EffectModel,
  uncut: boolean,
  random: Random,
): LifeEvent[] {
  const events: LifeEvent[] = []
  const add = (subtype: Subtype, month: number) =>
    events.push({ subtype, month, effect: effectOf(subtype, random) })
  if (person.largeHome) add('downsizing.state', CALENDAR.from)
  for (const kind of INCIDENCE) {
    const rate = monthlyRate(kind, person, uncut)
    if (rate === 0) continue
    let month = CALENDAR.from + random.exponential() / rate
    for (; month < CALENDAR.until; month += random.exponential() / rate) add(kind.subtype, month)
  }
  return events
}

/** Effect of a low-rate loan on moving: overall, and on events where moving is a choice. */
export function lockIn(rateGap: number): { base: number; chosen: number } {
  const chosen = Math.max(LOCK.atLeast, LOCK.factorPerPoint ** rateGap)
  return { base: 1 - LOCK.baselineShare * (1 - chosen), chosen }
}

const VOLUNTARY_CATEGORIES: readonly string[] = LOCK.categories

function isOf(subtype: Subtype, term: string): boolean {
  return subtype === term || SUBTYPES[subtype].category === term
}

function areClose(one: LifeEvent, other: LifeEvent): boolean {
  return (
    isLastingState(one.subtype) ||
    isLastingState(other.subtype) ||
    Math.abs(one.month - other.month) <= INTERACTION_WINDOW.months
  )
}

/** Interaction factor of events close together. */
function interactionFactor(event: LifeEvent, events: readonly LifeEvent[], age: number): number {
  let factor = 1
  for (const { terms, minAge, factor: more } of INTERACTIONS) {
    if (minAge !== null && age < minAge) continue
    const [one, other] = terms
    const partner = isOf(event.subtype, one) ? other : isOf(event.subtype, other) ? one : null
    if (partner === null) continue
    if (events.some((another) => isOf(another.subtype, partner) && areClose(event, another))) factor *= more
  }
  return factor
}

/** An event's effect on one person. */
export type Force = {
  /** Added hazard per year, and relative increase of the hazard without an event, at full strength. */
  added: number
  raised: number
  month: number
  /** Strength a number of months after the event. */
  at: (months: number) => number
}

/** Effects of a person's events, including what holds the person back or drives them on. */
export function forcesOn(person: Person, events: readonly LifeEvent[]): Force[] {
  const lock = lockIn(person.rateGap).chosen
  return events.map((event) => {
    const { subtype, month, effect } = event
    const held = VOLUNTARY_CATEGORIES.includes(SUBTYPES[subtype].category) ? lock : 1
    const factor = held * interactionFactor(event, events, person.age)
    const at = isLastingState(subtype) ? () => 1 : (months: number) => strengthAt(effect, months)
    return { added: effect.added * factor, raised: effect.raised * factor, month, at }
  })
}
