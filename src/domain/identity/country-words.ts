import { stateCode } from './address.ts'
import type { AddressWord } from './address-words.ts'

const UNITED_STATES =
  'united states of america,united states,u s a,usa,u s,us,estados unidos,etats unis'.split(',')

/** Countries at the end of addresses in US agents' lists. */
const OTHER_COUNTRIES = new Set(
  [
    'canada,mexico,méxico,united kingdom,uk,u k,england,scotland,wales,ireland,northern ireland,germany,deutschland,france',
    'spain,españa,italy,italia,portugal,switzerland,schweiz,austria,österreich,netherlands,the netherlands,belgium,denmark',
    'sweden,norway,finland,poland,greece,turkey,israel,india,china,japan,south korea,korea,taiwan,hong kong,singapore',
    'australia,new zealand,south africa,brazil,brasil,argentina,chile,colombia,philippines,vietnam,thailand,russia,ukraine',
    'united arab emirates,uae,saudi arabia,egypt,nigeria,kenya,costa rica,panama,bahamas,jamaica,dominican republic',
  ].flatMap((line) => line.split(',')),
)

const CANADIAN_POSTAL_CODE_PATTERN = /^[ABCEGHJ-NPRSTVXY]\d[ABCEGHJ-NPRSTV-Z][ -]?\d[ABCEGHJ-NPRSTV-Z]\d$/i
const MAX_NAME_WORDS = 4

/** Drops "USA" from the end. */
export function withoutCountry(words: AddressWord[]): AddressWord[] {
  const name = UNITED_STATES.find((country) => countryWordCount(words, country) !== null)
  const count = name ? countryWordCount(words, name) : null
  if (!count) return words
  const remaining = words.slice(0, -count)
  const last = remaining.at(-1)
  // "US" alone is ambiguous, so it counts only after a ZIP code, a state or a comma.
  const isUnambiguous =
    name !== 'us' || last?.endsPart || /\d{4}$/.test(last?.text ?? '') || stateCode(last?.text ?? '')
  return isUnambiguous && remaining.length > 0 ? remaining : words
}

/** Number of trailing words that name this country. */
function countryWordCount(words: readonly AddressWord[], country: string): number | null {
  for (let count = 1; count <= MAX_NAME_WORDS && count <= words.length; count++) {
    if (nameOf(words.slice(-count)) === country) return count
  }
  return null
}

function nameOf(words: readonly AddressWord[]): string {
  const text = words.map((word) => word.text.toLowerCase().replace(/[.()]/g, ' ')).join(' ')
  return text.replace(/\s+/g, ' ').trim()
}

/** True if the address ends with another country or has a Canadian postal code. */
export function isForeignAddress(words: readonly AddressWord[]): boolean {
  for (let count = 1; count <= MAX_NAME_WORDS && count < words.length; count++) {
    const startsPart = words.at(-count - 1)?.endsPart
    if (OTHER_COUNTRIES.has(nameOf(words.slice(-count))) && startsPart) return true
  }
  return words.some(
    ({ text }, index) =>
      CANADIAN_POSTAL_CODE_PATTERN.test(text) ||
      CANADIAN_POSTAL_CODE_PATTERN.test(`${text} ${words[index + 1]?.text ?? ''}`),
  )
}
