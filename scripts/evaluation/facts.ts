import { monthsBetween, parseDay } from '#domain/score/day.ts'
import { SUBTYPES } from '#domain/score/parameters.ts'
import type { ScoreInput, ScoreResult } from '#domain/score/score-input.ts'

const KINDS = Object.keys(SUBTYPES)
const KIND_INDEX = new Map(KINDS.map((kind, index) => [kind, index]))
const TENURES = { renter: 0, unknown: 1, owner: 2 }
/** Stands for "unknown" or "never" where every real value is smaller or larger. */
const UNKNOWN = -1
const NEVER_MONTHS = 99
const HOUSEHOLD_FACTS = 12

/**
 * Everything that records show about one person as a row of numbers, with the score's own results among them: first
 * the household, then hazard (times confidence) and age in months of the strongest signal of each kind.
 */
export function factsOf({ today, household, signals }: ScoreInput, result: ScoreResult, region: number) {
  const now = parseDay(today)
  const row = new Float32Array(HOUSEHOLD_FACTS + 2 * KINDS.length)
  const { moveHistory, newAddressSince } = household
  row.set([
    result.chance,
    result.baseHazard,
    result.hazard,
    TENURES[household.tenure ?? 'unknown'],
    household.age ?? UNKNOWN,
    household.ownershipYears ?? UNKNOWN,
    household.rateGap ?? UNKNOWN,
    newAddressSince === null ? NEVER_MONTHS : monthsBetween(parseDay(newAddressSince), now),
    moveHistory?.moves ?? UNKNOWN,
    moveHistory?.yearsSinceMove ?? UNKNOWN,
    result.signalsDetected,
    region,
  ])
  for (let kind = 0; kind < KINDS.length; kind++) row[HOUSEHOLD_FACTS + 2 * kind + 1] = NEVER_MONTHS
  signals.forEach(({ subtype, confidence, eventDate }, index) => {
    const at = HOUSEHOLD_FACTS + 2 * (KIND_INDEX.get(subtype) ?? 0)
    const hazard = confidence * (result.signals[index]?.hazard ?? 0)
    if (hazard > (row[at] ?? 0)) row.set([hazard, monthsBetween(parseDay(eventDate), now)], at)
  })
  return row
}
