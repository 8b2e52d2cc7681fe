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

/** State, ZIP code and note at the end of an address, and the words before them. */
type Tail = { remaining: AddressWord[]; state: string; zipCode: string; note: AddressWord[] }

/**
 * Splits an address in one cell, with or without commas, on one line or several. Addresses outside the United States
 * stay whole in `address`. Linear in the length of the text.
 */
export function parseAddressCell(text: string): AddressCell {
  const line = onOneLine(text)
  const wholeLine: AddressCell = { address: line, city: '', state: '', zipCode: '' }
  if (line === '' || line.length > MAX_LENGTH) return wholeLine
  const words = withoutCountry(addressWords(line))
  if (isForeignAddress(words)) return wholeLine
  const { remaining, state, zipCode, note } = readTail(words)
  const hasStateOrZip = state !== '' || zipCode !== ''
  const { street, city } = splitCity(remaining, hasStateOrZip)
  const isNewYork = city.length === 0 && state === 'New York' && /^10[0-2]/.test(zipCode)
  return {
    address: joinWords([...street, ...note]),
    city: isNewYork ? 'New York' : joinWords(city),
    state,
    zipCode: zipCode && normalizeZip(zipCode, state),
  }
}

function onOneLine(text: string): string {
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
    const stateAndZip = /^([A-Za-z]{2})[.-]?(\d{5}(?:-\d{4})?)$/.exec(text)
    const last = words.at(-1)
    if (stateAndZip?.[1] && stateAndZip[2] && stateCode(stateAndZip[1])) {
      words.push({ text: stateAndZip[1], endsPart: false }, { text: stateAndZip[2], endsPart })
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
  const addressWordsBefore = words.slice(0, start)
  if (addressWordsBefore.length === 0) return { ...readState(note, zipCode), zipCode, note: [] }
  const noteState = note.length > 0 ? stateIn(note) : ''
  if (noteState) return { remaining: addressWordsBefore, state: noteState, zipCode, note: [] }
  if (isStartOfTown(words, start, zipCode)) {
    const { remaining, state } = readState(note, zipCode)
    return { remaining: [...addressWordsBefore, ...remaining], state, zipCode, note: [] }
  }
  return { ...readState(addressWordsBefore, zipCode), zipCode, note }
}

/** Position of the ZIP code: at the end, or after a state with other words following. */
function zipEnd(words: AddressWord[]): { zipCode: string; start: number; end: number } | null {
  for (let index = words.length - 1; index >= 0; index--) {
    const text = words[index]?.text ?? ''
    const zipCode = /^(\d{5}(?:[-\u2010-\u2015]\d{4})?|\d{9})[-.)"']*$/
      .exec(text)?.[1]
      ?.replace(/[\u2010-\u2015]/, '-')
    if (!zipCode) {
      const restoredZip = restoreShortZip(words, index)
      if (restoredZip) return { zipCode: restoredZip, start: index, end: index + 1 }
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
function isStartOfTown(words: readonly AddressWord[], index: number, zipCode: string): boolean {
  const town = words.slice(index + 1)
  const state = stateOfZip(zipCode)
  const isPlainTown =
    town.length <= MAX_TOWN_WORDS && !town.some(({ text }) => /\d/.test(text) || isStreetType(text))
  const hasState = [1, 2].some(
    (count) => town.length > count && stateCode(lastWords(town, town.length, count)) === state,
  )
  return state !== null && isPlainTown && hasState && words[index - 1]?.endsPart !== false
}
const MAX_TOWN_WORDS = 5

/** Restores a leading zero as in `MA 2139`. `IA 5230` lacks a digit and needs correction by a person. */
function restoreShortZip(words: AddressWord[], index: number): string | null {
  const text = words[index]?.text ?? ''
  const state = words[index - 1]?.text ?? ''
  const expectedState = stateCode(state)
  if (index < words.length - 1 || !/^(?:\d{3,4}|\d{4}-\d{4})$/.test(text) || expectedState === null)
    return null
  const paddedZip = text.length === 3 ? `00${text}` : `0${text}`
  if (stateOfZip(paddedZip) === expectedState) return paddedZip
  if (text.length !== 4) return null
  return state === state.toUpperCase() && !isStreetType(state) && !isUnitWord(state) ? text : null
}

function isZipPlace(words: AddressWord[], index: number, zipCode: string): boolean {
  const previousWord = words[index - 1]?.text ?? ''
  const state = stateOfZip(zipCode)
  const nextWords = words.slice(index + 1)
  if (index === 0) return nextWords.length === 0 ? state !== null : isStartOfTown(words, index, zipCode)
  const hasState = stateCode(previousWord) !== null || stateCode(lastWords(words, index, 2)) !== null
  const isLast =
    nextWords.length === 0 || /^-?\d{4}$/.test(nextWords[0]?.text ?? '') || stateIn(nextWords) !== ''
  const isUnit = isUnitWord(previousWord) && stateCode(previousWord) === null && !zipCode.includes('-')
  const isUnitNumber = (isUnit || previousWord === '#') && !words[index - 1]?.endsPart
  const isCountyRoad = /^(?:cr|county (?:road|rd))$/.test(
    lastWords(words, index, previousWord.length === 2 ? 1 : 2).toLowerCase(),
  )
  if (isUnitNumber || isCountyRoad) return false
  if (hasState) return isLast || state !== null
  return (isLast && state !== null) || isStartOfTown(words, index, zipCode)
}

function lastWords(words: readonly AddressWord[], end: number, count: number): string {
  return words
    .slice(Math.max(0, end - count), end)
    .map(({ text }) => text)
    .join(' ')
}

/** The words as a state; empty if they aren't one. */
function stateIn(words: readonly AddressWord[]): string {
  if (words.length > 3) return ''
  const text = lastWords(words, words.length, 3)
  return stateCode(text) ? text : ''
}

function readState(words: AddressWord[], zipCode: string): { remaining: AddressWord[]; state: string } {
  for (const count of [3, 2, 1]) {
    const start = words.length - count
    const state = start < 0 ? '' : stateIn(words.slice(start))
    if (state && isStatePlace(words, start, { state, zipCode })) {
      return { remaining: withoutRepeatedState(words.slice(0, start), state), state }
    }
  }
  return { remaining: words, state: '' }
}

/** Removes a repeated state: "Roswell, Georgia, GA". */
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
  const isPostalCode = state.replace(/\./g, '').length === 2
  // "Washington 20002" is the city.
  if (zipCode && !isPostalCode && stateOfZip(zipCode)) return false
  if (start === 0) return true
  const texts = words.slice(0, start).map(({ text }) => text)
  const previousWord = texts.at(-1) ?? ''
  if (words[start - 1]?.endsPart) return !(isDirection(state) && isStreetType(previousWord))
  if (!texts.some((text) => /\d/.test(text))) return true
  if (/^\d/.test(previousWord) || isDirection(previousWord) || isUnitWord(previousWord)) return false
  const allText = texts.join(' ')
  if (isStreetType(state) || isDirection(state)) return texts.slice(2, -1).some(isStreetType)
  if (isPostalCode)
    return texts.length >= 3 && (state === state.toUpperCase() || allText === allText.toLowerCase())
  return texts.length >= 4
}

function splitCity(
  words: AddressWord[],
  hasStateOrZip: boolean,
): { street: AddressWord[]; city: AddressWord[] } {
  const start = cityStart(words, hasStateOrZip)
  return { street: words.slice(0, start), city: words.slice(start) }
}

function cityStart(words: AddressWord[], hasStateOrZip: boolean): number {
  const partStart = words.slice(0, -1).findLastIndex(({ endsPart }) => endsPart) + 1
  const part = words.slice(partStart).map(({ text }) => text)
  const [first = ''] = part
  const isUnit = isUnitWord(first) || isUnitWithoutNumber(first) || first.startsWith('#')
  const followsNumber = words.slice(0, partStart).some(({ text }) => /\d/.test(text))
  if (part.every(isDirection)) return words.length
  if (isUnit || part.some((text) => /\d/.test(text)) || (partStart === 0 && part.length > 3)) {
    return hasStateOrZip ? partStart + streetEnd(part, isUnit) : words.length
  }
  if (!(followsNumber || hasStateOrZip)) return words.length
  // "Birch Run" after "12200 Market Place Drive" is a city.
  const followsFullStreet =
    followsNumber && hasStateOrZip && words.slice(0, partStart).some(({ text }) => isStreetType(text))
  if (isStreetType(part.at(-1) ?? '') && !followsFullStreet) return words.length
  // "1105 Bolton Road, NW Atlanta"
  const isQuadrant = followsNumber && /^(?:[ns]\.?[ew]\.?)$/i.test(first)
  return isQuadrant ? partStart + 1 : partStart
}

function joinWords(words: readonly AddressWord[]): string {
  const text = words.map((word) => (word.endsPart ? `${word.text},` : word.text)).join(' ')
  return text.endsWith(',') ? text.slice(0, -1) : text
}
