/** Location of a ZIP code. */
export type ZipPlace = {
  /** Five digits. */
  zipCode: string
  /** City names in the list, the main one first; the Postal Service may accept more. */
  cities: string[]
  /** Postal code of the state, territory or military area; null if the list has none. */
  state: string | null
  county: string | null
  /** Three digits; with the state's digits they form the county FIPS code. */
  countyFips: string | null
  latitude: number | null
  longitude: number | null
  /** The coordinates are the center of the ZIP code, not of a home. */
  accuracy: 'ZIP'
}
