/** Longest filter or path that is read, in characters. */
export const MAX_EXPRESSION_LENGTH = 2000
const MAX_COMPARISONS = 50
const MAX_DEPTH = 5

export type ScimValue = string | number | boolean | null
/** Attribute names are in lower case and without the URN of the core schemas. */
export type ScimComparison = {
  kind: 'equals'
  attribute: string
  subAttribute: string | null
  /** Conditions on the entry of a multi-valued attribute, as in `emails[type eq "work"].value eq "…"`. */
  entryFilter: ScimFilter | null
  value: ScimValue
}
export type ScimFilter = ScimComparison | { kind: 'and' | 'or'; filters: ScimFilter[] }
export type ScimPath = Pick<ScimComparison, 'attribute' | 'subAttribute' | 'entryFilter'>

/** A filter or path that can't be read; the message says why. */
export class ScimSyntaxError extends Error {}

/** Comparisons that the standard defines besides `eq`. */
const UNSUPPORTED_OPERATORS = new Set(['ne', 'co', 'sw', 'ew', 'gt', 'ge', 'lt', 'le', 'pr'])
const CORE_URN_PATTERN = /^urn:ietf:params:scim:schemas:core:2\.0:(?:user|group):/
const NAME_PATTERN = /^[a-z$][\w$-]*(?:\.[a-z$][\w$-]*)?$/
/** An attribute of another schema, such as the enterprise extension. */
const EXTENSION_PATTERN = /^urn:[\w.:-]+:[a-z$][\w$-]*(?:\.[a-z$][\w$-]*)?$/
const WORD_PATTERN = /[\w$.:-]+/y
const STRING_PATTERN = /"(?:[^"\\]|\\.)*"/y
const SPACE_PATTERN = /[ \t]*/y
const LITERALS = new Map<string, ScimValue>([
  ['true', true],
  ['false', false],
  ['null', null],
])
const NUMBER_PATTERN = /^-?\d{1,15}(?:\.\d{1,15})?$/

/** @throws {ScimSyntaxError} */
export function parseScimFilter(text: string): ScimFilter {
  const parser = createParser(text)
  const filter = parser.filter(0)
  parser.requireEnd()
  return filter
}

/** Reads the path of a PATCH operation. @throws {ScimSyntaxError} */
export function parseScimPath(text: string): ScimPath {
  const parser = createParser(text)
  const path = parser.path(0)
  parser.requireEnd()
  return path
}

function createParser(text: string) {
  if (text.length > MAX_EXPRESSION_LENGTH)
    throw new ScimSyntaxError(`Use at most ${MAX_EXPRESSION_LENGTH} characters`)
  let at = 0
  let comparisons = 0

  function match(pattern: RegExp): string | null {
    pattern.lastIndex = at
    const found = pattern.exec(text)?.[0] ?? null
    if (found !== null) at += found.length
    return found
  }

  function skip(character: string): boolean {
    match(SPACE_PATTERN)
    if (text[at] !== character) return false
    at++
    return true
  }

  function word(): string {
    match(SPACE_PATTERN)
    return match(WORD_PATTERN) ?? ''
  }

  /** Reads `and` or `or` if it comes next. */
  function skipWord(expected: string): boolean {
    const start = at
    if (word().toLowerCase() === expected) return true
    at = start
    return false
  }

  function unexpected(expected: string): ScimSyntaxError {
    return new ScimSyntaxError(`Expected ${expected} at character ${at + 1}`)
  }

  function value(): ScimValue {
    match(SPACE_PATTERN)
    const quoted = match(STRING_PATTERN)
    if (quoted !== null) return stringOf(quoted)
    const literal = word().toLowerCase()
    const constant = LITERALS.get(literal)
    if (constant !== undefined) return constant
    if (NUMBER_PATTERN.test(literal)) return Number(literal)
    throw unexpected('a value in double quotes')
  }

  function path(depth: number): ScimPath {
    const { attribute, subAttribute } = splitName(word())
    if (!skip('[')) return { attribute, subAttribute, entryFilter: null }
    if (subAttribute !== null) throw unexpected('no filter after a sub-attribute')
    const entryFilter = filter(depth + 1)
    if (!skip(']')) throw unexpected(']')
    const rest = text[at] === '.' ? word().slice(1).toLowerCase() : null
    if (rest !== null && !/^[a-z$][\w$-]*$/.test(rest)) throw unexpected('a sub-attribute')
    return { attribute, subAttribute: rest, entryFilter }
  }

  function comparison(depth: number): ScimFilter {
    if (skip('(')) {
      const inner = filter(depth + 1)
      if (!skip(')')) throw unexpected(')')
      return inner
    }
    if (++comparisons > MAX_COMPARISONS)
      throw new ScimSyntaxError(`Use at most ${MAX_COMPARISONS} comparisons`)
    const left = path(depth)
    const operator = word().toLowerCase()
    if (UNSUPPORTED_OPERATORS.has(operator))
      throw new ScimSyntaxError(`The operator ${operator} isn't supported; use eq`)
    if (operator !== 'eq') throw unexpected('eq')
    return { kind: 'equals', ...left, value: value() }
  }

  function filter(depth: number): ScimFilter {
    if (depth > MAX_DEPTH) throw new ScimSyntaxError(`Use at most ${MAX_DEPTH} levels of brackets`)
    const alternatives = [conjunction(depth)]
    while (skipWord('or')) alternatives.push(conjunction(depth))
    return combined('or', alternatives)
  }

  /** `and` binds more tightly than `or`. */
  function conjunction(depth: number): ScimFilter {
    const conditions = [comparison(depth)]
    while (skipWord('and')) conditions.push(comparison(depth))
    return combined('and', conditions)
  }

  return {
    filter,
    path,
    requireEnd() {
      match(SPACE_PATTERN)
      if (at < text.length) throw unexpected('the end')
    },
  }
}

function combined(kind: 'and' | 'or', filters: ScimFilter[]): ScimFilter {
  const [first] = filters
  return filters.length === 1 && first ? first : { kind, filters }
}

function splitName(text: string): { attribute: string; subAttribute: string | null } {
  const name = text.toLowerCase().replace(CORE_URN_PATTERN, '')
  if (NAME_PATTERN.test(name)) {
    const [attribute = '', subAttribute = null] = name.split('.')
    return { attribute, subAttribute }
  }
  if (EXTENSION_PATTERN.test(name)) return { attribute: name, subAttribute: null }
  throw new ScimSyntaxError(text === '' ? 'An attribute name is missing' : 'An attribute name is malformed')
}

function stringOf(quoted: string): string {
  try {
    return JSON.parse(quoted) as string // the pattern matches strings only
  } catch {
    throw new ScimSyntaxError('A text in double quotes is malformed')
  }
}
