import type { Token } from './words.ts'

const STREET = new Set(
  'street st road rd avenue ave lane ln boulevard blvd parkway pkwy highway hwy alley terrace ter'.split(' '),
)
/** Words that name a street only after a house number: "divorce court" is none. */
const STREET_BEHIND_NUMBER = new Set(
  'court ct drive dr way place pl circle cir trail trl loop square sq run pass point'.split(' '),
)
const BEFORE_NAME = new Set('hi hello hey dear hola mr mrs ms dr estimado estimada sr sra'.split(' '))
/** "I'm Christian from Harbor Homes" introduces a name; "I'm Christian and" may not. */
const INTRODUCES = new Set(["i'm", 'im', 'am', "it's", 'is', 'its'])
const AFTER_NAME = new Set(['from', 'with', 'at', 'of'])
const NOT_A_SURNAME_PATTERN =
  /^(?:famil|communit|couple|value|household|neighbor|only|buyer|tenant|people|faith|church|school|home|house|owner|renter|women|men|landlord)/

/** True if the last of these tokens is part of a street name, as in "5 Divorce Creek Rd". */
export function isStreetName(tokens: readonly Token[], from: number, to: number): boolean {
  if (tokens[to - 1]?.isCapitalized !== true || tokens[from]?.isCapitalized !== true) return false
  for (let index = to - 1; index <= to + 2; index++) {
    const token = tokens[index]
    if (token === undefined || (index >= to && !extendsStreetName(token))) return false
    if (index < to) continue
    if (STREET.has(token.word)) return true
    if (STREET_BEHIND_NUMBER.has(token.word)) return hasNumberBefore(tokens, from)
    if (!token.isCapitalized) return false
  }
  return false
}

function extendsStreetName(token: Token): boolean {
  return /^[ \t]{1,2}$/.test(token.before)
}

function hasNumberBefore(tokens: readonly Token[], from: number): boolean {
  return tokens.slice(Math.max(0, from - 2), from).some((token) => /^\d{1,6}[a-z]?$/.test(token.word))
}

/** True if a word like "Christian" is used as a name here: in a greeting, with a surname, or as a signature. */
export function isPersonName(tokens: readonly Token[], at: number): boolean {
  const token = tokens[at]
  if (token?.isCapitalized !== true) return false
  const before = tokens[at - 1]
  const after = tokens[at + 1]
  if (after !== undefined && after.before.length <= 1 && NOT_A_SURNAME_PATTERN.test(after.word)) return false
  if (before !== undefined && BEFORE_NAME.has(before.word)) return true
  if (INTRODUCES.has(before?.word ?? '') && AFTER_NAME.has(after?.word ?? '')) return true
  const isBehindCapital = before?.isCapitalized === true && token.before === ' '
  if (after?.isCapitalized === true && (after.before === ' ' || (isBehindCapital && after.before === ', ')))
    return true
  if (isBehindCapital && before.sentence === token.sentence && before.word.length > 1)
    return tokens[at - 2]?.sentence === token.sentence || after?.sentence !== token.sentence
  return isAlone(token, at, after)
}

/** True for the only word of a line. */
function isAlone({ before }: Token, at: number, after: Token | undefined): boolean {
  return (at === 0 || before.includes('\n')) && (after === undefined || after.before.includes('\n'))
}
