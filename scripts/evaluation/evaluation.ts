import {
  areaUnderCurve,
  type Estimate,
  type Interval,
  wilsonInterval,
} from '#domain/score/field-intervals.ts'
import { NAMED_BANDS } from '#domain/score/parameters.ts'
import {
  binOf,
  binsOfEqualSize,
  type CalibrationBin,
  calibrationError,
  type Prediction,
  rank,
} from '#domain/score/predictions.ts'
import { AS_DESIGNED, type Stress } from './assumptions.ts'
import { learnChance } from './learned.ts'
import { binsOfEqualWidth, moverShareWithin, topDecileEstimate } from './metrics.ts'
import { type Case, simulate } from './simulation.ts'

/** Results of one ranking method. */
type RankingResult = {
  /** Chance that a random mover ranks above a random stayer, with its 95% interval. */
  auc: Estimate
  /** Lift of the top tenth, with its 95% interval. */
  lift: Estimate
  /** Share of all movers in the top tenth, top two tenths, … */
  capturedShares: number[]
}

/**
 * The score, and the methods it is compared with. `learned` reads the records that the score reads, but learned from
 * the simulation itself; `knowable` knows every event and its effect; `oracle` knows each person's true chance.
 */
export type RankingMethod = 'model' | 'ageAndTenure' | 'counting' | 'learned' | 'knowable' | 'oracle'

/** `learned` is null unless the evaluation trained it. */
export type GroupResult = { people: number; moverCount: number; learned: RankingResult | null } & Record<
  Exclude<RankingMethod, 'learned'>,
  RankingResult
>

/**
 * People of one strength band, with the 95% interval around the observed share. `trueChance` is the mean of their
 * true chances, free of sampling noise.
 */
export type BandResult = CalibrationBin & Interval & { name: string; trueChance: number }

export type Evaluation = {
  people: number
  seed: number
  all: GroupResult
  owners: GroupResult
  /** The larger of two calibration errors: ten bins of equal width, ten of equal size. */
  ece: number
  bins: CalibrationBin[]
  bands: BandResult[]
}

const BIN_COUNT = 10
/** Ranking needs both movers and stayers. */
const NO_ESTIMATE: Estimate = { value: Number.NaN, low: Number.NaN, high: Number.NaN }

function predictionsOf<T extends Case>(cases: readonly T[], read: (person: T) => number): Prediction[] {
  return cases.map((person) => ({ value: read(person), hasMoved: person.hasMoved }))
}

function evaluateRanking<T extends Case>(cases: readonly T[], read: (person: T) => number): RankingResult {
  const ranking = rank(predictionsOf(cases, read))
  return {
    auc: areaUnderCurve(ranking.ties) ?? NO_ESTIMATE,
    lift: topDecileEstimate(ranking),
    capturedShares: Array.from({ length: 10 }, (_, i) => moverShareWithin(ranking, (i + 1) / 10)),
  }
}

/** A case with its chance by a method that learned from the simulation, if one did. */
type JudgedCase = Case & { learnedChance: number | null }

function evaluateGroup(cases: readonly JudgedCase[]): GroupResult {
  const hasLearned = cases.some(({ learnedChance }) => learnedChance !== null)
  return {
    people: cases.length,
    moverCount: cases.reduce((sum, { hasMoved }) => sum + (hasMoved ? 1 : 0), 0),
    model: evaluateRanking(cases, ({ chance }) => chance),
    ageAndTenure: evaluateRanking(cases, ({ chanceByAgeAndTenure }) => chanceByAgeAndTenure),
    counting: evaluateRanking(cases, ({ liveSignals }) => liveSignals),
    learned: hasLearned ? evaluateRanking(cases, ({ learnedChance }) => learnedChance ?? 0) : null,
    knowable: evaluateRanking(cases, ({ knowableHazard }) => knowableHazard),
    oracle: evaluateRanking(cases, ({ trueChance }) => trueChance),
  }
}

/** Strength bands from low to high, with contacts without a live signal separate. */
function evaluateBands(cases: readonly Case[]): BandResult[] {
  return NAMED_BANDS.toReversed().map(({ name, atLeast, below }) => {
    const bandCases = cases.filter(({ score }) => score >= atLeast && score < below)
    const bin = binOf(predictionsOf(bandCases, ({ chance }) => chance))
    const moverCount = bandCases.filter((person) => person.hasMoved).length
    const trueChance = binOf(predictionsOf(bandCases, (person) => person.trueChance)).expected
    return { name, ...bin, ...wilsonInterval(moverCount, bin.people), trueChance }
  })
}

/** Expected minus true chance of a band; negative if the score expects too little. */
export function bandError({ expected, trueChance }: BandResult): number {
  return expected - trueChance
}

/** Distance of the seeds of people to learn from and people to judge. */
const LEARNING_SEED_OFFSET = 1_000_000

function learnedChances(
  cases: readonly Case[],
  { seed, stress, people }: { seed: number; stress: Stress; people: number },
): JudgedCase[] {
  if (people === 0) return cases.map((person) => ({ ...person, learnedChance: null }))
  const chanceOf = learnChance(simulate(people, seed + LEARNING_SEED_OFFSET, stress, seed))
  return cases.map((person) => ({ ...person, learnedChance: chanceOf(person) }))
}

/**
 * Evaluates a simulation; the same number of people and seed give the same results. With `learningPeople`, also judges
 * a method that learns from that many further people.
 */
export function evaluate(
  people: number,
  seed: number,
  stress: Stress = AS_DESIGNED,
  learningPeople = 0,
): Evaluation {
  const cases = learnedChances(simulate(people, seed, stress), { seed, stress, people: learningPeople })
  const chances = predictionsOf(cases, ({ chance }) => chance)
  const bins = binsOfEqualSize(chances, BIN_COUNT)
  return {
    people,
    seed,
    all: evaluateGroup(cases),
    owners: evaluateGroup(cases.filter(({ isOwner }) => isOwner)),
    ece: Math.max(calibrationError(bins), calibrationError(binsOfEqualWidth(chances, BIN_COUNT))),
    bins,
    bands: evaluateBands(cases),
  }
}
