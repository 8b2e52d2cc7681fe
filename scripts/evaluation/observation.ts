import { addMonths, type DayNumber, formatDay, parseDay } from '#domain/score/day.ts'
import { SUBTYPES, type Subtype } from '#domain/score/parameters.ts'
import type { ScoredSignalInput, ScoreInput } from '#domain/score/score-input.ts'
import { HISTORY_YEARS, INCIDENCE, LARGE_HOMES, monthlyRate, type Stress, TIMELINE } from './assumptions.ts'
import { DETECTION, MATCHES, OBSERVATION } from './detection.ts'
import { isLastingState } from './events.ts'
import type { Life } from './life.ts'
import { type Person, pick } from './population.ts'
import type { Random } from './random.ts'

/** Any date works, because the score counts time since an event. */
const TODAY = '2026-01-01'
const TODAY_NUMBER: DayNumber = parseDay(TODAY)

function randomOffset(months: number, random: Random): number {
  return months * (2 * random.uniform() - 1)
}

/** Date as recorded, with an error, but never after the day of scoring. */
function recordedDate(month: number, random: Random): string {
  const recordedMonth = Math.min(0, month + randomOffset(OBSERVATION.dateErrorMonths, random))
  return formatDay(addMonths(TODAY_NUMBER, recordedMonth))
}

function signalOf(subtype: Subtype, month: number, isReal: boolean, random: Random): ScoredSignalInput {
  const { confidences, isMatchedByName } = DETECTION[subtype] ?? { confidences: [], isMatchedByName: false }
  const base = pick(confidences, () => 1 / confidences.length, random)
  const shareOf = (kind: (typeof MATCHES.kinds)[number]) => (isReal ? kind.realShare : kind.mistakenShare)
  const confidence = isMatchedByName ? base * pick(MATCHES.kinds, shareOf, random).quality : base
  return {
    id: `${subtype}:${month}`,
    category: SUBTYPES[subtype].category,
    subtype,
    confidence,
    eventDate: recordedDate(month, random),
    source: 'record',
    documentId: null,
  }
}

/** Month in which a record last confirmed a lasting state. */
function confirmationMonth(random: Random): number {
  return -12 * random.uniform()
}

/** Signals of true events; future events aren't on record yet. */
function trueSignals(life: Life, random: Random): ScoredSignalInput[] {
  return life.events.flatMap(({ subtype, month }) => {
    const detection = DETECTION[subtype]
    const isOnRecord = isLastingState(subtype) || month <= 0
    if (!detection || !isOnRecord || random.uniform() >= detection.recall) return []
    return [signalOf(subtype, isLastingState(subtype) ? confirmationMonth(random) : month, true, random)]
  })
}

/** Rate of false signals per true event that yields the precision. */
function falseSignalRate(subtype: Subtype, events: number): number {
  const detection = DETECTION[subtype]
  return detection ? (events * detection.recall * (1 - detection.precision)) / detection.precision : 0
}

function falseSignals(person: Person, countsEveryEvent: boolean, random: Random): ScoredSignalInput[] {
  const signals: ScoredSignalInput[] = []
  for (const kind of INCIDENCE) {
    const rate = falseSignalRate(kind.subtype, monthlyRate(kind, person, countsEveryEvent))
    if (rate === 0) continue
    let month = -random.exponential() / rate
    for (; month >= TIMELINE.from; month -= random.exponential() / rate)
      signals.push(signalOf(kind.subtype, month, false, random))
  }
  const couldDownsize = person.isOwner && person.age >= LARGE_HOMES.minAge && !person.hasLargeHome
  const share = falseSignalRate('downsizing.state', LARGE_HOMES.share / (1 - LARGE_HOMES.share))
  if (couldDownsize && person.yearsOwned + HISTORY_YEARS >= LARGE_HOMES.minYears && random.uniform() < share)
    signals.push(signalOf('downsizing.state', confirmationMonth(random), false, random))
  return signals
}

/** Returns the facts the product knows about a person on the day of scoring: the only input of the score. */
export function observe(
  person: Person,
  life: Life,
  { seenMoveShare, doesEveryEventCount }: Stress,
  random: Random,
): ScoreInput {
  const isTenureKnown = random.uniform() < OBSERVATION.tenureKnownShare
  const isRateKnown = isTenureKnown && person.isOwner && random.uniform() < OBSERVATION.rateKnownShare
  const isMoveSeen = life.lastMoveMonth !== null && random.uniform() < seenMoveShare
  // An outdated home record still describes the old home.
  const years = isMoveSeen ? -(life.lastMoveMonth ?? 0) / 12 : person.yearsOwned + HISTORY_YEARS
  return {
    today: TODAY,
    household: {
      tenure: isTenureKnown ? (person.isOwner ? 'owner' : 'renter') : null,
      age: person.age,
      ageRange: null,
      ownershipYears: isTenureKnown && person.isOwner ? years : null,
      moveHistory: null,
      enriched: true,
      rateGap: isRateKnown ? person.rateGap : null,
      loanToValue: null,
      schoolAgeChildren: false,
      newAddressSince: isMoveSeen ? recordedDate(life.lastMoveMonth ?? 0, random) : null,
      listedForSale: false,
    },
    signals: [...trueSignals(life, random), ...falseSignals(person, doesEveryEventCount, random)],
    policy: { excludeFamilial: false, excludeAge: false },
  }
}
