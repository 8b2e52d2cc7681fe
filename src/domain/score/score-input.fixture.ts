import { addMonths, formatDay, parseDay } from './day.ts'
import { SUBTYPES, type Subtype } from './parameters.ts'
import type { ScoredSignalInput, ScoreHousehold, ScoreInput } from './score-input.ts'

export const TODAY = '2026-11-15'

/** Enriched household without other known facts. */
export function household(known: Partial<ScoreHousehold> = {}): ScoreHousehold {
  return {
    tenure: null,
    age: null,
    ageRange: null,
    ownershipYears: null,
    enriched: true,
    rateGap: null,
    loanToValue: null,
    schoolAgeChildren: false,
    newAddressSince: null,
    listedForSale: false,
    ...known,
  }
}

let ids = 0

/** Signal of an event a number of months ago (negative: upcoming). */
export function signal(
  subtype: Subtype,
  monthsAgo: number,
  confidence: number,
  over: Partial<ScoredSignalInput> = {},
): ScoredSignalInput {
  ids += 1
  return {
    id: `signal-${ids}`,
    category: SUBTYPES[subtype].category,
    subtype,
    confidence,
    eventDate: formatDay(addMonths(parseDay(TODAY), -monthsAgo)),
    source: 'registry',
    documentId: null,
    ...over,
  }
}

export function input(parts: Partial<ScoreInput> = {}): ScoreInput {
  return {
    today: TODAY,
    household: household(),
    signals: [],
    policy: { excludeFamilial: false, excludeAge: false },
    ...parts,
  }
}
