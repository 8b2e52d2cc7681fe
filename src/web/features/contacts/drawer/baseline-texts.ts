import type { ScoreExplanation } from '#contract/score.ts'
import { categoryLabel } from '#web/ui/category.tsx'

type Baseline = NonNullable<ScoreExplanation['baseline']>
type Adjustment = ScoreExplanation['adjustments'][number]

const NBSP = '\u00a0'

/** A hazard (moves per person and year) as text: `7.2 moves per 100 people a year`. */
export function rateText(hazard: number): string {
  return `${(100 * hazard).toFixed(1)} moves per 100 people a year`
}

/** `× 1.20` */
export function factorText(factor: number): string {
  return `×${NBSP}${factor.toFixed(2)}`
}

const TENURES = { owner: 'Owners', renter: 'Renters' } as const

/** The group of the baseline rate: `Owners aged 35 to 44`. */
export function peersText({ tenure, ageBand, ageFrom }: Baseline): string {
  const group = tenure ? TENURES[tenure] : 'Owners and renters'
  if (!ageBand) return ageFrom === 'switched_off' ? `${group} of all ages` : `${group}, age unknown`
  const ages = ageBand.to === null ? `${ageBand.from} and older` : `${ageBand.from} to ${ageBand.to}`
  return `${group} aged ${ages}`
}

/** The reason for one factor of the baseline. */
export function baselineFactorText({ kind, known }: Baseline['factors'][number]): string {
  switch (kind) {
    case 'years_owned':
      return known === null ? 'Years in the home unknown' : `In the home for ${yearsText(known)}`
    case 'move_history':
      return movesText(known ?? 0)
    case 'looked_up':
      return 'More complete data'
    case 'rate_lock':
      return `Mortgage rate ${(known ?? 0).toFixed(1)} points below market`
    case 'negative_equity':
      return 'Owes more than the home is worth'
  }
}

function movesText(moves: number): string {
  if (moves === 0) return 'No recent move on record'
  return moves === 1 ? '1 recent move on record' : `${moves} recent moves on record`
}

function yearsText(years: number): string {
  if (years < 1) return 'less than a year'
  const wholeYears = Math.floor(years)
  return wholeYears === 1 ? '1 year' : `${wholeYears} years`
}

const ADJUSTMENTS: Record<Exclude<Adjustment['kind'], 'together'>, string> = {
  school_age_children: 'Children in school',
  rate_lock: 'Low-rate mortgage',
  negative_equity: 'Owes more than the home is worth',
  newer_address: 'Newer address on record, so the move may be over',
}

/** `Divorce and Debt act together: each counts × 1.15`, `Low-rate mortgage: Diamonds counts half`. */
export function adjustmentText({ kind, categories, factor }: Adjustment): string {
  const names = categories.map(categoryLabel).join(' and ')
  const effect = factor === 0.5 ? 'half' : factorText(factor)
  if (kind === 'together') return `${names} act together: each counts ${effect}`
  return `${ADJUSTMENTS[kind]}: ${names} ${categories.length > 1 ? 'count' : 'counts'} ${effect}`
}
