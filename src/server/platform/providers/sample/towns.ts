import { stateCode, stateName } from '#domain/identity/address.ts'
import { wordGroups } from '#domain/word-lists.ts'
import { fold } from './hash.ts'

/** A town of sample people. `weight` is its share of them. */
export type Town = {
  city: string
  state: string
  zipCode: string
  county: string
  metro: string
  latitude: number
  longitude: number
  areaCode: string
  weight: number
  /** Approximate price in dollars per square foot. */
  price: number
  /** True for counties with repeated disaster declarations. */
  disasterProne: boolean
}

/** City, state, ZIP code, county, metro area, area code; latitude, longitude, weight, price. */
const TOWN_ROWS = `
Naperville,IL,60540,DuPage,Chicago,630,41.766,-88.147,22,245
Aurora,IL,60506,Kane,Chicago,331,41.766,-88.344,12,185
Wheaton,IL,60187,DuPage,Chicago,630,41.866,-88.107,9,230
Lisle,IL,60532,DuPage,Chicago,331,41.801,-88.075,6,215
Downers Grove,IL,60515,DuPage,Chicago,630,41.809,-88.011,9,240
Hinsdale,IL,60521,DuPage,Chicago,331,41.801,-87.937,5,355
Oak Brook,IL,60523,DuPage,Chicago,708,41.833,-87.929,4,330
Woodridge,IL,60517,DuPage,Chicago,630,41.747,-88.05,6,205
Bolingbrook,IL,60440,Will,Chicago,815,41.699,-88.068,4,190
Chicago,IL,60614,Cook,Chicago,773,41.923,-87.649,4,310
Evanston,IL,60201,Cook,Chicago,847,42.045,-87.688,2,295
Madison,WI,53703,Dane,Madison,608,43.073,-89.401,2,235
Austin,TX,78704,Travis,Austin,512,30.243,-97.765,2,330
Denver,CO,80206,Denver,Denver,303,39.731,-104.953,2,340
Phoenix,AZ,85016,Maricopa,Phoenix,602,33.508,-112.036,2,260
Charlotte,NC,28203,Mecklenburg,Charlotte,704,35.208,-80.859,2,255
Houston,TX,77008,Harris,Houston,713,29.798,-95.411,2,215
Fort Myers,FL,33901,Lee,Fort Myers,239,26.64,-81.867,1,225
`

const DISASTER_PRONE = new Set(['Houston', 'Fort Myers'])

/** A point inside each state, for towns outside the table. */
const STATE_POINTS = new Map(
  wordGroups(`
  AL 32.8 -86.8; AK 64.2 -152.5; AZ 34.2 -111.7; AR 34.8 -92.4; CA 37.2 -119.7; CO 39.0 -105.5; CT 41.6 -72.7;
  DE 39.0 -75.5; DC 38.9 -77.03; FL 28.5 -81.8; GA 32.7 -83.4; HI 21.45 -158.0; ID 44.2 -114.5; IL 40.0 -89.2;
  IN 39.9 -86.3; IA 42.0 -93.5; KS 38.5 -98.4; KY 37.5 -85.3; LA 31.0 -92.0; ME 45.3 -69.2; MD 39.3 -76.9;
  MA 42.3 -71.9; MI 43.5 -84.7; MN 46.2 -94.3; MS 32.7 -89.7; MO 38.4 -92.5; MT 47.0 -109.6; NE 41.5 -99.8;
  NV 39.5 -116.9; NH 43.7 -71.6; NJ 40.2 -74.6; NM 34.4 -106.1; NY 42.9 -75.5; NC 35.5 -79.4; ND 47.4 -100.5;
  OH 40.3 -82.8; OK 35.6 -97.5; OR 44.0 -120.5; PA 40.9 -77.8; RI 41.7 -71.6; SC 33.9 -80.9; SD 44.4 -100.2;
  TN 35.9 -86.4; TX 31.5 -99.3; UT 39.3 -111.7; VT 44.0 -72.7; VA 37.5 -78.9; WA 47.4 -120.4; WV 38.6 -80.6;
  WI 44.6 -89.7; WY 43.0 -107.5`).map(([code = '', ...point]) => [code, point.map(Number)] as const),
)

const metroOf = (city: string, state: string) => `${city}, ${stateName(state) ?? 'Illinois'}`.toLowerCase()

export const TOWNS: readonly Town[] = TOWN_ROWS.trim()
  .split('\n')
  .map((row) => {
    const [city = '', state = '', zipCode = '', county = '', metro = '', areaCode = '', ...coordinates] =
      row.split(',')
    const [latitude = 0, longitude = 0, weight = 0, price = 0] = coordinates.map(Number)
    const town = {
      city,
      state,
      zipCode,
      county,
      metro: metroOf(metro, state),
      areaCode,
      latitude,
      longitude,
    }
    return { ...town, weight, price, disasterProne: DISASTER_PRONE.has(city) }
  })

/** Places of new jobs, far from the towns above. */
export const DISTANT_WORKPLACES =
  'Seattle WA, Nashville TN, Atlanta GA, Boston MA, Tampa FL, Minneapolis MN, Salt Lake City UT'
    .split(', ')
    .map((each) => ({ city: each.slice(0, -3), state: each.slice(-2) }))
    .map((each) => ({ ...each, metro: metroOf(each.city, each.state) }))

/** Finds a town of the table by city, and by state if given. */
export function findTown(city: string, state: string | null): Town | undefined {
  const code = state === null ? null : stateCode(state)
  const foldedCity = fold(city)
  return FOLDED_TOWNS.find(
    ({ place: town, city: listedCity }) =>
      listedCity === foldedCity && (code === null || town.state === code),
  )?.place
}

const FOLDED_TOWNS = TOWNS.map((town) => ({ place: town, city: fold(town.city) }))

/** Creates a town outside the table, with coordinates inside the state and no county. */
export function unlistedTown(city: string, code: string, zipCode: string | null): Town {
  const [latitude = 40, longitude = -89.2] = STATE_POINTS.get(code) ?? []
  return {
    city,
    state: code,
    zipCode: zipCode ?? '',
    county: '',
    metro: metroOf(city, code),
    latitude,
    longitude,
    areaCode: '630',
    weight: 0,
    price: 200,
    disasterProne: false,
  }
}
