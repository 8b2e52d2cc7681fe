import { scoreContact } from '#domain/score/score.ts'
import type { ScoreInput } from '#domain/score/score-input.ts'
import { BASE_SHIFT, type Stress } from './assumptions.ts'
import { type EffectModel, effectPerEvent, effectPerKind, scaleEffects } from './effects.ts'
import { drawEvents } from './events.ts'
import { factsOf } from './facts.ts'
import { type SimulationSetting, simulateLife } from './life.ts'
import { observe } from './observation.ts'
import { drawPopulation } from './population.ts'
import { createRandom } from './random.ts'
import { residualsBesideEvents, residualsWithoutEvents, settingOf } from './residuals.ts'

/** One person with a score and an outcome. */
export type Case = {
  isOwner: boolean
  hasMoved: boolean
  /** Chance used to draw `hasMoved`. */
  trueChance: number
  score: number
  chance: number
  /** Chance by age and tenure alone, and the number of live signals: benchmarks for the score. */
  chanceByAgeAndTenure: number
  liveSignals: number
  /** Facts on record as numbers, for a method that learns from the simulation. */
  facts: Float32Array
  /** True hazard, except what no record can show: the best possible score. */
  knowableHazard: number
}

/** Separate random stream per stage. */
const STREAMS = { effects: 1, pilot: 2, people: 3, lives: 4, observation: 5, regions: 6 }

function limitToAgeAndTenure({ household, ...input }: ScoreInput): ScoreInput {
  const unknown = { ownershipYears: null, moveHistory: null, rateGap: null, newAddressSince: null }
  return { ...input, household: { ...household, ...unknown }, signals: [] }
}

function regionFactors(worldSeed: number): number[] {
  const random = createRandom(worldSeed, STREAMS.regions)
  const { regions, spread } = BASE_SHIFT
  return Array.from({ length: regions }, () => Math.exp(spread * random.normal() - spread ** 2 / 2))
}

/** Effects and hazards that are the same for every person of a world. */
function worldOf(worldSeed: number, stress: Stress): { effectOf: EffectModel; setting: SimulationSetting } {
  const unscaled = stress.areErrorsPerKind
    ? effectPerKind(createRandom(worldSeed, STREAMS.effects))
    : effectPerEvent
  const effectOf = scaleEffects(unscaled, stress.effectScale)
  const residuals = stress.doesBaselineCountEveryCause
    ? residualsWithoutEvents(effectOf, stress, createRandom(worldSeed, STREAMS.pilot))
    : residualsBesideEvents()
  const setting = settingOf(stress, residuals)
  const shift = stress.doesBaseShift
    ? { regionFactors: regionFactors(worldSeed), yearFactor: BASE_SHIFT.year }
    : {}
  return { effectOf, setting: { ...setting, ...shift } }
}

/**
 * Simulates adults and scores each from what the product would know. `worldSeed` draws the effects and regions; people
 * of another `seed` can live in the same world.
 */
export function simulate(people: number, seed: number, stress: Stress, worldSeed = seed): Case[] {
  const { effectOf, setting } = worldOf(worldSeed, stress)
  const lifeRandom = createRandom(seed, STREAMS.lives)
  const observationRandom = createRandom(seed, STREAMS.observation)
  return drawPopulation(people, stress.frailty, createRandom(seed, STREAMS.people)).map((person) => {
    const events = drawEvents(person, effectOf, stress.doesEveryEventCount, lifeRandom)
    const life = simulateLife(person, events, setting, lifeRandom)
    const input = observe(person, life, stress, observationRandom)
    const result = scoreContact(input)
    return {
      isOwner: person.isOwner,
      hasMoved: life.hasMoved,
      trueChance: life.trueChance,
      score: result.score,
      chance: result.chance,
      chanceByAgeAndTenure: scoreContact(limitToAgeAndTenure(input)).chance,
      liveSignals: result.signalsDetected,
      facts: factsOf(input, result, person.region),
      knowableHazard: life.knowableHazard,
    }
  })
}
