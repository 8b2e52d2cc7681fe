import type { IsoDate } from '../enrichment/person-record.ts'
import type { Category } from '../signals/categories.ts'
import type { Calibration } from './calibration.ts'
import type { Subtype } from './parameters.ts'

/** Moves on record within the last years (`MOVE_HISTORY.years`). */
export type MoveHistory = {
  /** Years that the record covers. */
  years: number
  moves: number
  /** Years since the last of them; all `years` without one. */
  yearsSinceMove: number
}

export type ScoreHousehold = {
  tenure: 'owner' | 'renter' | null
  /** Years; ages outside 18 to 120 count as unknown. */
  age: number | null
  /** `45-54` or `85+`; used only if the age is unknown. */
  ageRange: string | null
  /** Years since the home was bought; used only for owners. */
  ownershipYears: number | null
  moveHistory: MoveHistory | null
  /** True after enrichment looked for events. */
  enriched: boolean
  /** Market rate minus contract rate of the first mortgage, in percentage points. */
  rateGap: number | null
  /** Remaining loans divided by home value; above 1 is negative equity. */
  loanToValue: number | null
  schoolAgeChildren: boolean
  /** Day on which an address other than the one on file was first seen. */
  newAddressSince: IsoDate | null
  listedForSale: boolean
}

export type ScoredSignalInput = {
  id: string
  category: Category
  subtype: Subtype
  /** 0 to 1. */
  confidence: number
  eventDate: IsoDate
  source: string
  documentId: string | null
}

/** Calibration on an organization's own outcomes. */
export type ScoreCalibration = Calibration & { version: number }

/** Organization settings: protected traits to leave out of the score, and the calibration in use, if any. */
export type ScorePolicy = {
  excludeFamilial: boolean
  excludeAge: boolean
  calibration?: ScoreCalibration | null
}

export type ScoreInput = {
  today: IsoDate
  household: ScoreHousehold
  signals: readonly ScoredSignalInput[]
  policy: ScorePolicy
}

export type ScoredSignal = {
  id: string
  live: boolean
  /** Share of its full effect over the next twelve months, 0 to 1. */
  intensity: number
  /** Hazard per year if its event is real; 0 unless live. */
  hazard: number
  /** Share of the score; whole numbers that sum to the points of the category. */
  points: number
  /** Start of the most likely time to move; null if the event has no readable date. */
  peakFrom: IsoDate | null
  peakTo: IsoDate | null
  /** First day on which the signal no longer counts. */
  expiresAt: IsoDate | null
}

export type CategoryPoints = { category: Category; points: number; hazard: number }

export type ScoreResult = {
  /** 0 to 100; 0 exactly when no signal is live. Not a percentage, so show it with `chance`. */
  score: number
  /** Chance of moving within twelve months from all causes, 0 to 1. */
  chance: number
  /** `chance` divided by that of a similar household without an event. */
  lift: number
  /** Annual hazard with no event, after calibration. */
  baseHazard: number
  /** Annual hazard added by all live signals (S), after calibration. */
  hazard: number
  points: CategoryPoints[]
  topSignal: Category | null
  signalsDetected: number
  /** Categories with a live signal. */
  liveCategories: Category[]
  mayHaveMoved: boolean
  listedForSale: boolean
  signals: ScoredSignal[]
  modelVersion: string
  /** Version of the calibration in use; null for none. */
  calibrationVersion: number | null
}
