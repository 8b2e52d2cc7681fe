/** Kinds of errors that the standard names for a request with status 400. */
export type ScimType =
  | 'invalidFilter'
  | 'invalidPath'
  | 'invalidSyntax'
  | 'invalidValue'
  | 'mutability'
  | 'noTarget'

/** Input that can't be used; the message says which value, and why. */
export class ScimInputError extends Error {
  readonly scimType: ScimType

  constructor(scimType: ScimType, message: string) {
    super(message)
    this.scimType = scimType
  }
}

const MAX_TEXT_LENGTH = 255
// Lone surrogates and NUL can't be stored; control characters would reach files and logs.
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern rejects them
const UNPRINTABLE_PATTERN = /[\u0000-\u001f\u007f]|\p{Surrogate}/u

export type JsonObject = Record<string, unknown>

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/**
 * The value of a single-valued attribute. Entra ID's older dialect wraps it in a list, or in an object with `value`.
 */
function unwrap(value: unknown): unknown {
  const single = Array.isArray(value) && value.length === 1 ? value[0] : value
  return isObject(single) && 'value' in single ? single.value : single
}

/** Text of an attribute, null if it is removed or empty. @throws {ScimInputError} invalidValue */
export function textOf(name: string, value: unknown): string | null {
  const text = unwrap(value)
  if (text === null || text === undefined) return null
  if (typeof text !== 'string') throw new ScimInputError('invalidValue', `${name} must be a text`)
  if (UNPRINTABLE_PATTERN.test(text))
    throw new ScimInputError('invalidValue', `Remove the control characters from ${name}`)
  const line = text.normalize('NFC').trim()
  if (line.length > MAX_TEXT_LENGTH)
    throw new ScimInputError('invalidValue', `${name} can have up to ${MAX_TEXT_LENGTH} characters`)
  return line || null
}

/** A boolean, also as a text: Entra ID sends "True" and "False". @throws {ScimInputError} invalidValue */
export function booleanOf(name: string, value: unknown): boolean {
  const flag = unwrap(value)
  if (typeof flag === 'boolean') return flag
  const word = typeof flag === 'string' ? flag.trim().toLowerCase() : ''
  if (word === 'true') return true
  if (word === 'false') return false
  throw new ScimInputError('invalidValue', `${name} must be true or false`)
}

/** A list, also if only one entry was sent. @throws {ScimInputError} invalidValue */
export function listOf(name: string, value: unknown, maxEntries: number): unknown[] {
  if (value === null || value === undefined) return []
  const list = Array.isArray(value) ? value : [value]
  if (list.length > maxEntries)
    throw new ScimInputError('invalidValue', `${name} can have up to ${maxEntries} entries`)
  return list
}
