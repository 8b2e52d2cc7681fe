import lookUpTimeZone from '@photostructure/tz-lookup'
import type { ZipPlace } from '#domain/identity/zip-place.ts'

/** IANA time zone of a ZIP code; null if unknown. */
export function timeZoneOf(place: Pick<ZipPlace, 'latitude' | 'longitude'> | null): string | null {
  if (!place || place.latitude === null || place.longitude === null) return null
  return lookUpTimeZone(place.latitude, place.longitude)
}
