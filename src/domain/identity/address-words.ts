import { wordSet } from '../word-lists.ts'
import {
  isDirection,
  isLandType,
  isRoadWord,
  isStreetType,
  isUnitWithoutNumber,
  isUnitWord,
  streetWord,
} from './street-words.ts'

/** A word of an address without its comma. */
export type AddressWord = { text: string; endsPart: boolean }

/** First words of city names with several words. */
const CITY_STARTS = wordSet(`
  new san los las santa saint st fort ft el la le de del mount mt north south east west upper lower lake
  palm grand long little big cedar baton des kansas oklahoma jersey salt port point pt ann high royal oak
  den college council sioux cape rock winter green white red black blue silver cherry elk glen golden grand
  great bowling battle eau fond ste old redwood round sugar traverse union valley walla virginia iowa daly
  culver carson dodge garden panama bay boca bonita chula corpus coral delray deer fall falls federal hot
  idaho junction lees overland pico pine rio rolling rancho sandy spring terre thousand twin west
`)

const SAINTS = wordSet(`
  albans ann anthony augustine bernard bonifacius catharines charles clair cloud croix elmo francis gabriel
  george helena helens ignace jacob james john johns johnsbury joseph landry leo louis marys matthews
  michael michaels paul pauls peter peters petersburg regis robert rose simons stephen stephens thomas
`)

/** Finds the likely end of a street: after its unit, its number or its type, or before a likely city. */
export function streetEnd(texts: readonly string[], beginsWithUnit: boolean): number {
  const findEnds = beginsWithUnit
    ? [afterUnit]
    : [afterUnit, afterBoxOrRoad, afterType, afterLandType, startOfNamedCity]
  const last = texts.at(-1) ?? ''
  if (isStreetType(last) || isDirection(last) || isUnitWithoutNumber(last)) return texts.length
  for (const findEnd of findEnds) {
    const end = findEnd(texts)
    if (end !== null && isCity(texts.slice(end))) return skipLetters(texts, end)
  }
  return texts.length
}

/** Skips single letters, which can't begin a city: "RR 4 Box 42 D", "Main St S E". */
function skipLetters(words: readonly string[], start: number): number {
  let end = start
  while (/^[A-Za-z]$/.test(words[end] ?? '') && end < words.length - 1) end++
  return end
}

/** True if the words can be a city, which has no digits. */
function isCity(words: readonly string[]): boolean {
  const isOnlyCityEnd = words.length === 1 && isCityEnd(words[0] ?? '')
  return words.length > 0 && words.length <= 5 && !isOnlyCityEnd && !words.some((word) => /[\d#]/.test(word))
}

function afterUnit(words: readonly string[]): number | null {
  const last = words.findLastIndex(
    (word) => isUnitWord(word) || isUnitWithoutNumber(word) || word.startsWith('#'),
  )
  if (last === -1) return null
  const word = words[last] ?? ''
  const next = words[last + 1] ?? ''
  if (isUnitWithoutNumber(word) || /^#\w/.test(word)) return last + 1
  if (next === '#') return last + 3
  if (/\d/.test(next) || /^[A-Za-z]$/.test(next)) return last + 2
  // "Unit Cedar Rapids": the unit number is missing.
  if (/^(?:unit|apt|ste|suite)$/.test(streetWord(word)) && next !== '') return last + 1
  // "3rd Floor"
  return /^\d+(?:st|nd|rd|th)$/i.test(words[last - 1] ?? '') ? last + 1 : null
}

function afterBoxOrRoad(words: readonly string[]): number | null {
  const last = words.findLastIndex(
    (word, index) => index > 0 && /^\d+[A-Za-z]?$/.test(word) && isRoadWord(words[index - 1] ?? ''),
  )
  if (last === -1) return null
  return isShortDirection(words[last + 1]) ? last + 2 : last + 1
}

function afterType(words: readonly string[]): number | null {
  return afterTypeWord(isStreetType, words)
}

function afterLandType(words: readonly string[]): number | null {
  return afterTypeWord(isLandType, words)
}

/** Position after the first type word that follows a name, and after its direction. */
function afterTypeWord(isType: (word: string) => boolean, words: readonly string[]): number | null {
  const nameIndex = words.findIndex(
    (word, index) => index > 0 && !/^\d+(?:[-/]\d+)?$/.test(word) && !isDirection(word),
  )
  if (nameIndex === -1) return null
  let typeIndex = words.findIndex(
    (word, index) => index > nameIndex && isType(word) && !isSaint(word, words[index + 1]),
  )
  if (isType(words[nameIndex] ?? '') && /^(?:[A-Za-z]|\d+)$/.test(words[nameIndex + 1] ?? ''))
    typeIndex = nameIndex + 1
  if (typeIndex === -1) return null
  // "Court Lane"; a second "St" begins a city ("Main St St Paul").
  while (
    isType(words[typeIndex + 1] ?? '') &&
    streetWord(words[typeIndex + 1] ?? '') !== 'st' &&
    typeIndex + 2 < words.length
  )
    typeIndex += 1
  return isShortDirection(words[typeIndex + 1]) ? typeIndex + 2 : typeIndex + 1
}

function isCityEnd(word: string): boolean {
  return isLandType(word) || streetWord(word) === 'city'
}

/** True for a saint in a city name: "St Louis". */
function isSaint(word: string, next = ''): boolean {
  return /^(?:st|saint)$/.test(streetWord(word)) && SAINTS.has(streetWord(next))
}

function isShortDirection(word = ''): boolean {
  return streetWord(word).length <= 2 && isDirection(word)
}

function startOfNamedCity(words: readonly string[]): number | null {
  let start = words.length - 1
  const minStart = afterSpanishStreet(words)
  if (isCityEnd(words[start] ?? '')) start -= 1
  while (start > minStart && CITY_STARTS.has(streetWord(words[start - 1] ?? ''))) start -= 1
  return start >= 2 ? start : null
}

/** Position after a Spanish street, whose name follows its type: "Camino del Rio". */
function afterSpanishStreet(words: readonly string[]): number {
  let index = words
    .slice(0, 3)
    .findLastIndex((word) => /^(?:via|camino|calle|paseo|avenida|rue)$/i.test(word))
  if (index === -1) return 2
  do index += 1
  while (/^(?:de|del|la|las|el|los)$/i.test(words[index] ?? ''))
  return Math.max(2, index + 1)
}
