import type { IsoDate } from '../enrichment/person-record.ts'
import { addMonths, formatDay, parseDay } from './day.ts'
import { scoreContact } from './score.ts'
import type { ScoreHousehold, ScoreInput, ScoreResult } from './score-input.ts'

/** What score, chance and lift would be had one fact about the household been another. */
export type WhatIf = {
  kind: 'moved' | 'not_moved' | 'listed' | 'not_listed'
  score: number
  chance: number
  lift: number
}

/** The score and the chance at a later day, of what is known today. */
export type ForecastScore = { at: IsoDate; score: number; chance: number }

function withHousehold(input: ScoreInput, change: Partial<ScoreHousehold>): ScoreResult {
  return scoreContact({ ...input, household: { ...input.household, ...change } })
}

/**
 * The questions about the home that change a score: a newer address turning up today, or the known one being wrong;
 * a listing for sale, or its end. What would change nothing is left out.
 */
export function whatIfs(input: ScoreInput, result: ScoreResult): WhatIf[] {
  const { newAddressSince, listedForSale } = input.household
  const moved = parseDay(newAddressSince) <= parseDay(input.today)
  const asked: [WhatIf['kind'], ScoreResult][] = [
    moved
      ? ['not_moved', withHousehold(input, { newAddressSince: null })]
      : ['moved', withHousehold(input, { newAddressSince: input.today })],
    listedForSale
      ? ['not_listed', withHousehold(input, { listedForSale: false })]
      : ['listed', withHousehold(input, { listedForSale: true })],
  ]
  return asked
    .map(([kind, { score, chance, lift }]) => ({ kind, score, chance, lift }))
    .filter(({ kind, score, chance }) =>
      kind === 'moved' || kind === 'not_moved' ? score !== result.score : chance !== result.chance,
    )
}

/**
 * How the score goes on if nothing new is found: today and each of the `months` after it. Age and years owned stay
 * as they are today; only the signals grow and fade.
 */
export function forecastScores(input: ScoreInput, months: number): ForecastScore[] {
  const today = parseDay(input.today)
  return Array.from({ length: months + 1 }, (_, month) => {
    const at = formatDay(addMonths(today, month))
    const { score, chance } = scoreContact({ ...input, today: at })
    return { at, score, chance }
  })
}
