import { OWNERSHIP_YEARS } from '../parameters.ts'
import { AFTER_MOVE, CALENDAR } from './assumptions.ts'
import { type Force, forcesOn, type LifeEvent, lockIn } from './events.ts'
import type { Person } from './population.ts'
import type { Random } from './random.ts'

/** What became of a person. */
export type Life = {
  events: LifeEvent[]
  /** Month of the last move before the scores, null for none. */
  movedBefore: number | null
  /** Whether the person moved in the twelve months after the scores. */
  moved: boolean
  /** True chance of that move. */
  trueChance: number
  /** Hazard of that year to somebody who knows every event and its effect, but not the frailty. */
  knowableHazard: number
  /** What the hazard without an event was multiplied by in that year, on average. */
  baseFactor: number
}

/** The truth that lives are lived under, besides the events. */
export type Setting = {
  /** Annual hazards without an event, by age band. */
  residuals: { owner: readonly number[]; renter: readonly number[] }
  /** Whether frailty works on what events add too, not only on the hazard without an event. */
  frailEvents: boolean
}

function yearsFactor(years: number, age: number): number {
  const { factors, unknown, lateLife } = OWNERSHIP_YEARS
  const factor = factors.find(({ below }) => years < below)?.factor ?? unknown
  const late = age >= lateLife.minAge && years >= lateLife.minYears
  return late ? Math.max(factor, lateLife.atLeast) : factor
}

/** What the events come to in one month; a move has taken most of the strength out of those before it. */
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

/** Lives one person through the months: in each they move with the chance that the hazards of the month give. */
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
    const owned = person.owner ? lock * yearsFactor(yearsOwnedAt(person, middle, movedBefore), person.age) : 1
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
