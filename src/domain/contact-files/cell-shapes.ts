import { stateCode } from '../identity/address.ts'
import { isEmailAddress } from '../identity/email.ts'
import { fold } from '../identity/name.ts'
import { isTitleOnly } from '../identity/name-words.ts'
import { parseFileDate, parseSerialDate } from './file-date.ts'

/** Formats in a column: the share of non-empty cells with each one. */
export type ColumnShapes = { filled: number; distinct: number; share: (shape: CellShape) => number }

/** Longer cells are free text without a format. */
const MAX_CELL_LENGTH = 200

const PHONE_PATTERN =
  /^\s*(?:[a-z]{1,8}[:.]\s*)?\+?[\d(][\d\s()./-]{5,20}\d(?:\.0)?\s*(?:(?:x|ext\.?|#)\s*\d{1,6})?\s*$/i
const MARKED_PHONE_PATTERN = /[\s().+-]/
const ZIP_PATTERN = /^(?:\d{5}(?:\.0)?|\d{5}-?\d{4})$/
const STREET_PATTERN =
  /^(?:\d+[a-z]?(?:[-/ ]\d+)?\s+\S*[\p{L}]|p\.? ?o\.? box\b|[\p{L}. ]{4,40} \d{1,5}[a-z]?$)/iu
const ADDRESS_TAIL_PATTERN =
  /(?:,|\s)\s*[\p{L}.]{2,20}[ ,]+\d{5}(?:-\d{4})?(?:,?\s+(?:usa?|united states(?: of america)?))?$/iu
const NAME_PATTERN = /^[\p{L}][\p{L}.'’-]*,?(?:\s+[\p{L}&(][\p{L}.'’&,()-]*){1,6}$/u
const WORDS_PATTERN = /\p{L}/u
const URL_PATTERN =
  /^(?:https?:\/\/|www\.)\S+$|^[a-z0-9-]+(?:\.[a-z0-9-]+)*\.(?:com|net|org|io|co|us|biz|info|realtor|homes)(?:\/\S*)?$/i
const FLAG_PATTERN = /^(?:yes|no|y|n|true|false|t|f|0|1|x|on|off)$/i
const CLIENT_TYPE_PATTERN =
  /^(?:buyers?|sellers?|leads?|past clients?|clients?|sphere(?: of influence)?|soi|prospects?|landlords?|tenants?|renters?|investors?|vendors?|friends?|family|buyer ?(?:and|&|\/) ?seller|referrals?|hot|warm|cold|comprador(?:a|es)?|vendedor(?:a|es)?|proprietari[oa]s?|propietari[oa]s?|inquilin[oa]s?|demandantes?|invers(?:or|ora|ionista)|investidor(?:a)?|kaufer(?:in)?|verkaufer(?:in)?|mieter(?:in)?|vermieter(?:in)?|eigentumer(?:in)?|interessent(?:in)?|kapitalanleger|acquereur|acheteur|vendeur|locataire|bailleur|proprietaire|investisseur|client(?:e|es)?)$/i
const ONE_WORD_PATTERN = /^[\p{L}][\p{L}.'’-]*$/u
/** `Chicago, IL 60614` */
const PLACE_LINE_PATTERN = /^\p{L}[\p{L}.'’ -]{1,40}[, ]\s*[a-z]{2}\.?[ ,]+\d{5}(?:-?\d{4})?$/iu
const DIGITS_PATTERN = /^\d+(?:\.0+)?$/

/** Analyzes the cells of a column; each format is checked on first use. */
export function shapesOf(cells: readonly string[]): ColumnShapes {
  const filled = cells.filter((cell) => cell !== '')
  const shares = new Map<CellShape, number>()
  const share = (shape: CellShape): number => {
    const cachedShare = shares.get(shape)
    if (cachedShare !== undefined) return cachedShare
    const newShare =
      filled.length === 0 ? 0 : filled.filter((cell) => hasShape(cell, shape)).length / filled.length
    shares.set(shape, newShare)
    return newShare
  }
  return { filled: filled.length, distinct: new Set(filled).size, share }
}

/** True if a cell has a format; longer cells have none. */
export function hasShape(cell: string, shape: CellShape): boolean {
  return cell.length <= MAX_CELL_LENGTH ? SHAPE_TESTS[shape](cell) : shape === 'words'
}

/** Formats of a cell. */
const SHAPE_TESTS = {
  email: (cell: string) =>
    cell.includes('@') && (isEmailAddress(cell.split(/[;,\s]|:::/, 1)[0] ?? '') || /\S@\S+\.\S/.test(cell)),
  date: (cell: string) => digitsIn(cell) >= 3 && parseFileDate(cell, false) !== null,
  phone: (cell: string) =>
    digitsIn(cell) >= 7 && isPhone(cell, digitsIn(cell)) && parseFileDate(cell, false) === null,
  zip: (cell: string) => ZIP_PATTERN.test(cell),
  state: (cell: string) => cell.length <= 20 && stateCode(cell) !== null,
  street: (cell: string) =>
    digitsIn(cell) > 0 &&
    STREET_PATTERN.test(cell) &&
    !URL_PATTERN.test(cell) &&
    parseFileDate(cell, false) === null,
  address: (cell: string) =>
    digitsIn(cell) >= 5 && ADDRESS_TAIL_PATTERN.test(cell) && /\d.*\p{L}.*\d/su.test(cell),
  name: (cell: string) => digitsIn(cell) === 0 && NAME_PATTERN.test(cell),
  words: (cell: string) => WORDS_PATTERN.test(cell) && !cell.includes('@'),
  url: (cell: string) => URL_PATTERN.test(cell),
  flag: (cell: string) => FLAG_PATTERN.test(cell),
  title: (cell: string) => digitsIn(cell) === 0 && isTitleOnly(cell),
  clientType: (cell: string) => CLIENT_TYPE_PATTERN.test(fold(cell)),
  digits: (cell: string) => DIGITS_PATTERN.test(cell),
  serial: (cell: string) => parseSerialDate(cell) !== null,
  bareWords: (cell: string) => digitsIn(cell) === 0 && WORDS_PATTERN.test(cell),
  oneWord: (cell: string) => digitsIn(cell) === 0 && ONE_WORD_PATTERN.test(cell),
  placeLine: (cell: string) => digitsIn(cell) >= 5 && PLACE_LINE_PATTERN.test(cell),
}

export type CellShape = keyof typeof SHAPE_TESTS

function digitsIn(cell: string): number {
  let count = 0
  for (let index = 0; index < cell.length; index++) {
    const code = cell.charCodeAt(index)
    if (code >= 48 && code <= 57) count += 1
  }
  return count
}

/** Seven or more digits in phone format; bare digits only if there are ten or eleven. */
function isPhone(cell: string, digits: number): boolean {
  if (digits > 20 && !/[;,/|]|:::/.test(cell)) return false
  const firstValue = cell.split(/[;,|]|:::|\s\/\s/, 1)[0] ?? ''
  if (!PHONE_PATTERN.test(firstValue)) return false
  const trimmed = firstValue.replace(/\.0$/, '').trim()
  return MARKED_PHONE_PATTERN.test(trimmed) || digits === 10 || (digits === 11 && trimmed.startsWith('1'))
}
