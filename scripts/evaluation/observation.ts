import { addMonths, type DayNumber, formatDay, parseDay } from '#domain/score/day.ts'
import { SUBTYPES, type Subtype } from '#domain/score/parameters.ts'
import type { MoveHistory, ScoredSignalInput, ScoreHousehold, ScoreInput } from '#domain/score/score-input.ts'
import {
  HISTORY_YEARS,
  INCIDENCE,
  LARGE_HOMES,
  LATE_RECORDS,
  monthlyRate,
  type Stress,
  TIMELINE,
  WRONG_OWNER,
} from './assumptions.ts'
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

/** True if a record shows an event by the day of scoring; future events aren't on record yet. */
function isOnRecord(month: number, areRecordsLate: boolean, random: Random): boolean {
  if (!areRecordsLate) return month <= 0
  const [minLag, maxLag] = LATE_RECORDS.lagMonths
  const isMissing = random.uniform() < LATE_RECORDS.missingShare
  return !isMissing && month + minLag + (maxLag - minLag) * random.uniform() <= 0
}

function trueSignals(life: Life, areRecordsLate: boolean, random: Random): ScoredSignalInput[] {
  return life.events.flatMap(({ subtype, month }) => {
    const detection = DETECTION[subtype]
    const isKnowable = isLastingState(subtype) || isOnRecord(month, areRecordsLate, random)
    if (!detection || !isKnowable || random.uniform() >= detection.recall) return []
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

type HomeFacts = Pick<ScoreHousehold, 'tenure' | 'ownershipYears' | 'rateGap'>
const UNKNOWN_HOME: HomeFacts = { tenure: null, ownershipYears: null, rateGap: null }

/** Points by which the loan is below the market rate: from its own rate, or from the usual rate of its year. */
function knownRateGap(rateGap: number, hasPublicRecords: boolean, random: Random): number | null {
  if (random.uniform() < OBSERVATION.rateKnownShare) return rateGap
  const { loanYearKnownShare, rateError } = OBSERVATION.withPublicRecords
  if (!hasPublicRecords || random.uniform() >= loanYearKnownShare) return null
  // A home without a loan has nothing to estimate.
  return rateGap === 0 ? 0 : Math.max(0, rateGap + rateError * random.normal())
}

function knownHome(
  person: Person,
  years: number,
  { hasPublicRecords, wrongTenureShare }: Stress,
  random: Random,
): HomeFacts {
  const { tenureKnownShare } = hasPublicRecords ? OBSERVATION.withPublicRecords : OBSERVATION
  if (random.uniform() >= tenureKnownShare) return UNKNOWN_HOME
  const isTenureWrong = random.uniform() < wrongTenureShare
  if (person.isOwner === isTenureWrong) return { ...UNKNOWN_HOME, tenure: 'renter' }
  if (isTenureWrong)
    return { ...UNKNOWN_HOME, tenure: 'owner', ownershipYears: random.exponential() * WRONG_OWNER.meanYears }
  const rateGap = knownRateGap(person.rateGap, hasPublicRecords, random)
  return { tenure: 'owner', ownershipYears: years, rateGap }
}

function knownMoves(life: Life, seenMoveShare: number, random: Random): MoveHistory | null {
  if (random.uniform() >= OBSERVATION.withPublicRecords.addressHistoryShare) return null
  const seenMoves = life.moveMonths.filter(() => random.uniform() < seenMoveShare)
  const lastMove = seenMoves.at(-1) ?? TIMELINE.from
  return { years: HISTORY_YEARS, moves: seenMoves.length, yearsSinceMove: -lastMove / 12 }
}

/** Returns the facts the product knows about a person on the day of scoring: the only input of the score. */
export function observe(person: Person, life: Life, stress: Stress, random: Random): ScoreInput {
  const { seenMoveShare, areRecordsLate, doesEveryEventCount, hasPublicRecords } = stress
  const isMoveSeen = life.lastMoveMonth !== null && random.uniform() < seenMoveShare
  // An outdated home record still describes the old home.
  const years = isMoveSeen ? -(life.lastMoveMonth ?? 0) / 12 : person.yearsOwned + HISTORY_YEARS
  const signals = [
    ...trueSignals(life, areRecordsLate, random),
    ...falseSignals(person, doesEveryEventCount, random),
  ]
  return {
    today: TODAY,
    household: {
      ...knownHome(person, years, stress, random),
      age: person.age,
      ageRange: null,
      moveHistory: hasPublicRecords ? knownMoves(life, seenMoveShare, random) : null,
      enriched: true,
      loanToValue: null,
      schoolAgeChildren: false,
      newAddressSince: isMoveSeen ? recordedDate(life.lastMoveMonth ?? 0, random) : null,
      listedForSale: false,
    },
    signals,
    policy: { excludeFamilial: false, excludeAge: false },
  }
}
