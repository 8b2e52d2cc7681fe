import { normalizeZip, stateCode } from './address.ts'
import { type AddressWord, streetEnd } from './address-words.ts'
import { isForeignAddress, withoutCountry } from './country-words.ts'
import { cleanText } from './name.ts'
import { isDirection, isStreetType, isUnitWithoutNumber, isUnitWord } from './street-words.ts'
import { stateOfZip } from './zip-prefix.ts'

/** Parts of an address; empty where the text has none. */
export type AddressCell = { address: string; city: string; state: string; zipCode: string }

/** Longer texts are notes, not addresses. */
const MAX_LENGTH = 1000

/** Trailing words of an address, and the words left before them. */
type Tail = { rest: AddressWord[]; state: string; zipCode: string; note: AddressWord[] }

/**
 * Splits an address in one cell, with or without commas, on one line or several. Addresses outside the United States
 * stay whole in `address`. Linear in the length of the text.
 */
export function parseAddressCell(text: string): AddressCell {
  const line = inOneLine(text)
  const whole: AddressCell = { address: line, city: '', state: '', zipCode: '' }
  if (line === '' || line.length > MAX_LENGTH) return whole
  const words = withoutCountry(addressWords(line))
  if (isForeignAddress(words)) return whole
  const { rest, state, zipCode, note } = readTail(words)
  const hasPlace = state !== '' || zipCode !== ''
  const { street, city } = splitCity(rest, hasPlace)
  const isNewYork = city.length === 0 && state === 'New York' && /^10[0-2]/.test(zipCode)
  return {
    address: joinWords([...street, ...note]),
    city: isNewYork ? 'New York' : joinWords(city),
    state,
    zipCode: zipCode && normalizeZip(zipCode, state),
  }
}

function inOneLine(text: string): string {
  const line = cleanText(text.replace(/[\r\n\u2028\u2029]+/g, ', '))
    .replace(/\bzip(?: ?code)?[:.]? (?=\d{5})/gi, '')
    .replace(/(\b\d{5}) - (?=\d{4}$)/, '$1-')
    .replace(/, (?:U\.?S\.?A?\.?|United States)(?=,? \d{5}(?:-\d{4})?$)/i, '')
  return line.includes(',') ? line : line.replace(/ [-–—|] /g, ', ')
}

/** State and ZIP code typed after the street on the same line. */
export function readStreetTail(line: string): { state: string; zipCode: string } {
  const { state, zipCode } = readTail(withoutCountry(addressWords(line)))
  return { state, zipCode }
}

function addressWords(line: string): AddressWord[] {
  const words: AddressWord[] = []
  for (const piece of line.replace(/[,;]+/g, ', ').split(' ')) {
    const text = piece.replace(/^,|,$/g, '')
    const endsPart = piece.endsWith(',')
    const glued = /^([A-Za-z]{2})[.-]?(\d{5}(?:-\d{4})?)$/.exec(text)
    const last = words.at(-1)
    if (glued?.[1] && glued[2] && stateCode(glued[1])) {
      words.push({ text: glued[1], endsPart: false }, { text: glued[2], endsPart })
    } else if (text !== '') words.push({ text, endsPart })
    else if (last && endsPart) last.endsPart = true
  }
  return words
}

function readTail(words: AddressWord[]): Tail {
  const end = zipEnd(words)
  if (end === null) return { ...readState(words, ''), zipCode: '', note: [] }
  const { zipCode, start } = end
  const note = words.slice(end.end)
  const before = words.slice(0, start)
  if (before.length === 0) return { ...readState(note, zipCode), zipCode, note: [] }
  const behind = note.length > 0 ? stateIn(note) : ''
  if (behind) return { rest: before, state: behind, zipCode, note: [] }
  if (startsTown(words, start, zipCode)) {
    const { rest, state } = readState(note, zipCode)
    return { rest: [...before, ...rest], state, zipCode, note: [] }
  }
  return { ...readState(before, zipCode), zipCode, note }
}

/** Position of the ZIP code: at the end, or after a state with other words following. */
function zipEnd(words: AddressWord[]): { zipCode: string; start: number; end: number } | null {
  for (let index = words.length - 1; index >= 0; index--) {
    const text = words[index]?.text ?? ''
    const zipCode = /^(\d{5}(?:[-\u2010-\u2015]\d{4})?|\d{9})[-.)"']*$/
      .exec(text)?.[1]
      ?.replace(/[\u2010-\u2015]/, '-')
    if (!zipCode) {
      const short = shortZip(words, index)
      if (short) return { zipCode: short, start: index, end: index + 1 }
      continue
    }
    if (!isZipPlace(words, index, zipCode)) continue
    const plus4 = /^-?(\d{4})$/.exec(words[index + 1]?.text ?? '')?.[1]
    if (plus4 && zipCode.length === 5) {
      return { zipCode: `${zipCode}-${plus4}`, start: index, end: index + 2 }
    }
    return { zipCode, start: index, end: index + 1 }
  }
  return null
}

/** "97204 Portland, OR" after the comma of a street. */
function startsTown(words: readonly AddressWord[], index: number, zipCode: string): boolean {
  const town = words.slice(index + 1)
  const state = stateOfZip(zipCode)
  const isPlain =
    town.length <= MAX_TOWN_WORDS && !town.some(({ text }) => /\d/.test(text) || isStreetType(text))
  const namesState = [1, 2].some(
    (count) => town.length > count && stateCode(lastWords(town, town.length, count)) === state,
  )
  return state !== null && isPlain && namesState && words[index - 1]?.endsPart !== false
}
const MAX_TOWN_WORDS = 5

