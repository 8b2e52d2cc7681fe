/** What a list of ZIP codes knows of one: where it lies, as exactly as a ZIP code can say. */
export type ZipPlace = {
  /** Five digits. */
  zipCode: string
  /** The names that the list has for it, the first one its own; mail may know more. */
  cities: string[]
  /** Postal code of the state, territory or military area; null where the list has none. */
  state: string | null
  county: string | null
  /** Three digits, which with those of the state make the county's FIPS code. */
  countyFips: string | null
  latitude: number | null
  longitude: number | null
  /** The coordinates are the middle of the ZIP code, not of a home. */
  accuracy: 'ZIP'
}
