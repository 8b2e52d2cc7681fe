import type { GuardRule } from '../outreach.ts'

/** Phrases that break one rule for one reason. See `parsePhrase` in pattern.ts for the notation. */
export type TermGroup = {
  rule: GuardRule
  /** One sentence for the author of the text. */
  why: string
  phrases: readonly string[]
  /** Harmless phrases; matches inside one are ignored. */
  unless?: readonly string[]
  /** Applies only in a sentence that addresses the reader ("you", "your"). */
  toReader?: boolean
  /** Harmless alone: counts only near a faint phrase of another group. */
  faint?: boolean
  /** Distance in words within which this faint phrase adds up with others of the same distance; default 30. */
  within?: number
  /** Also a first or last name: ignored where it is used as one. */
  name?: boolean
  /** Ends in a kind of place, which may be part of a street name. */
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
