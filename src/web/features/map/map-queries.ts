import { keepPreviousData } from '@tanstack/react-query'
import type { ContactMap, PlaceGroup } from '#contract/map.ts'
import { filterQuery } from '#web/features/contacts/contacts-queries.ts'
import type { ListFilter } from '#web/features/contacts/use-contacts-url-state.ts'
import { formatCount, joinPresent } from '#web/lib/format.ts'
import { cursorPages } from '#web/lib/pages.ts'
import { read } from '#web/lib/query-client.ts'

/** An area of the map, or the people who aren't on it. */
export type MapArea = string
export const OFF_MAP_AREAS = ['elsewhere', 'none'] as const

export function isOffMap(area: MapArea): area is (typeof OFF_MAP_AREAS)[number] {
  return OFF_MAP_AREAS.some((each) => each === area)
}

export function mapQuery(filter: ListFilter, area: MapArea) {
  const query = { ...filterQuery(filter), area: isOffMap(area) ? '' : area }
  return { ...read('GET /api/map', { query }), placeholderData: keepPreviousData<ContactMap> }
}

export function peoplePages(filter: ListFilter, area: MapArea) {
  return cursorPages('GET /api/map/people', { query: { ...filterQuery(filter), area } })
}

/** Outlines of the states, and of the counties of the named ones. */
export function shapesQuery(countiesOf: readonly string[]) {
  const counties = countiesOf.length > 0 ? countiesOf.toSorted().join(',') : undefined
  return read('GET /api/map/shapes', { query: { counties } })
}

/** `Austin, TX 78701`; `Around Austin, TX` for several places. */
export function placeName({ city, state, zipCode, isSpot }: PlaceGroup): string {
  const town = joinPresent([city, state])
  if (!town) return zipCode ? `ZIP code ${zipCode}` : 'Unknown place'
  return isSpot ? joinPresent([town, zipCode], ' ') : `Around ${town}`
}

/** `12 contacts, 2 of them do not contact`. */
export function groupCountText({ contacts, doNotContact }: PlaceGroup): string {
  const count = `${formatCount(contacts)} ${contacts === 1 ? 'contact' : 'contacts'}`
  if (doNotContact === 0) return count
  return contacts === 1 ? `${count}, do not contact` : `${count}, ${formatCount(doNotContact)} do not contact`
}
