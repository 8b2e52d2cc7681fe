import { scoreContact } from '#domain/score/score.ts'
import type { ScoreInput } from '#domain/score/score-input.ts'
import type { Stress } from './assumptions.ts'
import { effectPerEvent, effectPerKind } from './effects.ts'
import { drawEvents } from './events.ts'
import { simulateLife } from './life.ts'
import { observe } from './observation.ts'
import { drawPopulation } from './population.ts'
import { createRandom } from './random.ts'
import { residualsBesideEvents, residualsWithoutEvents } from './residuals.ts'

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
  /** True hazard, except what no record can show: the best possible score. */
  knowableHazard: number
}

/** Separate random stream per stage. */
const STREAMS = { effects: 1, pilot: 2, people: 3, lives: 4, observation: 5 }

function limitToAgeAndTenure({ household, ...input }: ScoreInput): ScoreInput {
  const limitedHousehold = { ...household, ownershipYears: null, rateGap: null, newAddressSince: null }
  return { ...input, household: limitedHousehold, signals: [] }
}

/** Simulates adults and scores each from what the product would know. */
export function simulate(people: number, seed: number, stress: Stress): Case[] {
  const effectOf = stress.areErrorsPerKind
    ? effectPerKind(createRandom(seed, STREAMS.effects))
    : effectPerEvent
  const residuals = stress.doesBaselineCountEveryCause
    ? residualsWithoutEvents(effectOf, stress, createRandom(seed, STREAMS.pilot))
    : residualsBesideEvents()
  const setting = { residuals, doesFrailtyScaleEvents: stress.doesFrailtyScaleEvents }
  const lifeRandom = createRandom(seed, STREAMS.lives)
  const observationRandom = createRandom(seed, STREAMS.observation)
  return drawPopulation(people, createRandom(seed, STREAMS.people)).map((person) => {
    const life = simulateLife(
      person,
      drawEvents(person, effectOf, stress.doesEveryEventCount, lifeRandom),
      setting,
      lifeRandom,
    )
    const input = observe(person, life, stress, observationRandom)
    const { score, chance, signalsDetected } = scoreContact(input)
    return {
      isOwner: person.isOwner,
      hasMoved: life.hasMoved,
      trueChance: life.trueChance,
      score,
      chance,
      chanceByAgeAndTenure: scoreContact(limitToAgeAndTenure(input)).chance,
      liveSignals: signalsDetected,
      knowableHazard: life.knowableHazard,
    }
  })
}
