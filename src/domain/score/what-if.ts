import { z } from 'zod'
import { addMonths, formatDay, parseDay } from './day.ts'
import { scoreContact } from './score.ts'
import type { ScoreHousehold, ScoreInput, ScoreResult } from './score-input.ts'

/** Score, chance and lift if one fact about the household were different. */
export const whatIf = z.object({
  kind: z.enum(['moved', 'not_moved', 'listed', 'not_listed']),
  score: z.number().int(),
  chance: z.number(),
  lift: z.number(),
})
export type WhatIf = z.infer<typeof whatIf>

/** Score and chance on a later day, given today's facts. */
export const forecastScore = z.object({ at: z.string(), score: z.number().int(), chance: z.number() })
export type ForecastScore = z.infer<typeof forecastScore>

function withHousehold(input: ScoreInput, changes: Partial<ScoreHousehold>): ScoreResult {
  return scoreContact({ ...input, household: { ...input.household, ...changes } })
}

/**
 * Home facts that would change the score: a newer address today or none, a listing for sale or its end. Omits facts
 * without effect.
 */
export function whatIfs(input: ScoreInput, result: ScoreResult): WhatIf[] {
  const { newAddressSince, listedForSale } = input.household
  const hasMoved = parseDay(newAddressSince) <= parseDay(input.today)
  const candidates: [WhatIf['kind'], ScoreResult][] = [
    hasMoved
      ? ['not_moved', withHousehold(input, { newAddressSince: null })]
      : ['moved', withHousehold(input, { newAddressSince: input.today })],
    listedForSale
      ? ['not_listed', withHousehold(input, { listedForSale: false })]
      : ['listed', withHousehold(input, { listedForSale: true })],
  ]
  return candidates
    .map(([kind, { score, chance, lift }]) => ({ kind, score, chance, lift }))
    .filter(({ kind, score, chance }) =>
      kind === 'moved' || kind === 'not_moved' ? score !== result.score : chance !== result.chance,
    )
}

/**
 * Future scores if nothing new is found: today and each of the next `months`. Age and years owned stay as today; only
 * signals grow and fade.
 */
export function forecastScores(input: ScoreInput, months: number): ForecastScore[] {
  const today = parseDay(input.today)
  return Array.from({ length: months + 1 }, (_, month) => {
    const at = formatDay(addMonths(today, month))
    const { score, chance } = scoreContact({ ...input, today: at })
    return { at, score, chance }
  })
}
