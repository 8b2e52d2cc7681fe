import type { ScoreExplanation } from '#contract/score.ts'
import { categoryLabel } from '#web/ui/category-style.ts'

type Baseline = NonNullable<ScoreExplanation['baseline']>
type Adjustment = ScoreExplanation['adjustments'][number]

const NBSP = '\u00a0'

/** Moves per year as people count them: `7.2 per 100 a year`. */
export function rateText(hazard: number): string {
  return `${(100 * hazard).toFixed(1)} per 100 a year`
}

/** `53.9 %`: with the tenth that a calculation shown line by line needs. */
export function exactPercent(chance: number): string {
  return `${(100 * chance).toFixed(1)}${NBSP}%`
}

/** `× 1.20` */
export function factorText(factor: number): string {
  return `×${NBSP}${factor.toFixed(2)}`
}

const TENURES = { owner: 'Owners', renter: 'Renters' } as const

/** Whose rate it starts from: `Owners aged 35 to 44`. */
export function peersText({ tenure, ageBand, ageFrom }: Baseline): string {
  const who = tenure ? TENURES[tenure] : 'Owners and renters'
  if (!ageBand) return ageFrom === 'switched_off' ? `${who} of all ages` : `${who}, age not known`
  const ages = ageBand.to === null ? `${ageBand.from} and over` : `${ageBand.from} to ${ageBand.to}`
  return `${who} aged ${ages}`
}

/** What a factor of the baseline rests on. */
export function baselineFactorText({ kind, known }: Baseline['factors'][number]): string {
  switch (kind) {
    case 'years_owned':
      return known === null ? 'Years in the home not known' : `In the home for ${yearsText(known)}`
    case 'looked_up':
      return 'Looked up: fewer unknown events are left'
    case 'rate_lock':
      return `Loan ${(known ?? 0).toFixed(1)} points cheaper than a new one`
    case 'negative_equity':
      return 'Loans above the value of the home'
  }
}

function yearsText(years: number): string {
  if (years < 1) return 'less than a year'
  const whole = Math.floor(years)
  return whole === 1 ? '1 year' : `${whole} years`
}

const ADJUSTMENTS: Record<Exclude<Adjustment['kind'], 'together'>, string> = {
  school_age_children: 'Children at school hold a household back',
  rate_lock: 'A cheap loan holds an owner back',
  negative_equity: 'Loans above the value of the home hold an owner back',
  newer_address: 'A newer address is on record, the move may be over',
}

/** `Divorce and debt act together: each counts × 1.15.` */
export function adjustmentText({ kind, categories, factor }: Adjustment): string {
  const names = categories.map((category) => categoryLabel(category))
  const list = names.map((name, at) => (at === 0 ? name : name.toLowerCase())).join(' and ')
  if (kind === 'together') return `${list} act together: each counts ${factorText(factor)}.`
  return `${ADJUSTMENTS[kind]}: ${list.toLowerCase()} ${names.length > 1 ? 'count' : 'counts'} ${factorText(factor)}.`
}
