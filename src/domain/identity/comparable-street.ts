import { fold } from './name.ts'

/** Street types and directions with equivalent spellings (the frequent ones of USPS Publication 28). */
export const STREET_ABBREVIATIONS: Readonly<Record<string, string>> = {
  street: 'st',
  str: 'st',
  avenue: 'ave',
  av: 'ave',
  road: 'rd',
  drive: 'dr',
  lane: 'ln',
  court: 'ct',
  boulevard: 'blvd',
  place: 'pl',
  terrace: 'ter',
  circle: 'cir',
  parkway: 'pkwy',
  highway: 'hwy',
  trail: 'trl',
  square: 'sq',
  north: 'n',
  south: 's',
  east: 'e',
  west: 'w',
  northeast: 'ne',
  northwest: 'nw',
  southeast: 'se',
  southwest: 'sw',
  saint: 'st',
  mount: 'mt',
}

const UNIT =
  /(?:(?:#|\b(?:apartment|apt|unit|suite|ste|no)\b\.?)\s*#?\s*([\p{L}\p{N}-]+)|\b(?:building|bldg|floor|fl|lot|trailer|trlr|po box)\b\.?\s*#?\s*(\p{L}?\d[\p{L}\p{N}-]*|\p{L}))[\s,]*$/u
/** Building, floor and apartment. */
const MAX_UNITS = 3

/** Street line in one spelling, without its unit. */
export function comparableStreet(street: string): { line: string; unit: string | null } {
  let text = fold(street)
  const units: string[] = []
  for (let match = UNIT.exec(text); match && units.length < MAX_UNITS; match = UNIT.exec(text)) {
    const rest = text.slice(0, match.index).replace(/[\s,]+$/, '')
    // A box without a street is the address itself.
    if (rest === '') break
    units.unshift(match[1] ?? match[2] ?? '')
    text = rest
  }
  const line = text
    .replace(/['’.]/g, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .map((word) => STREET_ABBREVIATIONS[word] ?? word)
    .join(' ')
  return { line, unit: units.join(' ') || null }
}
