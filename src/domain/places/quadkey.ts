/** Digits of a place: cells of about 38 m. */
export const PLACE_LEVEL = 20
const TILES = 2 ** PLACE_LEVEL

/** The place of contacts outside of the map of the United States. */
export const ELSEWHERE = -1

export type Coordinates = { latitude: number; longitude: number }

/** Boxes that the map shows: the contiguous states, Alaska with the Aleutians beyond the antimeridian, and Hawaii. */
const SHOWN_BOXES = [
  { south: 24.3, north: 49.6, west: -125, east: -66.5 },
  { south: 51, north: 71.6, west: -180, east: -129 },
  { south: 51, north: 71.6, west: 172, east: 180 },
  { south: 18.7, north: 22.5, west: -160.6, east: -154.5 },
]

function isShown({ latitude, longitude }: Coordinates): boolean {
  return SHOWN_BOXES.some(
    ({ south, north, west, east }) =>
      latitude >= south && latitude <= north && longitude >= west && longitude <= east,
  )
}

/** The quadkey of a point as a number, two bits for each digit; `ELSEWHERE` for points that the map doesn't show. */
export function placeAt({ latitude, longitude }: Coordinates): number {
  if (!isShown({ latitude, longitude })) return ELSEWHERE
  const x = Math.min(Math.floor(((longitude + 180) / 360) * TILES), TILES - 1)
  const sine = Math.sin((latitude * Math.PI) / 180)
  const y = Math.floor((0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)) * TILES)
  let place = 0
  for (let bit = PLACE_LEVEL - 1; bit >= 0; bit--) {
    // Multiplied, because shifts are limited to 32 bits.
    place = place * 4 + ((x >> bit) & 1) + 2 * ((y >> bit) & 1)
  }
  return place
}

/** The center of a place. */
export function coordinatesOf(place: number): Coordinates {
  let x = 0
  let y = 0
  for (const digit of areaOf(place, PLACE_LEVEL)) {
    x = x * 2 + (Number(digit) & 1)
    y = y * 2 + (Number(digit) >> 1)
  }
  const mercator = Math.PI * (1 - (2 * (y + 0.5)) / TILES)
  return {
    latitude: (Math.atan(Math.sinh(mercator)) * 180) / Math.PI,
    longitude: ((x + 0.5) / TILES) * 360 - 180,
  }
}

/** The area of a level around a place, as the digits of its quadkey. */
export function areaOf(place: number, level: number): string {
  return place.toString(4).padStart(PLACE_LEVEL, '0').slice(0, level)
}

/** First and last place of an area. */
export function placesIn(area: string): { from: number; to: number } {
  const size = 4 ** (PLACE_LEVEL - area.length)
  const from = Number.parseInt(area || '0', 4) * size
  return { from, to: from + size - 1 }
}

/** True for the digits of a quadkey, none of which is the whole map. */
export function isArea(text: string): boolean {
  return text.length <= PLACE_LEVEL && /^[0-3]*$/.test(text)
}
