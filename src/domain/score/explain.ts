import type { Category } from '../signals/categories.ts'
import { scoreContact } from './score.ts'
import type { ScoreInput, ScoreResult } from './score-input.ts'

/** Score without one live signal. */
type Counterfactual = {
  signalId: string
  category: Category
  scoreWithout: number
  chanceWithout: number
  /** Points that depend on this signal alone. Signals can share points, so differences may not add up to the score. */
  difference: number
}

const NUMBER_WORDS = 'zero one two three four five six seven eight nine ten eleven twelve'.split(' ')

function numberWord(number: number): string {
  return NUMBER_WORDS[number] ?? String(number)
}

/** Common fractions above one in three; below that, "one in N" reads best. */
const FRACTIONS_ABOVE_THIRD = [
  [2, 5],
  [1, 2],
  [3, 5],
  [2, 3],
  [3, 4],
  [4, 5],
  [9, 10],
] as const

/**
 * Puts a chance (0 to 1) in words, rounded to a common fraction: `one-in-three`, `two-in-three`, `one-in-20`. Chances
 * below one in a hundred or above 19 in 20 become bounds.
 */
export function chanceInWords(chance: number): string {
  if (!(chance >= 0.01)) return 'less than one-in-100'
  if (chance > 0.95) return 'more than 19-in-20'
  if (chance < 0.35) {
    const oneIn = 1 / chance
    const rounded = oneIn > 15 ? Math.round(oneIn / 5) * 5 : Math.round(oneIn)
    return `one-in-${numberWord(Math.max(2, rounded))}`
  }
  let nearest: readonly [number, number] = [1, 3]
  for (const candidate of FRACTIONS_ABOVE_THIRD) {
    if (Math.abs(candidate[0] / candidate[1] - chance) < Math.abs(nearest[0] / nearest[1] - chance))
      nearest = candidate
  }
  return `${numberWord(nearest[0])}-in-${numberWord(nearest[1])}`
}

/** Chance (0 to 1) of a signal-driven move within twelve months, from the signals' hazard per year (S). */
export function signalDrivenChance(hazard: number): number {
  return -Math.expm1(-hazard)
}

function percent(chance: number): string {
  const value = 100 * chance
  if (value > 0 && value < 1) return 'under 1%'
  return value > 99 ? 'over 99%' : `${Math.round(value)}%`
}

function describePeers(tenure: ScoreInput['household']['tenure']): string {
  return tenure === null ? 'similar households' : `similar ${tenure}s`
}

/** One sentence about a score, always with the chance from all causes and the lift. */
export function scoreMeaning(result: ScoreResult, tenure: ScoreInput['household']['tenure']): string {
  const allCauses = `${percent(result.chance)} all causes, ${result.lift.toFixed(1)}× ${describePeers(tenure)}`
  if (result.signalsDetected === 0) return `0 = no live signal; ${allCauses}`
  const chance = chanceInWords(signalDrivenChance(result.hazard))
  const article = chance.startsWith('less') || chance.startsWith('more') ? 'a ' : ''
  return `${result.score} = ${article}${chance} chance of a signal-driven move; ${allCauses}`
}

/** Scores the contact without each live signal, largest difference first. */
export function counterfactuals(input: ScoreInput, result: ScoreResult): Counterfactual[] {
  const results: Counterfactual[] = []
  input.signals.forEach((signal, index) => {
    if (!result.signals[index]?.live) return
    const withoutSignal = scoreContact({
      ...input,
      signals: input.signals.filter((_, otherIndex) => otherIndex !== index),
    })
    results.push({
      signalId: signal.id,
      category: signal.category,
      scoreWithout: withoutSignal.score,
      chanceWithout: withoutSignal.chance,
      difference: result.score - withoutSignal.score,
    })
  })
  return results.sort((a, b) => b.difference - a.difference || (a.signalId < b.signalId ? -1 : 1))
}
