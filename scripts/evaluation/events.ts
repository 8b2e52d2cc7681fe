import type { Subtype } from '#domain/score/parameters.ts'
import { INCIDENCE, INTERACTION_WINDOW, monthlyRate, STRONGER_TOGETHER, TIMELINE } from './assumptions.ts'
import { type EffectModel, strengthAt, type TrueEffect } from './effects.ts'
import type { Person } from './population.ts'
import type { Random } from './random.ts'
import { TRUE_INTERACTIONS, TRUE_KINDS, TRUE_LOCK_IN } from './truth.ts'

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
  doesEveryEventCount: boolean,
  random: Random,
): LifeEvent[] {
  const events: LifeEvent[] = []
  const add = (subtype: Subtype, month: number) =>
    events.push({ subtype, month, effect: effectOf(subtype, random) })
  if (person.hasLargeHome) add('downsizing.state', TIMELINE.from)
  for (const kind of INCIDENCE) {
    const rate = monthlyRate(kind, person, doesEveryEventCount)
    if (rate === 0) continue
    let month = TIMELINE.from + random.exponential() / rate
    for (; month < TIMELINE.until; month += random.exponential() / rate) add(kind.subtype, month)
  }
  return events
}

/** Effect of a low-rate loan on moving: overall, and on events where moving is a choice. */
export function lockIn(rateGap: number): { base: number; voluntary: number } {
  const voluntary = Math.max(TRUE_LOCK_IN.atLeast, TRUE_LOCK_IN.factorPerPoint ** rateGap)
  return { base: 1 - TRUE_LOCK_IN.baselineShare * (1 - voluntary), voluntary }
}

const VOLUNTARY_CATEGORIES: readonly string[] = TRUE_LOCK_IN.categories

function matchesTerm(subtype: Subtype, term: string): boolean {
  return subtype === term || TRUE_KINDS[subtype].category === term
}

function areClose(event: LifeEvent, otherEvent: LifeEvent): boolean {
  return (
    isLastingState(event.subtype) ||
    isLastingState(otherEvent.subtype) ||
    Math.abs(event.month - otherEvent.month) <= INTERACTION_WINDOW.months
  )
}

/** Interaction factor of events close together. */
function interactionFactor(event: LifeEvent, events: readonly LifeEvent[], age: number): number {
  let factor = 1
  for (const { terms, minAge, factor: pairFactor } of TRUE_INTERACTIONS) {
    if (minAge !== null && age < minAge) continue
    const [firstTerm, secondTerm] = terms
    const partner = matchesTerm(event.subtype, firstTerm)
      ? secondTerm
      : matchesTerm(event.subtype, secondTerm)
        ? firstTerm
        : null
    if (partner === null) continue
    if (events.some((otherEvent) => matchesTerm(otherEvent.subtype, partner) && areClose(event, otherEvent)))
      factor *= pairFactor
  }
  return factor
}

/** Factor of an event among events of other categories, if events strengthen one another. */
function togetherFactor(event: LifeEvent, events: readonly LifeEvent[]): number {
  const { category } = TRUE_KINDS[event.subtype]
  const isStrengthened = events.some(
    (otherEvent) => TRUE_KINDS[otherEvent.subtype].category !== category && areClose(event, otherEvent),
  )
  return isStrengthened ? STRONGER_TOGETHER.factor : 1
}

/** An event's effect on one person. */
export type EventEffect = {
  /** Added hazard per year, and relative increase of the hazard without an event, at full strength. */
  addedHazard: number
  relativeIncrease: number
  month: number
  /** Strength a number of months after the event. */
  strengthAfter: (months: number) => number
}

/** Effects of a person's events, reduced by a low-rate loan and raised by other events nearby. */
export function eventEffectsOn(
  person: Person,
  events: readonly LifeEvent[],
  doEventsInteract: boolean,
): EventEffect[] {
  const voluntaryLock = lockIn(person.rateGap).voluntary
  return events.map((event) => {
    const { subtype, month, effect } = event
    const lockFactor = VOLUNTARY_CATEGORIES.includes(TRUE_KINDS[subtype].category) ? voluntaryLock : 1
    const together = doEventsInteract ? togetherFactor(event, events) : 1
    const factor = lockFactor * interactionFactor(event, events, person.age) * together
    const addedHazard = effect.addedHazard * factor
    const relativeIncrease = effect.relativeIncrease * factor
    const strengthAfter = isLastingState(subtype) ? () => 1 : (months: number) => strengthAt(effect, months)
    return { addedHazard, relativeIncrease, month, strengthAfter }
  })
}
