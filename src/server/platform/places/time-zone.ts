import lookUpTimeZone from '@photostructure/tz-lookup'
import { stateCode } from '#domain/identity/address.ts'
import type { ZipPlace } from '#domain/identity/zip-place.ts'

/** States that lie in one time zone as a whole (49 CFR 71). */
const STATES_OF_ZONES: Readonly<Record<string, string>> = {
  'America/New_York': 'CT DC DE GA MA MD ME NC NH NJ NY OH PA RI SC VA VT WV',
  'America/Chicago': 'AL AR IA IL LA MN MO MS OK WI',
  'America/Denver': 'CO MT NM UT WY',
  'America/Los_Angeles': 'CA WA',
  'Pacific/Honolulu': 'HI',
}
const ZONE_OF_STATE = new Map(
  Object.entries(STATES_OF_ZONES).flatMap(([zone, states]) =>
    states.split(' ').map((state) => [state, zone] as const),
  ),
)

/** IANA time zone of a ZIP code, or else of a state that lies in one; null if unknown. */
export function timeZoneOf(
  coordinates: Pick<ZipPlace, 'latitude' | 'longitude'> | null,
  state: string | null,
): string | null {
  if (coordinates?.latitude != null && coordinates.longitude !== null)
    return lookUpTimeZone(coordinates.latitude, coordinates.longitude)
  return (state && ZONE_OF_STATE.get(stateCode(state) ?? '')) || null
}
