import { cleanText } from './name.ts'
import { streetWord } from './street-words.ts'

/** Longer lines are rejected. */
const MAX_LENGTH = 2000

/**
 * Joins street, unit and box into one line without repetition: `123 Main St` and `4B` become `123 Main St, #4B`. The
 * second line may repeat the end of the first.
 */
export function joinStreet(line1: string, line2 = '', poBox = ''): string {
  if (line1.length + line2.length + poBox.length > MAX_LENGTH)
    return [line1, line2, poBox].filter(Boolean).join(', ')
  let street = onOneLine(line1)
  for (const part of [onOneLine(line2), withBoxName(onOneLine(poBox))]) {
    if (part === '' || includesUnit(street, part)) continue
    if (street === '' || includesUnit(part, street)) street = part
    else street = `${street}, ${isUnitNumber(part) ? `#${part}` : part}`
  }
  return street
}

function onOneLine(text: string): string {
  const line = cleanText(text.replace(/[\r\n\u2028\u2029]+/g, ', '))
  return line
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
    .join(', ')
}

function withBoxName(box: string): string {
  return /^#?\s?\d+[A-Za-z]?$/.test(box) ? `PO Box ${box.replace(/^#\s?/, '')}` : box
}

/** `4`, `12B`, `B`: a unit without its designator. */
function isUnitNumber(part: string): boolean {
  return /^(?:\d{1,5}[A-Za-z]?|[A-Za-z]\d{0,4})(?:-\d{1,4})?$/.test(part)
}

/** True if an address line begins or ends with this unit, however abbreviated. */
function includesUnit(line: string, part: string): boolean {
  const [lineKey, partKey] = [toComparableLine(line), toComparableLine(part)]
  return (
    partKey === '' || ` ${lineKey} `.endsWith(` ${partKey} `) || ` ${lineKey} `.startsWith(` ${partKey} `)
  )
}

const UNIT_ALIAS: Readonly<Record<string, string>> = {
  ...{ apartment: '#', apt: '#', unit: '#', suite: '#', ste: '#', no: '#', number: '#' },
  ...{ building: 'bldg', floor: 'fl', room: 'rm', space: 'spc', trailer: 'trlr' },
  ...{ p: 'po', post: 'po', office: '' },
}

function toComparableLine(line: string): string {
  const words = line
    .replace(/#/g, ' # ')
    .replace(/p\.?\s?o\.?\s?box/i, 'po box')
    .split(/[\s,.]+/)
  const keys = words
    .map((word) => UNIT_ALIAS[streetWord(word)] ?? streetWord(word))
    .filter((key) => key && key !== '#')
  return keys.join(' ')
}
