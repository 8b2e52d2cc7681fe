import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { areaOf, coordinatesOf, ELSEWHERE, isArea, PLACE_LEVEL, placeAt, placesIn } from './quadkey.ts'

const AUSTIN = { latitude: 30.2672, longitude: -97.7431 }
/** Points of the contiguous states. */
const points = fc.record({
  latitude: fc.double({ min: 24.5, max: 49.5, noNaN: true }),
  longitude: fc.double({ min: -124.9, max: -66.6, noNaN: true }),
})

describe('a place', () => {
  test('has the quadkey of its tile', () => {
    // The published example of the scheme at level 3: tile x 3, y 5 is 213. Austin at level 6 is tile x 14, y 26.
    expect(areaOf(placeAt(AUSTIN), 6)).toBe('023130')
  })

  test('lies within 40 m of its point', () => {
    fc.assert(
      fc.property(points, (point) => {
        const { latitude, longitude } = coordinatesOf(placeAt(point))
        expect(Math.abs(latitude - point.latitude)).toBeLessThan(0.0004)
        expect(Math.abs(longitude - point.longitude)).toBeLessThan(0.0004)
      }),
    )
  })

  test('lies in each of its areas and in no neighbor of them', () => {
    fc.assert(
      fc.property(points, fc.integer({ min: 0, max: PLACE_LEVEL }), (point, level) => {
        const place = placeAt(point)
        const { from, to } = placesIn(areaOf(place, level))
        expect(place).toBeGreaterThanOrEqual(from)
        expect(place).toBeLessThanOrEqual(to)
        expect(to - from + 1).toBe(4 ** (PLACE_LEVEL - level))
      }),
    )
  })

  test.each([
    ['Toronto is inside the box of the contiguous states', 43.65, -79.38, true],
    ['Attu beyond the antimeridian', 52.9, 172.9, true],
    ['the antimeridian itself', 51.9, 180, true],
    ['Honolulu', 21.3, -157.86, true],
    ['San Juan', 18.47, -66.1, false],
    ['London', 51.5, -0.13, false],
    ['the null island', 0, 0, false],
    ['the pole', 90, 0, false],
    ['no latitude at all', 91, 400, false],
    ['not a number', Number.NaN, Number.NaN, false],
  ])('is on the map or elsewhere: %s', (_, latitude, longitude, isOnMap) => {
    expect(placeAt({ latitude, longitude }) !== ELSEWHERE).toBe(isOnMap)
  })
})

test('an area has up to 20 digits from 0 to 3', () => {
  expect(['', '0231', '0'.repeat(20)].every(isArea)).toBe(true)
  expect(['4', '02 ', '-1', '0'.repeat(21), '0x'].some(isArea)).toBe(false)
})
