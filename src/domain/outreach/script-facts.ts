import type { Channel, Length, Tone } from '../compliance/outreach.ts'
import type { Purpose } from './purposes.ts'

/** How a script is wanted. */
export type ScriptRequest = { channel: Channel; tone: Tone; length: Length; purpose: Purpose }

/** Everything a script may say of anybody: whom it greets, where they live, and who sends it. */
export type ScriptFacts = {
  /** Of the contact; null greets without a name. */
  firstName: string | null
  city: string | null
  /** The sender; null where only the company is known. */
  agent: string | null
  company: string
  /** One line. */
  postalAddress: string | null
}

const NAME = /^\p{L}[\p{L}\p{M}'’.-]*( \p{L}[\p{L}\p{M}'’.-]*)?$/u
const CITY = /^\p{L}[\p{L}\p{M}'’.-]*( \p{L}[\p{L}\p{M}'’.-]*){0,3}$/u

/** A first name as one would write it in a greeting; null for what is no name, such as a sentence or a formula. */
export function greetingName(firstName: string): string | null {
  const name = firstName.trim()
  return name.length <= 40 && NAME.test(name) ? name : null
}

/** The same for a city; null for what cannot be one. */
export function cityName(city: string | null): string | null {
  const name = city?.trim() ?? ''
  return name.length <= 60 && CITY.test(name) ? name : null
}
