import { type ContactFilter, type PanelFilter, panelFilter } from '#contract/contacts.ts'
import { searchPatterns } from '#domain/identity/search-text.ts'
import type { Category } from '#domain/signals/categories.ts'
import { type Order, signalNumber } from './orders.ts'

/** An area of the map as a range of places; or the contacts outside of the map, or without a place. */
export type PlaceFilter = { from: number; to: number } | 'elsewhere' | 'none'

/** The filters of a request. Only the map's endpoints set `place`, so that no other audience is chosen by area. */
export type PlacedFilter = ContactFilter & { place?: PlaceFilter | undefined }

/** The filters of a list, ready for the database. */
export type ListFilter = {
  patterns: string[]
  topSignal: Category | null
  /** Only do-not-contact people (true), only others (false), or both (null). */
  doNotContact: boolean | null
  /** All other filters that are set. */
  panel: PanelFilter
  place?: PlaceFilter | undefined
}

/** Reads only the filters of a request. */
export function listFilterOf({
  search,
  topSignal,
  doNotContact,
  place,
  ...filters
}: PlacedFilter): ListFilter {
  const panel = Object.fromEntries(
    PANEL_KEYS.flatMap((key) => (filters[key] === undefined ? [] : [[key, filters[key]]])),
  )
  return {
    patterns: searchPatterns(search ?? ''),
    topSignal: topSignal ?? null,
    doNotContact: doNotContact ?? null,
    panel,
    place,
  }
}

const PANEL_KEYS = Object.keys(panelFilter.shape) as (keyof PanelFilter)[]

export function isFiltered({ patterns, topSignal, doNotContact, panel, place }: ListFilter): boolean {
  const isNarrowed = topSignal !== null || doNotContact !== null || place !== undefined
  return patterns.length > 0 || isNarrowed || Object.keys(panel).length > 0
}

/**
 * True if one index walk isn't enough. LIKE isn't leakproof and can't use an index beside the security policy, and filters
 * by signal or do-not-contact have an index only in the order of scores.
 */
export function needsSearchFunction({
  patterns,
  topSignal,
  doNotContact,
  panel,
  place,
  sort,
}: ListFilter & { sort: Order }) {
  const isOutOfOrder = (topSignal !== null || doNotContact === true) && sort !== 'score'
  return patterns.length > 0 || Object.keys(panel).length > 0 || place !== undefined || isOutOfOrder
}

/** The filter as the SQL functions take it; `ids` narrows it to these contacts. */
export function filterJson({
  patterns,
  topSignal,
  doNotContact,
  panel,
  place,
  ids,
}: ListFilter & { ids?: readonly string[] }) {
  return {
    ...panel,
    patterns,
    ids,
    place,
    signal: topSignal === null ? undefined : signalNumber(topSignal),
    contactable: doNotContact === null ? undefined : !doNotContact,
  }
}

/** A request's filter as the SQL functions take it. */
export function placedFilterJson(filter: PlacedFilter) {
  return filterJson(listFilterOf(filter))
}
