import type { GuardRule } from '../outreach.ts'

/** Phrases that break one rule for one reason. How a phrase is written: `phrase` in pattern.ts. */
export type TermGroup = {
  rule: GuardRule
  /** One sentence for whoever wrote the text. */
  why: string
  phrases: readonly string[]
  /** Harmless phrases; what stands inside one of them is left alone. */
  unless?: readonly string[]
  /** Only in a sentence that speaks to the reader ("you", "your"). */
  toReader?: boolean
  /** Says nothing alone: found only near a faint phrase of another group. */
  faint?: boolean
  /** Words apart at which this faint phrase still adds up with one that says the same of itself; 30 unless said. */
  within?: number
  /** Also a first or last name: left alone where it stands as one. */
  name?: boolean
  /** Ends in the name of a kind of place, which may be part of a street's name. */
  place?: boolean
}

export const YOUR = 'your|ur|yr'
export const YOU = 'you|u|ya|y'
export const KIN =
  'husband|wife|spouse|partner|mother|mom|mum|mama|father|dad|papa|parent*|son|daughter|brother|sister|grandmother|grandma|grandfather|grandpa|aunt|uncle|loved'
export const CHILDREN =
  'child|children|kid|kids|son|sons|daughter|daughters|youngest|oldest|twins|grandchildren|grandkids'
export const HOME =
  'home|house|condo|apartment|apt|unit|place|property|townhouse|townhome|room|rental|listing|studio|loft|dwelling'
export const AREA =
  'neighborhood*|neighbourhood*|area|areas|community|communities|street|streets|block|blocks|building|complex|city|town|part|suburb*|subdivision|enclave|district'
