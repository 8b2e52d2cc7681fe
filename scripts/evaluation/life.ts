import { AFTER_MOVE, TIMELINE } from './assumptions.ts'
import { type EventEffect, eventEffectsOn, type LifeEvent, lockIn } from './events.ts'
import type { Person } from './population.ts'
import type { Random } from './random.ts'
import { trueOwnershipFactor } from './truth.ts'

/** Simulated outcome of a person. */
export type Life = {
  events: LifeEvent[]
  /** Months of the moves before scoring, oldest first. */
  moveMonths: number[]
  /** Month of the last of them; null for none. */
  lastMoveMonth: number | null
  /** True if the person moved in the twelve months after scoring. */
  hasMoved: boolean
  /** True chance of that move. */
  trueChance: number
  /** Hazard of that year given every event and its effect, but not the frailty. */
  knowableHazard: number
  /** Average factor on the hazard without an event in that year. */
  baseFactor: number
}

/** Conditions of the simulation other than the events. */
export type SimulationSetting = {
  /** Annual hazards without an event, by age band. */
  residuals: { owner: readonly number[]; renter: readonly number[] }
  /** True if frailty also scales the effect of events. */
  doesFrailtyScaleEvents: boolean
  /** True if events of different categories strengthen one another. */
  doEventsInteract: boolean
  /** Factors on the hazard without an event, by region and in the year of the outcome. */
  regionFactors: readonly number[]
  yearFactor: number
}

/** Combined effect of events in one month; a move removes most of the strength of earlier ones. */
function combineEffects(effects: readonly EventEffect[], midMonth: number, lastMoveMonth: number | null) {
  let addedHazard = 0
  let increaseFactor = 1
  for (const effect of effects) {
    const remainingShare =
      lastMoveMonth !== null && effect.month < lastMoveMonth ? AFTER_MOVE.remainingShare : 1
    const strength = remainingShare * effect.strengthAfter(midMonth - effect.month)
    addedHazard += effect.addedHazard * strength
    increaseFactor += effect.relativeIncrease * strength
  }
  return { addedHazard, increaseFactor }
}

function yearsOwnedAt(person: Person, midMonth: number, lastMoveMonth: number | null): number {
  const years = (midMonth - (lastMoveMonth ?? TIMELINE.from)) / 12
  return lastMoveMonth === null ? person.yearsOwned + years : years
}

/** Simulates one person month by month; the hazards of a month give the chance of a move. */
export function simulateLife(
  person: Person,
  events: LifeEvent[],
  setting: SimulationSetting,
  random: Random,
): Life {
  const effects = eventEffectsOn(person, events, setting.doEventsInteract)
  const cell = setting.residuals[person.isOwner ? 'owner' : 'renter'][person.band] ?? 0
  const regionalCell = cell * (setting.regionFactors[person.region] ?? 1)
  const lockFactor = lockIn(person.rateGap).base
  const eventFrailty = setting.doesFrailtyScaleEvents ? person.frailty : 1
  const moveMonths: number[] = []
  let lastMoveMonth: number | null = null
  const year = { hasMoved: false, hazard: 0, knowableHazard: 0, baseFactor: 0 }
  for (let month = TIMELINE.from; month < TIMELINE.until; month++) {
    const midMonth = month + 0.5
    const { addedHazard, increaseFactor } = combineEffects(effects, midMonth, lastMoveMonth)
    const residual = month < 0 ? regionalCell : regionalCell * setting.yearFactor
    const ownerFactor = person.isOwner
      ? lockFactor * trueOwnershipFactor(yearsOwnedAt(person, midMonth, lastMoveMonth), person.age)
      : 1
    const hazard =
      (person.frailty * residual * ownerFactor * increaseFactor + eventFrailty * addedHazard) / 12
    const movesThisMonth = random.uniform() < -Math.expm1(-hazard)
    if (month < 0) {
      if (movesThisMonth) {
        lastMoveMonth = month + random.uniform()
        moveMonths.push(lastMoveMonth)
      }
      continue
    }
    year.hasMoved ||= movesThisMonth
    year.hazard += hazard
    year.knowableHazard += (residual * ownerFactor * increaseFactor + addedHazard) / 12
    year.baseFactor += (ownerFactor * increaseFactor) / 12
  }
  const { hasMoved, hazard, knowableHazard, baseFactor } = year
  const trueChance = -Math.expm1(-hazard)
  return { events, moveMonths, lastMoveMonth, hasMoved, trueChance, knowableHazard, baseFactor }
}
