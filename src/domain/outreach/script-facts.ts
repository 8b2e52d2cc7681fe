import type { ActivityType } from '../activities/activity.ts'
import type { Channel, Length, MessageKind, Tone } from '../compliance/outreach.ts'
import { isUnitWord } from '../identity/street-words.ts'
import type { Purpose } from './purposes.ts'

export type ScriptRequest = {
  channel: Channel
  kind: MessageKind
  tone: Tone
  length: Length
  purpose: Purpose
}

/** The last time the sender contacted or met the person. */
export type LastTouch = {
  type: Exclude<ActivityType, 'note'>
  /** The two spoke or wrote to each other. */
  isConversation: boolean
  /** `YYYY-MM-DD` */
  on: string
}

/** All the facts a script may mention. */
export type ScriptFacts = {
  /** First name of the contact; null for a greeting without a name. */
  firstName: string | null
  city: string | null
  /** Street of the contact's home, without the number. */
  street: string | null
  lastTouch: LastTouch | null
  /** Name of the sender; null if only the company is known. */
  agent: string | null
  company: string
  /** One line. */
  postalAddress: string | null
  /** The line about the sender's license that the message must carry; null if none is required or it isn't known. */
  licenseLine?: string | null
  /** Parts of the sender's license that this message lacks, as a sentence; null if none. */
  missingLicense?: string | null
}

const NAME_PATTERN = /^\p{L}[\p{L}\p{M}'’.-]*( \p{L}[\p{L}\p{M}'’.-]*)?$/u
const CITY_PATTERN = /^\p{L}[\p{L}\p{M}'’.-]*( \p{L}[\p{L}\p{M}'’.-]*){0,3}$/u

/** A first name fit for a greeting; null for anything else, such as a sentence or a formula. */
export function greetingName(firstName: string): string | null {
  const name = firstName.trim()
  return name.length <= 40 && NAME_PATTERN.test(name) ? name : null
}

/** A city fit for a script; null for anything else. */
export function cityName(city: string | null): string | null {
  const name = city?.trim() ?? ''
  return name.length <= 60 && CITY_PATTERN.test(name) ? name : null
}

const STREET_WORD_PATTERN = /^[\p{L}\d][\p{L}\p{M}\d'’.-]*$/u
const MAX_STREET_WORDS = 5

/** `Elm St` of `12 Elm St Apt 4, Aurora`; null for a box, or anything else than a number and a street. */
export function streetName(address: string | null): string | null {
  const [number = '', ...words] = (address?.split(',')[0] ?? '').trim().slice(0, 80).split(/\s+/)
  const unitAt = words.findIndex((word) => isUnitWord(word) || word.startsWith('#'))
  const street = unitAt === -1 ? words : words.slice(0, unitAt)
  const isStreet =
    street.length > 0 &&
    street.length <= MAX_STREET_WORDS &&
    street.every((word) => STREET_WORD_PATTERN.test(word))
  if (!/^\d+(-\d+)?[A-Za-z]?$/.test(number) || !isStreet || !street.some((word) => /\p{L}{3}/u.test(word)))
    return null
  return street
    .map((word) => (/^\p{Lu}{3,}$/u.test(word) ? word.charAt(0) + word.slice(1).toLowerCase() : word))
    .join(' ')
}
