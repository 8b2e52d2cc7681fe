import { z } from 'zod'

type Issue = Parameters<NonNullable<ReturnType<typeof z.config>['customError']>>[0]

const MAX_LISTED_VALUES = 12
const number = new Intl.NumberFormat('en-US')

const TYPE_MESSAGES: Readonly<Record<string, string>> = {
  string: 'Must be text',
  number: 'Must be a number',
  nan: 'Must be a number',
  int: 'Must be a whole number',
  bigint: 'Must be a whole number',
  boolean: 'Must be true or false',
  array: 'Must be a list',
  tuple: 'Must be a list',
  object: 'Must be a set of fields',
  record: 'Must be a set of fields',
  map: 'Must be a set of fields',
  date: 'Must be a date',
  null: 'Must be left empty',
  undefined: 'Must be left out',
  never: 'Must be left out',
}

const FORMAT_MESSAGES: Readonly<Record<string, string>> = {
  email: 'Must be an email address',
  url: 'Must be a web address',
  uuid: 'Must be a valid id',
  guid: 'Must be a valid id',
  datetime: 'Must be a date and time, such as 2026-11-22T09:30:00Z',
  date: 'Must be a date, such as 2026-11-22',
  time: 'Must be a time, such as 09:30',
}
const INVALID_FORMAT = 'Must be in a valid format'

/** Describes a problem so that the text can follow the name of its field. */
function messageOf(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'Required' : (TYPE_MESSAGES[issue.expected] ?? INVALID_FORMAT)
    case 'too_big':
      return tooBigMessage(issue.origin, Number(issue.maximum), issue.inclusive !== false)
    case 'too_small':
      return tooSmallMessage(issue.origin, Number(issue.minimum), issue.inclusive !== false)
    case 'invalid_format':
      return FORMAT_MESSAGES[issue.format] ?? INVALID_FORMAT
    case 'not_multiple_of':
      return `Must be a multiple of ${issue.divisor}`
    case 'unrecognized_keys':
      return unknownFieldsMessage(issue.keys)
    case 'invalid_value':
      return allowedValuesMessage(issue.values)
    case 'invalid_union':
      return issue.input === undefined ? 'Required' : INVALID_FORMAT
    default:
      return INVALID_FORMAT
  }
}

function tooBigMessage(origin: string, max: number, inclusive: boolean): string {
  if (origin === 'string') return `Use at most ${countOf(max, 'character')}`
  if (['array', 'set', 'map', 'object'].includes(origin)) return `Send at most ${countOf(max, 'entry')}`
  if (origin === 'date') return 'Must be an earlier date'
  return inclusive ? `Must be ${number.format(max)} or less` : `Must be less than ${number.format(max)}`
}

function tooSmallMessage(origin: string, min: number, inclusive: boolean): string {
  if (origin === 'string') return min <= 1 ? 'Required' : `Use at least ${countOf(min, 'character')}`
  if (['array', 'set', 'map', 'object'].includes(origin)) return `Send at least ${countOf(min, 'entry')}`
  if (origin === 'date') return 'Must be a later date'
  return inclusive ? `Must be ${number.format(min)} or more` : `Must be more than ${number.format(min)}`
}

function countOf(quantity: number, noun: 'character' | 'entry'): string {
  if (quantity === 1) return `1 ${noun}`
  return `${number.format(quantity)} ${noun === 'entry' ? 'entries' : 'characters'}`
}

function unknownFieldsMessage(keys: readonly string[]): string {
  const listed = keys.slice(0, 3).map((key) => JSON.stringify(key.toWellFormed().slice(0, 40)))
  return `Unknown field ${listed.join(' or ')}`
}

function allowedValuesMessage(values: readonly unknown[]): string {
  const listed = values.slice(0, MAX_LISTED_VALUES).map(String)
  const lastValue = listed.pop()
  if (listed.length === 0) return `Must be ${lastValue}`
  return `Must be ${listed.join(', ')} ${values.length > MAX_LISTED_VALUES ? 'or another allowed value' : `or ${lastValue}`}`
}

// Applies to all schemas of server and browser. Messages in a schema take precedence.
z.config({ customError: messageOf })

/** A readable field name: `zipCode` is "Zip code", `contacts.2.name` is "Contacts 3, name". */
function fieldName(path: string): string {
  const parts = path.split('.').slice(0, 6)
  const listed: string[] = []
  for (const part of parts) {
    if (/^\d{1,7}$/.test(part) && listed.length > 0) listed[listed.length - 1] += ` ${Number(part) + 1}`
    else listed.push(toWords(part))
  }
  const name = listed.join(', ')
  return name.charAt(0).toUpperCase() + name.slice(1)
}

/** Words of a key: `organizationIDs` → "organization ids". */
function toWords(key: string): string {
  return key
    .toWellFormed()
    .slice(0, 60)
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/[_-]+/g, ' ')
    .toLowerCase()
}

/** Messages that need the name of their field. */
const NEEDS_FIELD_NAME_PATTERN = /^(Must|Use at (most|least)|Send at (most|least)|Remove the|This is not)\b/

/**
 * Turns a problem into a full sentence: "Zip code is required". Messages that are complete stay unchanged. `path` is empty
 * for the whole request.
 */
export function problemSentence(path: string, text: string): string {
  const name = path === '' ? 'The request' : fieldName(path)
  if (text === 'Required') return `${name} is required`
  if (text.startsWith('Must ')) return `${name} m${text.slice(1)}`
  if (NEEDS_FIELD_NAME_PATTERN.test(text)) return `${name}: ${text.charAt(0).toLowerCase()}${text.slice(1)}`
  return text
}
