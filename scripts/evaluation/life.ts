import { ownershipFactor } from '#domain/score/baseline.ts'
import { AFTER_MOVE, CALENDAR } from './assumptions.ts'
import { type Force, forcesOn, type LifeEvent, lockIn } from './events.ts'
import type { Person } from './population.ts'
import type { Random } from './random.ts'

/** Simulated outcome of a person. */
export type Life = {
  events: LifeEvent[]
  /** Month of the last move before scoring; null for none. */
  movedBefore: number | null
  /** True if the person moved in the twelve months after scoring. */
  moved: boolean
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
  frailEvents: boolean
}

/** Combined effect of events in one month; a move removes most of the strength of earlier ones. */
function combineForces(forces: readonly Force[], middle: number, movedBefore: number | null) {
  let added = 0
  let raised = 1
  for (const force of forces) {
    const left = movedBefore !== null && force.month < movedBefore ? AFTER_MOVE.left : 1
    const strength = left * force.at(middle - force.month)
    added += force.added * strength
    raised += force.raised * strength
  }
  return { added, raised }
}

function yearsOwnedAt(person: Person, middle: number, movedBefore: number | null): number {
  const years = (middle - (movedBefore ?? CALENDAR.from)) / 12
  return movedBefore === null ? person.yearsOwned + years : years
}

/** Simulates one person month by month; the hazards of a month give the chance of a move. */
export function simulateLife(person: Person, events: LifeEvent[], setting: Setting, random: Random): Life {
  const forces = forcesOn(person, events)
  const residual = setting.residuals[person.owner ? 'owner' : 'renter'][person.band] ?? 0
  const lock = lockIn(person.rateGap).base
  const eventFrailty = setting.frailEvents ? person.frailty : 1
  let movedBefore: number | null = null
  const year = { moved: false, hazard: 0, knowableHazard: 0, baseFactor: 0 }
  for (let month = CALENDAR.from; month < CALENDAR.until; month++) {
    const middle = month + 0.5
    const { added, raised } = combineForces(forces, middle, movedBefore)
    const owned = person.owner
      ? lock * ownershipFactor(yearsOwnedAt(person, middle, movedBefore), person.age)
      : 1
    const hazard = (person.frailty * residual * owned * raised + eventFrailty * added) / 12
    const moves = random.uniform() < -Math.expm1(-hazard)
    if (month < 0) {
      if (moves) movedBefore = month + random.uniform()
      continue
    }
    year.moved ||= moves
    year.hazard += hazard
    year.knowableHazard += (residual * owned * raised + added) / 12
    year.baseFactor += (owned * raised) / 12
  }
  const { moved, hazard, knowableHazard, baseFactor } = year
  return { events, movedBefore, moved, trueChance: -Math.expm1(-hazard), knowableHazard, baseFactor }
}
