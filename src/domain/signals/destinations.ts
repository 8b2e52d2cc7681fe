import type { KnownAddress, Position } from '../enrichment/person-record.ts'
import { fold } from '../identity/name.ts'
import { addMonths, parseDay } from '../score/day.ts'
import type { DetectedSignal } from './detected-signal.ts'
import { createSignal, type Evidence, providerOf } from './evidence.ts'
import { nameWords } from './name-match.ts'
import { isSameCity, isSameHome, milesBetween, type PostalPlace } from './place-match.ts'
import { LIMITS, RULES } from './rules.ts'

type Distance = { metro: 'same' | 'other'; homeMetro: string | null; miles: number | null }

/** Location details of a place, from the contact's known addresses. */
function findKnownAddress(place: PostalPlace, addresses: readonly KnownAddress[]): KnownAddress | null {
  const isHome = (address: KnownAddress) => isSameHome(address, place)
  const isNearby = (address: KnownAddress) => isSameCity(address, place)
  return addresses.find(isHome) ?? addresses.find(isNearby) ?? null
}

/**
 * Compares workplace and home: by city, by metro names, else by distance. Null if none is known. Phone numbers are no
 * evidence, because people keep them when they move.
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

function newJob(evidence: Evidence, position: Position): DetectedSignal | null {
  const started = parseDay(position.startDate)
  const earliest = addMonths(evidence.todayDay, -LIMITS.job.back)
  const latest = addMonths(evidence.todayDay, LIMITS.upcoming.job)
  if (!(started >= earliest && started <= latest) || position.endDate !== null) return null
  const distance = compareMetros(evidence.residence, position, evidence.current.person?.addresses ?? [])
  if (distance === null) return null
  const far = distance.metro === 'other'
  const remote = far && position.remoteCapable ? RULES.DT1.remoteCapable : 1
  const where = far && position.city ? ` in ${position.city}` : ''
  return createSignal({
    ruleId: far ? 'DT1' : 'DT2',
    subtype: far ? 'destinations.metro' : 'destinations.local',
    factor: remote,
    eventDay: started,
    source: providerOf(evidence, 'person'),
    documentId: `job:${nameWords(position.company ?? '').join(' ')}:${position.startDate}`,
    description: `New position${position.company ? ` at ${position.company}` : ''}${where}`,
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
  return position ? [newJob(evidence, position)] : []
}
