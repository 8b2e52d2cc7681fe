import { firstByWord } from '../word-lists.ts'
import { fold, foldedWords } from './name.ts'

/** Street types and directions with equivalent spellings (the frequent ones of USPS Publication 28). */
export const STREET_ABBREVIATIONS = firstByWord(`
  st street str saint; ave avenue av; rd road; dr drive; ln lane; ct court; blvd boulevard; pl place;
  ter terrace; cir circle; pkwy parkway; hwy highway; trl trail; sq square; n north; s south; e east;
  w west; ne northeast; nw northwest; se southeast; sw southwest; mt mount
`)

const UNIT_PATTERN =
  /(?:(?:#|\b(?:apartment|apt|unit|suite|ste|no)\b\.?)\s*#?\s*([\p{L}\p{N}-]+)|\b(?:building|bldg|floor|fl|lot|trailer|trlr|po box)\b\.?\s*#?\s*(\p{L}?\d[\p{L}\p{N}-]*|\p{L}))[\s,]*$/u
/** Building, floor and apartment. */
const MAX_UNITS = 3

/** Street line in one spelling, without its unit. */
export function comparableStreet(street: string): { line: string; unit: string | null } {
  let text = fold(street)
  const units: string[] = []
  for (
    let match = UNIT_PATTERN.exec(text);
    match && units.length < MAX_UNITS;
    match = UNIT_PATTERN.exec(text)
  ) {
    const remaining = text.slice(0, match.index).replace(/[\s,]+$/, '')
    // A box without a street is the address itself.
    if (remaining === '') break
    units.unshift(match[1] ?? match[2] ?? '')
    text = remaining
  }
  const line = foldedWords(text)
    .map((word) => STREET_ABBREVIATIONS.get(word) ?? word)
    .join(' ')
  return { line, unit: units.join(' ') || null }
}
