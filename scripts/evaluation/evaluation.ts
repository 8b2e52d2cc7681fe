import {
  areaUnderCurve,
  type Estimate,
  type Interval,
  wilsonInterval,
} from '#domain/score/field-intervals.ts'
import { NAMED_BANDS } from '#domain/score/parameters.ts'
import { AS_DESIGNED, type Stress } from './assumptions.ts'
import {
  binOf,
  binsOfEqualSize,
  binsOfEqualWidth,
  type CalibrationBin,
  calibrationError,
  moverShareWithin,
  type Prediction,
  rank,
  topDecileLift,
} from './metrics.ts'
import { type Case, simulate } from './simulation.ts'

/** Results of one ranking method. */
type RankingResult = {
  /** Chance that a random mover ranks above a random stayer, with its 95% interval. */
  auc: Estimate
  /** Lift of the top tenth. */
  lift: number
  /** Share of all movers in the top tenth, top two tenths, … */
  capturedShares: number[]
}

/** The score, and the methods it is compared with. */
export type RankingMethod = 'model' | 'ageAndTenure' | 'counting' | 'knowable'

export type GroupResult = { people: number; moverCount: number } & Record<RankingMethod, RankingResult>

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

function predictionsOf(cases: readonly Case[], read: (person: Case) => number): Prediction[] {
  return cases.map((person) => ({ value: read(person), hasMoved: person.hasMoved }))
}

function evaluateRanking(cases: readonly Case[], read: (person: Case) => number): RankingResult {
  const ranking = rank(predictionsOf(cases, read))
  return {
    auc: areaUnderCurve(ranking.ties) ?? NO_ESTIMATE,
    lift: topDecileLift(ranking),
    capturedShares: Array.from({ length: 10 }, (_, i) => moverShareWithin(ranking, (i + 1) / 10)),
  }
}

function evaluateGroup(cases: readonly Case[]): GroupResult {
  return {
    people: cases.length,
    moverCount: cases.reduce((sum, { hasMoved }) => sum + (hasMoved ? 1 : 0), 0),
    model: evaluateRanking(cases, ({ chance }) => chance),
    ageAndTenure: evaluateRanking(cases, ({ chanceByAgeAndTenure }) => chanceByAgeAndTenure),
    counting: evaluateRanking(cases, ({ liveSignals }) => liveSignals),
    knowable: evaluateRanking(cases, ({ knowableHazard }) => knowableHazard),
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

/** Evaluates a simulation; the same number of people and seed give the same results. */
export function evaluate(people: number, seed: number, stress: Stress = AS_DESIGNED): Evaluation {
  const cases = simulate(people, seed, stress)
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
