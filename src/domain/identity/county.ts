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

/** State FIPS code (first two digits of a county GEOID, FIPS 5-2) to postal code. */
const STATE_BY_FIPS = new Map(
  (
    '01=AL 02=AK 04=AZ 05=AR 06=CA 08=CO 09=CT 10=DE 11=DC 12=FL 13=GA 15=HI 16=ID 17=IL 18=IN 19=IA ' +
    '20=KS 21=KY 22=LA 23=ME 24=MD 25=MA 26=MI 27=MN 28=MS 29=MO 30=MT 31=NE 32=NV 33=NH 34=NJ 35=NM ' +
    '36=NY 37=NC 38=ND 39=OH 40=OK 41=OR 42=PA 44=RI 45=SC 46=SD 47=TN 48=TX 49=UT 50=VT 51=VA 53=WA ' +
    '54=WV 55=WI 56=WY 60=AS 66=GU 69=MP 72=PR 78=VI'
  )
    .split(' ')
    .map((pair) => pair.split('=') as [fips: string, state: string]),
)

/** Postal code of the state of a five-digit county GEOID; null for an unknown state. */
export function stateOfCounty(geoid: string): string | null {
  return STATE_BY_FIPS.get(geoid.slice(0, 2)) ?? null
}
