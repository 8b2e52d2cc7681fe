import { stateCode } from '../identity/address.ts'
import { comparableStreet } from '../identity/comparable-street.ts'
import { fold } from '../identity/name.ts'

export type PostalPlace = {
  street: string | null
  city: string | null
  state: string | null
  zipCode: string | null
}

function zip5(zipCode: string | null): string | null {
  return /^\d{5}/.exec(zipCode?.trim() ?? '')?.[0] ?? null
}

/** True if both ZIP codes are known and equal in their first five digits. */
export function isSameZip(a: string | null, b: string | null): boolean {
  return zip5(a) !== null && zip5(a) === zip5(b)
}

/** Key of a home that doesn't depend on the spelling of its street. */
export function homeKey(place: PostalPlace): string {
  const { line, unit } = comparableStreet(place.street ?? '')
  return [line, unit, zip5(place.zipCode) ?? fold(place.city ?? '')].filter(Boolean).join(', ')
}

/** True if both places are in the same city and state; false if either is unknown. */
export function isSameCity(a: PostalPlace, b: PostalPlace): boolean {
  if (!a.city || !b.city || fold(a.city) !== fold(b.city)) return false
  if (!a.state || !b.state) return isSameZip(a.zipCode, b.zipCode)
  return (stateCode(a.state) ?? fold(a.state)) === (stateCode(b.state) ?? fold(b.state))
}

/** True if both places are the same home: street, unit if both have one, and ZIP code or city. */
export function isSameHome(a: PostalPlace, b: PostalPlace): boolean {
  if (!a.street || !b.street) return false
  const [streetA, streetB] = [comparableStreet(a.street), comparableStreet(b.street)]
  if (streetA.line === '' || streetA.line !== streetB.line) return false
  if (streetA.unit !== null && streetB.unit !== null && streetA.unit !== streetB.unit) return false
  const [zipA, zipB] = [zip5(a.zipCode), zip5(b.zipCode)]
  return zipA !== null && zipB !== null ? zipA === zipB : isSameCity(a, b)
}

const EARTH_RADIUS_MILES = 3958.8

export type Point = { latitude?: number | null; longitude?: number | null }

/** Great-circle distance in miles; null if a coordinate is missing. */
export function milesBetween(a: Point, b: Point): number | null {
  const { latitude: latA, longitude: lonA } = a
  const { latitude: latB, longitude: lonB } = b
  if (latA == null || lonA == null || latB == null || lonB == null) return null
  const radians = Math.PI / 180
  const dLat = (latB - latA) * radians
  const dLon = (lonB - lonA) * radians
  const haversine =
    Math.sin(dLat / 2) ** 2 + Math.cos(latA * radians) * Math.cos(latB * radians) * Math.sin(dLon / 2) ** 2
  return 2 * EARTH_RADIUS_MILES * Math.asin(Math.min(1, Math.sqrt(haversine)))
}