/** `MA 2139` lost its leading zero. `IA 5230` lost a digit and needs correction by a person. */
function shortZip(words: AddressWord[], index: number): string | null {
  const text = words[index]?.text ?? ''
  const state = words[index - 1]?.text ?? ''
  const code = stateCode(state)
  if (index < words.length - 1 || !/^(?:\d{3,4}|\d{4}-\d{4})$/.test(text) || code === null) return null
  const whole = text.length === 3 ? `00${text}` : `0${text}`
  if (stateOfZip(whole) === code) return whole
  if (text.length !== 4) return null
  return state === state.toUpperCase() && !isStreetType(state) && !isUnitWord(state) ? text : null
}

function isZipPlace(words: AddressWord[], index: number, zipCode: string): boolean {
  const before = words[index - 1]?.text ?? ''
  const state = stateOfZip(zipCode)
  const following = words.slice(index + 1)
  if (index === 0) return following.length === 0 ? state !== null : startsTown(words, index, zipCode)
  const hasState = stateCode(before) !== null || stateCode(lastWords(words, index, 2)) !== null
  const isLast =
    following.length === 0 || /^-?\d{4}$/.test(following[0]?.text ?? '') || stateIn(following) !== ''
  const isUnit = isUnitWord(before) && stateCode(before) === null && !zipCode.includes('-')
  const isNumberOf = (isUnit || before === '#') && !words[index - 1]?.endsPart
  const isCountyRoad = /^(?:cr|county (?:road|rd))$/.test(
    lastWords(words, index, before.length === 2 ? 1 : 2).toLowerCase(),
  )
  if (isNumberOf || isCountyRoad) return false
  if (hasState) return isLast || state !== null
  return (isLast && state !== null) || startsTown(words, index, zipCode)
}

function lastWords(words: readonly AddressWord[], end: number, count: number): string {
  return words
    .slice(Math.max(0, end - count), end)
    .map(({ text }) => text)
    .join(' ')
}

/** The words as a state, if they mean nothing else. */
function stateIn(words: readonly AddressWord[]): string {
  if (words.length > 3) return ''
  const text = lastWords(words, words.length, 3)
  return stateCode(text) ? text : ''
}

function readState(words: AddressWord[], zipCode: string): { rest: AddressWord[]; state: string } {
  for (const count of [3, 2, 1]) {
    const start = words.length - count
    const state = start < 0 ? '' : stateIn(words.slice(start))
    if (state && isStatePlace(words, start, { state, zipCode })) {
      return { rest: withoutRepeatedState(words.slice(0, start), state), state }
    }
  }
  return { rest: words, state: '' }
}

/** "Roswell, Georgia, GA" repeats its state. */
function withoutRepeatedState(words: AddressWord[], state: string): AddressWord[] {
  const last = words.at(-1)
  const isRepeated = last?.endsPart && words.length > 1 && stateCode(last.text) === stateCode(state)
  return isRepeated && words.slice(0, -1).some(({ endsPart }) => endsPart) ? words.slice(0, -1) : words
}

/** Distinguishes Connecticut from Court and Nebraska from Northeast. */
function isStatePlace(
  words: readonly AddressWord[],
  start: number,
  { state, zipCode }: { state: string; zipCode: string },
): boolean {
  const code = stateCode(state)
  if (zipCode && stateOfZip(zipCode) === code) return true
  const isCode = state.replace(/\./g, '').length === 2
  // "Washington 20002" is the city.
  if (zipCode && !isCode && stateOfZip(zipCode)) return false
  if (start === 0) return true
  const texts = words.slice(0, start).map(({ text }) => text)
  const before = texts.at(-1) ?? ''
  if (words[start - 1]?.endsPart) return !(isDirection(state) && isStreetType(before))
  if (!texts.some((text) => /\d/.test(text))) return true
  if (/^\d/.test(before) || isDirection(before) || isUnitWord(before)) return false
  const all = texts.join(' ')
  if (isStreetType(state) || isDirection(state)) return texts.slice(2, -1).some(isStreetType)
  if (isCode) return texts.length >= 3 && (state === state.toUpperCase() || all === all.toLowerCase())
  return texts.length >= 4
}

function splitCity(words: AddressWord[], hasPlace: boolean): { street: AddressWord[]; city: AddressWord[] } {
  const start = cityStart(words, hasPlace)
  return { street: words.slice(0, start), city: words.slice(start) }
}

function cityStart(words: AddressWord[], hasPlace: boolean): number {
  const partStart = words.slice(0, -1).findLastIndex(({ endsPart }) => endsPart) + 1
  const part = words.slice(partStart).map(({ text }) => text)
  const [first = ''] = part
  const isUnit = isUnitWord(first) || isUnitWithoutNumber(first) || first.startsWith('#')
  const isBehindStreet = words.slice(0, partStart).some(({ text }) => /\d/.test(text))
  if (part.every(isDirection)) return words.length
  if (isUnit || part.some((text) => /\d/.test(text)) || (partStart === 0 && part.length > 3)) {
    return hasPlace ? partStart + streetEnd(part, isUnit) : words.length
  }
  if (!(isBehindStreet || hasPlace)) return words.length
  // "Birch Run" behind "12200 Market Place Drive" is a city.
  const isBehindWholeStreet =
    isBehindStreet && hasPlace && words.slice(0, partStart).some(({ text }) => isStreetType(text))
  if (isStreetType(part.at(-1) ?? '') && !isBehindWholeStreet) return words.length
  // "1105 Bolton Road, NW Atlanta"
  const isQuadrant = isBehindStreet && /^(?:[ns]\.?[ew]\.?)$/i.test(first)
  return isQuadrant ? partStart + 1 : partStart
}

function joinWords(words: readonly AddressWord[]): string {
  const text = words.map((word) => (word.endsPart ? `${word.text},` : word.text)).join(' ')
  return text.endsWith(',') ? text.slice(0, -1) : text
}
