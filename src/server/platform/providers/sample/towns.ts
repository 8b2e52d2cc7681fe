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

type Row = [
  city: string,
  state: string,
  zip: string,
  county: string,
  metro: string,
  at: [number, number],
  areaCode: string,
  weight: number,
  price: number,
]

const CHICAGO = 'chicago, illinois'

const ROWS: Row[] = [
  ['Naperville', 'IL', '60540', 'DuPage', CHICAGO, [41.766, -88.147], '630', 22, 245],
  ['Aurora', 'IL', '60506', 'Kane', CHICAGO, [41.766, -88.344], '331', 12, 185],
  ['Wheaton', 'IL', '60187', 'DuPage', CHICAGO, [41.866, -88.107], '630', 9, 230],
  ['Lisle', 'IL', '60532', 'DuPage', CHICAGO, [41.801, -88.075], '331', 6, 215],
  ['Downers Grove', 'IL', '60515', 'DuPage', CHICAGO, [41.809, -88.011], '630', 9, 240],
  ['Hinsdale', 'IL', '60521', 'DuPage', CHICAGO, [41.801, -87.937], '331', 5, 355],
  ['Oak Brook', 'IL', '60523', 'DuPage', CHICAGO, [41.833, -87.929], '708', 4, 330],
  ['Woodridge', 'IL', '60517', 'DuPage', CHICAGO, [41.747, -88.05], '630', 6, 205],
  ['Bolingbrook', 'IL', '60440', 'Will', CHICAGO, [41.699, -88.068], '815', 4, 190],
  ['Chicago', 'IL', '60614', 'Cook', CHICAGO, [41.923, -87.649], '773', 4, 310],
  ['Evanston', 'IL', '60201', 'Cook', CHICAGO, [42.045, -87.688], '847', 2, 295],
  ['Madison', 'WI', '53703', 'Dane', 'madison, wisconsin', [43.073, -89.401], '608', 2, 235],
  ['Austin', 'TX', '78704', 'Travis', 'austin, texas', [30.243, -97.765], '512', 2, 330],
  ['Denver', 'CO', '80206', 'Denver', 'denver, colorado', [39.731, -104.953], '303', 2, 340],
  ['Phoenix', 'AZ', '85016', 'Maricopa', 'phoenix, arizona', [33.508, -112.036], '602', 2, 260],
  ['Charlotte', 'NC', '28203', 'Mecklenburg', 'charlotte, north carolina', [35.208, -80.859], '704', 2, 255],
  ['Houston', 'TX', '77008', 'Harris', 'houston, texas', [29.798, -95.411], '713', 2, 215],
  ['Fort Myers', 'FL', '33901', 'Lee', 'fort myers, florida', [26.64, -81.867], '239', 1, 225],
]

const DISASTER_PRONE = new Set(['Houston', 'Fort Myers'])

export const TOWNS: readonly Town[] = ROWS.map(
  ([city, state, zipCode, county, metro, [latitude, longitude], areaCode, weight, price]) => ({
    city,
    state,
    zipCode,
    county,
    metro,
    latitude,
    longitude,
    areaCode,
    weight,
    price,
    disasterProne: DISASTER_PRONE.has(city),
  }),
)

/** Metro areas of new jobs, far from the towns above. */
export const DISTANT_WORKPLACES: readonly { city: string; state: string; metro: string }[] = [
  { city: 'Seattle', state: 'WA', metro: 'seattle, washington' },
  { city: 'Nashville', state: 'TN', metro: 'nashville, tennessee' },
  { city: 'Atlanta', state: 'GA', metro: 'atlanta, georgia' },
  { city: 'Boston', state: 'MA', metro: 'boston, massachusetts' },
  { city: 'Tampa', state: 'FL', metro: 'tampa, florida' },
  { city: 'Minneapolis', state: 'MN', metro: 'minneapolis, minnesota' },
  { city: 'Salt Lake City', state: 'UT', metro: 'salt lake city, utah' },
]

