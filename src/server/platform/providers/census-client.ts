import { z } from 'zod'
import type { Clock } from '../clock.ts'
import type { ProviderHttp } from './http/provider-http.ts'
import type { AddressQuery, ProviderResult } from './provider.ts'
import { createResults } from './provider-results.ts'
import { listAt, numberAt, textAt } from './raw-fields.ts'

export const CENSUS = 'Census geocoder'

/** A geocoded address. Coordinates in degrees; `countyFips` has five digits, of which the first two name the state. */
export type GeocodedAddress = {
  matchedAddress: string
  zip: string | null
  city: string | null
  state: string | null
  latitude: number | null
  longitude: number | null
  countyFips: string | null
  /** Without the word "county". */
  countyName: string | null
}

export type Geocoder = {
  geocode(address: AddressQuery, signal: AbortSignal): Promise<ProviderResult<GeocodedAddress>>
}

const envelope = z.looseObject({ result: z.looseObject({ addressMatches: z.array(z.unknown()) }) })

const MAX_ADDRESS_LENGTH = 100

/**
 * Geocodes a street address with `GET /geocoder/geographies/onelineaddress`, free of charge. An unknown address is 200
 * without matches. Several matches count only if they are the same address.
 */
export function createCensus(http: ProviderHttp, clock: Clock): Geocoder {
  const results = createResults(CENSUS, clock)
  return {
    async geocode({ address, city, state, zipCode }, signal) {
      const region = [state, zipCode].filter(Boolean).join(' ')
      if (!address || !(zipCode || (city && state))) return results.noMatch
      const line = [address, city, region].filter(Boolean).join(', ').slice(0, MAX_ADDRESS_LENGTH)
      const response = await http.get('/geocoder/geographies/onelineaddress', {
        query: { address: line, benchmark: 'Public_AR_Current', vintage: 'Current_Current', format: 'json' },
        signal,
      })
      return results.from<GeocodedAddress>(response, {
        200: results.reader(envelope, ({ result }) => {
          const geocoded = onlyOne(result.addressMatches.map(geocodedFrom).filter((match) => match !== null))
          return geocoded ? results.match(geocoded) : results.noMatch
        }),
      })
    },
  }
}

/** Returns the match if all matches are the same address, which may be listed by two sources. */
function onlyOne(matches: GeocodedAddress[]): GeocodedAddress | null {
  const [first, ...otherMatches] = matches
  return first && otherMatches.every(({ matchedAddress }) => matchedAddress === first.matchedAddress)
    ? first
    : null
}

function geocodedFrom(raw: unknown): GeocodedAddress | null {
  const matchedAddress = textAt(raw, 'matchedAddress')
  if (!matchedAddress) return null
  // x is the longitude, y the latitude.
  const longitude = numberAt(raw, 'coordinates.x', -180, 180)
  const latitude = numberAt(raw, 'coordinates.y', -90, 90)
  const isLocated = latitude !== null && longitude !== null
  const [county] = listAt(raw, 'geographies.Counties')
  const countyFips = textAt(county, 'GEOID')
  const name = textAt(county, 'BASENAME', 'NAME')
  return {
    matchedAddress,
    zip: textAt(raw, 'addressComponents.zip'),
    city: textAt(raw, 'addressComponents.city'),
    state: textAt(raw, 'addressComponents.state'),
    latitude: isLocated ? latitude : null,
    longitude: isLocated ? longitude : null,
    countyFips: countyFips && /^\d{5}$/.test(countyFips) ? countyFips : null,
    countyName: name?.replace(/\s+(?:county|parish|borough)$/i, '') ?? null,
  }
}
