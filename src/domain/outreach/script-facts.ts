import type { Channel, Length, Tone } from '../compliance/outreach.ts'
import type { Purpose } from './purposes.ts'

export type ScriptRequest = { channel: Channel; tone: Tone; length: Length; purpose: Purpose }

/** All the facts a script may mention. */
export type ScriptFacts = {
  /** First name of the contact; null for a greeting without a name. */
  firstName: string | null
  city: string | null
  /** Name of the sender; null if only the company is known. */
  agent: string | null
  company: string
  /** One line. */
  postalAddress: string | null
}

const NAME = /^\p{L}[\p{L}\p{M}'’.-]*( \p{L}[\p{L}\p{M}'’.-]*)?$/u
const CITY = /^\p{L}[\p{L}\p{M}'’.-]*( \p{L}[\p{L}\p{M}'’.-]*){0,3}$/u

/** A first name fit for a greeting; null for anything else, such as a sentence or a formula. */
export function greetingName(firstName: string): string | null {
  const name = firstName.trim()
  return name.length <= 40 && NAME.test(name) ? name : null
}

/** A city fit for a script; null for anything else. */
export function cityName(city: string | null): string | null {
  const name = city?.trim() ?? ''
  return name.length <= 60 && CITY.test(name) ? name : null
}