/** State code → name and a point inside the state, for towns outside the table. */
const STATES: Record<string, [name: string, latitude: number, longitude: number]> = {
  AL: ['Alabama', 32.8, -86.8],
  AK: ['Alaska', 64.2, -152.5],
  AZ: ['Arizona', 34.2, -111.7],
  AR: ['Arkansas', 34.8, -92.4],
  CA: ['California', 37.2, -119.7],
  CO: ['Colorado', 39.0, -105.5],
  CT: ['Connecticut', 41.6, -72.7],
  DE: ['Delaware', 39.0, -75.5],
  DC: ['District of Columbia', 38.9, -77.03],
  FL: ['Florida', 28.5, -81.8],
  GA: ['Georgia', 32.7, -83.4],
  HI: ['Hawaii', 21.45, -158.0],
  ID: ['Idaho', 44.2, -114.5],
  IL: ['Illinois', 40.0, -89.2],
  IN: ['Indiana', 39.9, -86.3],
  IA: ['Iowa', 42.0, -93.5],
  KS: ['Kansas', 38.5, -98.4],
  KY: ['Kentucky', 37.5, -85.3],
  LA: ['Louisiana', 31.0, -92.0],
  ME: ['Maine', 45.3, -69.2],
  MD: ['Maryland', 39.3, -76.9],
  MA: ['Massachusetts', 42.3, -71.9],
  MI: ['Michigan', 43.5, -84.7],
  MN: ['Minnesota', 46.2, -94.3],
  MS: ['Mississippi', 32.7, -89.7],
  MO: ['Missouri', 38.4, -92.5],
  MT: ['Montana', 47.0, -109.6],
  NE: ['Nebraska', 41.5, -99.8],
  NV: ['Nevada', 39.5, -116.9],
  NH: ['New Hampshire', 43.7, -71.6],
  NJ: ['New Jersey', 40.2, -74.6],
  NM: ['New Mexico', 34.4, -106.1],
  NY: ['New York', 42.9, -75.5],
  NC: ['North Carolina', 35.5, -79.4],
  ND: ['North Dakota', 47.4, -100.5],
  OH: ['Ohio', 40.3, -82.8],
  OK: ['Oklahoma', 35.6, -97.5],
  OR: ['Oregon', 44.0, -120.5],
  PA: ['Pennsylvania', 40.9, -77.8],
  RI: ['Rhode Island', 41.7, -71.6],
  SC: ['South Carolina', 33.9, -80.9],
  SD: ['South Dakota', 44.4, -100.2],
  TN: ['Tennessee', 35.9, -86.4],
  TX: ['Texas', 31.5, -99.3],
  UT: ['Utah', 39.3, -111.7],
  VT: ['Vermont', 44.0, -72.7],
  VA: ['Virginia', 37.5, -78.9],
  WA: ['Washington', 47.4, -120.4],
  WV: ['West Virginia', 38.6, -80.6],
  WI: ['Wisconsin', 44.6, -89.7],
  WY: ['Wyoming', 43.0, -107.5],
}

/** Finds a town of the table by city, and by state if given. */
export function findTown(city: string, state: string | null): Town | undefined {
  const code = state === null ? null : stateCode(state)
  const folded = fold(city)
  return FOLDED_TOWNS.find(
    ({ place, city: known }) => known === folded && (code === null || place.state === code),
  )?.place
}

const FOLDED_TOWNS = TOWNS.map((place) => ({ place, city: fold(place.city) }))

/** Code of a state given by name or code in any case; null if it is no state. */
export function stateCode(state: string): string | null {
  return CODES.get(fold(state)) ?? null
}

/** State codes by folded code and name. */
const CODES = new Map(
  Object.entries(STATES).flatMap(([code, [name]]) => [
    [fold(code), code],
    [fold(name), code],
  ]),
)

/** Creates a town outside the table, with coordinates inside the state and no county. */
export function unlistedTown(city: string, code: string, zipCode: string | null): Town {
  const [name, latitude, longitude] = STATES[code] ?? ['Illinois', 40, -89.2]
  return {
    city,
    state: code,
    zipCode: zipCode ?? '',
    county: '',
    metro: `${city}, ${name}`.toLowerCase(),
    latitude,
    longitude,
    areaCode: '630',
    weight: 0,
    price: 200,
    disasterProne: false,
  }
}
