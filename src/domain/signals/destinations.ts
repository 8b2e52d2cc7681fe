import type { KnownAddress, Position } from '../enrichment/person-record.ts'
import { fold } from '../identity/name.ts'
import { addMonths, parseDay } from '../score/day.ts'
import type { DetectedSignal } from './detected-signal.ts'
import { createSignal, type Evidence, providerOf } from './evidence.ts'
import { nameWords } from './name-match.ts'
import { isSameCity, isSameHome, milesBetween, type PostalPlace } from './place-match.ts'
import { LIMITS, RULES } from './rules.ts'

type Distance = { metro: 'same' | 'other'; homeMetro: string | null; miles: number | null }

/** Finds the location details of a place among the contact's known addresses. */
function findKnownAddress(place: PostalPlace, addresses: readonly KnownAddress[]): KnownAddress | null {
  const isHome = (address: KnownAddress) => isSameHome(address, place)
  const isNearby = (address: KnownAddress) => isSameCity(address, place)
  return addresses.find(isHome) ?? addresses.find(isNearby) ?? null
}

/**
 * Compares workplace and home by city, by distance, or else by metro names. Null if none is known. Phone numbers don't
 * count, because people keep them when they move.
 */
function compareMetros(
  home: PostalPlace,
  position: Position,
  addresses: readonly KnownAddress[],
): Distance | null {
  const work: PostalPlace = { street: null, city: position.city, state: position.state, zipCode: null }
  const homeAddress = findKnownAddress(home, addresses)
  const workAddress = findKnownAddress(work, addresses)
  const homeMetro = homeAddress?.metro ?? null
  const workMetro = position.metro ?? workAddress?.metro ?? null
  const workPoint = position.latitude != null ? position : workAddress
  const miles = homeAddress && workPoint ? milesBetween(homeAddress, workPoint) : null
  if (isSameCity(home, work)) return { metro: 'same', homeMetro, miles }
  if (miles !== null && miles > LIMITS.job.farMiles) return { metro: 'other', homeMetro, miles }
  if (homeMetro === null || workMetro === null) return null
  return { metro: fold(homeMetro) === fold(workMetro) ? 'same' : 'other', homeMetro, miles }
}

function detectNewJob(evidence: Evidence, position: Position): DetectedSignal | null {
  const startDay = parseDay(position.startDate)
  const earliest = addMonths(evidence.todayDay, -LIMITS.job.monthsBack)
  const latest = addMonths(evidence.todayDay, LIMITS.upcoming.job)
  if (!(startDay >= earliest && startDay <= latest) || position.endDate !== null) return null
  const distance = compareMetros(evidence.residence, position, evidence.current.person?.addresses ?? [])
  if (distance === null) return null
  const isFar = distance.metro === 'other'
  const remoteFactor = isFar && position.remoteCapable ? RULES.DT1.remoteCapable : 1
  const location = isFar && position.city ? ` in ${position.city}` : ''
  return createSignal({
    ruleId: isFar ? 'DT1' : 'DT2',
    subtype: isFar ? 'destinations.metro' : 'destinations.local',
    factor: remoteFactor,
    eventDay: startDay,
    source: providerOf(evidence, 'person'),
    documentId: `job:${nameWords(position.company ?? '').join(' ')}:${position.startDate}`,
    description: `New position${position.company ? ` at ${position.company}` : ''}${location}`,
    inputs: {
      company: position.company,
      workMetro: position.metro,
      homeMetro: distance.homeMetro,
      miles: distance.miles === null ? null : Math.round(distance.miles),
      remoteCapable: position.remoteCapable,
    },
  })
}

/** DT1: a new job in another metro or more than 50 miles away. DT2: a new job in the same metro. */
export function detectDestinations(evidence: Evidence): (DetectedSignal | null)[] {
  const position = evidence.current.person?.employment.current
  return position ? [detectNewJob(evidence, position)] : []
}
