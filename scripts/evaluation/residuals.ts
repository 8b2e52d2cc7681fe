import type { Stress } from './assumptions.ts'
import type { EffectModel } from './effects.ts'
import { drawEvents } from './events.ts'
import { type Life, type SimulationSetting, simulateLife } from './life.ts'
import { drawPopulation, type Person } from './population.ts'
import type { Random } from './random.ts'
import { SHARE_WITHOUT_EVENTS, TRUE_BASELINE } from './truth.ts'

const PILOT_RUN = { people: 40_000, rounds: 4 }
/** Minimum unexplained share of a table cell, even if events explain more. */
const MIN_RESIDUAL_SHARE = 0.2

type Tenure = 'owner' | 'renter'
type Residuals = SimulationSetting['residuals']

function tableOf(tenure: Tenure): number[] {
  return TRUE_BASELINE.map((band) => band[tenure])
}

type Cell = { chance: number; factor: number; people: number }

function cellsOf(people: readonly Person[], lives: readonly Life[], owner: boolean): Cell[] {
  const cells = TRUE_BASELINE.map((): Cell => ({ chance: 0, factor: 0, people: 0 }))
  people.forEach((person, i) => {
    const cell = cells[person.band]
    const life = lives[i]
    if (!cell || !life || person.isOwner !== owner) return
    cell.people++
    cell.chance += life.trueChance
    cell.factor += life.baseFactor
  })
  return cells
}

function adjustResiduals(
  residuals: readonly number[],
  cells: readonly Cell[],
  table: readonly number[],
): number[] {
  return residuals.map((residual, band) => {
    const { chance, factor, people } = cells[band] ?? { chance: 0, factor: 0, people: 0 }
    const goal = table[band] ?? 0
    if (people === 0) return goal
    const missingHazard = goal + Math.log1p(-chance / people)
    return Math.max(MIN_RESIDUAL_SHARE * goal, residual + missingHazard / (factor / people))
  })
}

/** Setting of a simulation with the same hazards in every region and year. */
export function settingOf(stress: Stress, residuals: Residuals): SimulationSetting {
  const { doesFrailtyScaleEvents, doEventsInteract } = stress
  return { residuals, doesFrailtyScaleEvents, doEventsInteract, regionFactors: [], yearFactor: 1 }
}

/** Hazards without an event if events come on top: the table, minus a small share that they explain. */
export function residualsBesideEvents(): Residuals {
  const adjustedTable = (tenure: Tenure) => tableOf(tenure).map((hazard) => hazard * SHARE_WITHOUT_EVENTS)
  return { owner: adjustedTable('owner'), renter: adjustedTable('renter') }
}

/**
 * Hazards without an event if the table counts every move, as surveys do: the remainder after the events' effects, so
 * that the share of each cell that moves in a year matches the table (for people without a low-rate loan, which most
 * surveys predate).
 */
export function residualsWithoutEvents(effectOf: EffectModel, stress: Stress, random: Random): Residuals {
  const people = drawPopulation(PILOT_RUN.people, stress.frailty, random).map((person) => ({
    ...person,
    rateGap: 0,
  }))
  const events = people.map((person) => drawEvents(person, effectOf, stress.doesEveryEventCount, random))
  let residuals: Residuals = { owner: tableOf('owner'), renter: tableOf('renter') }
  for (let round = 0; round < PILOT_RUN.rounds; round++) {
    const setting = settingOf(stress, residuals)
    const lives = people.map((person, i) => simulateLife(person, events[i] ?? [], setting, random))
    residuals = {
      owner: adjustResiduals(residuals.owner, cellsOf(people, lives, true), tableOf('owner')),
      renter: adjustResiduals(residuals.renter, cellsOf(people, lives, false), tableOf('renter')),
    }
  }
  return residuals
}
