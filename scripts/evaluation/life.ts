import { ownershipFactor } from '#domain/score/baseline.ts'
import { AFTER_MOVE, TIMELINE } from './assumptions.ts'
import { type EventEffect, eventEffectsOn, type LifeEvent, lockIn } from './events.ts'
import type { Person } from './population.ts'
import type { Random } from './random.ts'

/** Simulated outcome of a person. */
export type Life = {
  events: LifeEvent[]
  /** Month of the last move before scoring; null for none. */
  movedBefore: number | null
  /** True if the person moved in the twelve months after scoring. */
  hasMoved: boolean
  /** True chance of that move. */
  trueChance: number
  /** Hazard of that year given every event and its effect, but not the frailty. */
  knowableHazard: number
  /** Average factor on the hazard without an event in that year. */
  baseFactor: number
}

/** True conditions of the simulation, besides the events. */
export type Setting = {
  /** Annual hazards without an event, by age band. */
  residuals: { owner: readonly number[]; renter: readonly number[] }
  /** True if frailty also scales the effect of events. */
  hasFrailEvents: boolean
}

/** Combined effect of events in one month; a move removes most of the strength of earlier ones. */
function combineEffects(effects: readonly EventEffect[], midMonth: number, movedBefore: number | null) {
  let added = 0
  let raised = 1
  for (const effect of effects) {
    const remainingShare = movedBefore !== null && effect.month < movedBefore ? AFTER_MOVE.remainingShare : 1
    const strength = remainingShare * effect.strengthAfter(midMonth - effect.month)
    added += effect.addedHazard * strength
    raised += effect.relativeIncrease * strength
  }
  return { added, raised }
}

function yearsOwnedAt(person: Person, midMonth: number, movedBefore: number | null): number {
  const years = (midMonth - (movedBefore ?? TIMELINE.from)) / 12
  return movedBefore === null ? person.yearsOwned + years : years
}

/** Simulates one person month by month; the hazards of a month give the chance of a move. */
export function simulateLife(person: Person, events: LifeEvent[], setting: Setting, random: Random): Life {
  const effects = eventEffectsOn(person, events)
  const residual = setting.residuals[person.owner ? 'owner' : 'renter'][person.band] ?? 0
  const lock = lockIn(person.rateGap).base
  const eventFrailty = setting.hasFrailEvents ? person.frailty : 1
  let movedBefore: number | null = null
  const year = { hasMoved: false, hazard: 0, knowableHazard: 0, baseFactor: 0 }
  for (let month = TIMELINE.from; month < TIMELINE.until; month++) {
    const midMonth = month + 0.5
    const { added, raised } = combineEffects(effects, midMonth, movedBefore)
    const ownerFactor = person.owner
      ? lock * ownershipFactor(yearsOwnedAt(person, midMonth, movedBefore), person.age)
      : 1
    const hazard = (person.frailty * residual * ownerFactor * raised + eventFrailty * added) / 12
    const movesThisMonth = random.uniform() < -Math.expm1(-hazard)
    if (month < 0) {
      if (movesThisMonth) movedBefore = month + random.uniform()
      continue
    }
    year.hasMoved ||= movesThisMonth
    year.hazard += hazard
    year.knowableHazard += (residual * ownerFactor * raised + added) / 12
    year.baseFactor += (ownerFactor * raised) / 12
  }
  const { hasMoved, hazard, knowableHazard, baseFactor } = year
  return { events, movedBefore, hasMoved, trueChance: -Math.expm1(-hazard), knowableHazard, baseFactor }
}
