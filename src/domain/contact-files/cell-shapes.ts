import { stateCode } from '../identity/address.ts'
import { isEmailAddress } from '../identity/email.ts'
import { fold } from '../identity/name.ts'
import { parseFileDate, parseSerialDate } from './file-date.ts'

export const CELL_SHAPES = [
  'email',
  'phone',
  'zip',
  'state',
  'street',
  'address',
  'name',
  'words',
  'date',
  'url',
  'flag',
  'title',
  'clientType',
  'digits',
  'serial',
  'bareWords',
  'oneWord',
  'placeLine',
] as const
/** What a cell looks like. */
export type CellShape = (typeof CELL_SHAPES)[number]

/** What the cells of a column look like: the share of the filled ones that have each shape. */
export type ColumnShapes = { filled: number; distinct: number; share: (shape: CellShape) => number }

/** Longer cells are texts: they have no shape. */
const CELL_MAX_LENGTH = 200

const PHONE =
  /^\s*(?:[a-z]{1,8}[:.]\s*)?\+?[\d(][\d\s()./-]{5,20}\d(?:\.0)?\s*(?:(?:x|ext\.?|#)\s*\d{1,6})?\s*$/i
const MARKED_PHONE = /[\s().+-]/
const ZIP = /^(?:\d{5}(?:\.0)?|\d{5}-?\d{4})$/
const SHORT_ZIP = /^\d{4}$/
const STREET = /^(?:\d+[a-z]?(?:[-/ ]\d+)?\s+\S*[\p{L}]|p\.? ?o\.? box\b|[\p{L}. ]{4,40} \d{1,5}[a-z]?$)/iu
const ADDRESS_TAIL =
  /(?:,|\s)\s*[\p{L}.]{2,20}[ ,]+\d{5}(?:-\d{4})?(?:,?\s+(?:usa?|united states(?: of america)?))?$/iu
const NAME = /^[\p{L}][\p{L}.'’-]*,?(?:\s+[\p{L}&(][\p{L}.'’&,()-]*){1,6}$/u
const WORDS = /\p{L}/u
const URL =
  /^(?:https?:\/\/|www\.)\S+$|^[a-z0-9-]+(?:\.[a-z0-9-]+)*\.(?:com|net|org|io|co|us|biz|info|realtor|homes)(?:\/\S*)?$/i
const FLAG = /^(?:yes|no|y|n|true|false|t|f|0|1|x|on|off)$/i
const TITLE =
  /^(?:mr|mrs|ms|miss|mx|dr|prof|rev|hon|herr|frau|sr|sra|srta|m|mme|mlle|sir|capt|col|maj|lt|sgt|fr|rabbi|pastor)\.?(?:\s*(?:&|and|und|y|et)\s*(?:mr|mrs|ms|dr|frau|herr|sra|mme)\.?)?$/i
const CLIENT_TYPE =
  /^(?:buyers?|sellers?|leads?|past clients?|clients?|sphere(?: of influence)?|soi|prospects?|landlords?|tenants?|renters?|investors?|vendors?|friends?|family|buyer ?(?:and|&|\/) ?seller|referrals?|hot|warm|cold)$/i
const ONE_WORD = /^[\p{L}][\p{L}.'’-]*$/u
/** `Chicago, IL 60614` */
const PLACE_LINE = /^\p{L}[\p{L}.'’ -]{1,40}[, ]\s*[a-z]{2}\.?[ ,]+\d{5}(?:-?\d{4})?$/iu
const DIGITS = /^\d+(?:\.0+)?$/

/** Looks at the cells of one column. */
export function shapesOf(cells: readonly string[]): ColumnShapes {
  const counts = new Map<CellShape, number>()
  const seen = new Set<string>()
  let filled = 0
  for (const cell of cells) {
    if (cell === '') continue
    filled += 1
    seen.add(cell.slice(0, CELL_MAX_LENGTH))
    for (const shape of cellShapes(cell)) counts.set(shape, (counts.get(shape) ?? 0) + 1)
  }
  const share = (shape: CellShape): number => (filled === 0 ? 0 : (counts.get(shape) ?? 0) / filled)
  return { filled, distinct: seen.size, share }
}

/** Every shape that a cell has. */
export function cellShapes(cell: string): CellShape[] {
  if (cell.length > CELL_MAX_LENGTH) return ['words']
  const shapes: CellShape[] = []
  const add = (shape: CellShape, holds: boolean): void => {
    if (holds) shapes.push(shape)
  }
  const first = cell.split(/[;,\s]|:::/, 1)[0] ?? ''
  add('email', cell.includes('@') && (isEmailAddress(first) || /\S@\S+\.\S/.test(cell)))
  const digits = cell.replace(/\D/g, '').length
  const isDate = digits >= 3 && parseFileDate(cell, false) !== null
  add('date', isDate)
  add('phone', !isDate && digits >= 7 && isPhone(cell, digits))
  add('zip', ZIP.test(cell))
  add('state', stateCode(cell) !== null)
  add('street', digits > 0 && !isDate && STREET.test(cell) && !URL.test(cell))
  add('address', digits >= 5 && ADDRESS_TAIL.test(cell) && /\d.*\p{L}.*\d/su.test(cell))
  add('name', digits === 0 && NAME.test(cell))
  add('words', WORDS.test(cell) && !cell.includes('@'))
  add('url', URL.test(cell))
  add('flag', FLAG.test(cell))
  add('title', TITLE.test(cell))
  add('clientType', CLIENT_TYPE.test(fold(cell)))
  add('serial', parseSerialDate(cell) !== null)
  add('bareWords', digits === 0 && WORDS.test(cell))
  add('oneWord', digits === 0 && ONE_WORD.test(cell))
  add('placeLine', digits >= 5 && PLACE_LINE.test(cell))
  add('digits', DIGITS.test(cell) || SHORT_ZIP.test(cell))
  return shapes
}

/** Seven digits or more in the notation of a phone number; bare digits only where there are ten or eleven. */
function isPhone(cell: string, digits: number): boolean {
  if (digits > 20 && !/[;,/|]|:::/.test(cell)) return false
  const first = cell.split(/[;,|]|:::|\s\/\s/, 1)[0] ?? ''
  if (!PHONE.test(first)) return false
  const bare = first.replace(/\.0$/, '').trim()
  return MARKED_PHONE.test(bare) || digits === 10 || (digits === 11 && bare.startsWith('1'))
}
