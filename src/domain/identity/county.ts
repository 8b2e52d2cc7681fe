import { firstByWord } from '../word-lists.ts'
import { fold } from './name.ts'

/**
 * Normalizes county names of one state for comparison: `DuPage County`, `Du Page` and `DUPAGE (County)` are equal. An
 * independent city keeps the word "city", because a county may have the same name. Empty for a text without letters.
 */
export function comparableCounty(name: string): string {
  return fold(name)
    .replace(/\((?:independent )?city\)/g, ' city')
    .replace(/\([^)]*\)/g, ' ')
    .trim()
    .replace(/\s+(?:county|parish|borough|census area|municipality|municipio|planning region)$/, '')
    .replace(/\bsaint\b/g, 'st')
    .replace(/\bsainte\b/g, 'ste')
    .replace(/[^\p{L}\p{N}]/gu, '')
}

/** State FIPS code (first two digits of a county GEOID, FIPS 5-2) by postal code. */
const STATE_BY_FIPS = firstByWord(`
  AL 01; AK 02; AZ 04; AR 05; CA 06; CO 08; CT 09; DE 10; DC 11; FL 12; GA 13; HI 15; ID 16; IL 17; IN 18;
  IA 19; KS 20; KY 21; LA 22; ME 23; MD 24; MA 25; MI 26; MN 27; MS 28; MO 29; MT 30; NE 31; NV 32; NH 33;
  NJ 34; NM 35; NY 36; NC 37; ND 38; OH 39; OK 40; OR 41; PA 42; RI 44; SC 45; SD 46; TN 47; TX 48; UT 49;
  VT 50; VA 51; WA 53; WV 54; WI 55; WY 56; AS 60; GU 66; MP 69; PR 72; VI 78
`)

/** Postal code of the state of a five-digit county GEOID; null for an unknown state. */
export function stateOfCounty(geoid: string): string | null {
  return STATE_BY_FIPS.get(geoid.slice(0, 2)) ?? null
}

const FIPS_BY_STATE = new Map(Array.from(STATE_BY_FIPS, ([fips, state]) => [state, fips]))

/** Five-digit GEOID of a county by the postal code of its state and its three digits; null if either is unknown. */
export function countyGeoid(state: string | null, countyFips: string | null): string | null {
  const stateFips = FIPS_BY_STATE.get(state ?? '')
  return stateFips && countyFips ? stateFips + countyFips : null
}
