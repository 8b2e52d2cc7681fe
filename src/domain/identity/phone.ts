import { isSupportedCountry, type PhoneNumber, parsePhoneNumberFromString } from 'libphonenumber-js/min'
import { stateOfPhone } from './area-codes.ts'
import { cleanText } from './name.ts'

export type NormalizedPhone = {
  /** `+16305550142`, or null when the text is not one phone number. An extension is not part of it. */
  e164: string | null
  /** What the person typed, blanks tidied. */
  typed: string
}

// Stored numbers are read again for every match and search entry: most skip the library this way.
const STORED_US_NUMBER = /^\+1[2-9]\d{2}[2-9]\d{6}$/

/** The usual notations of a number of the United States: the library would take the same ten digits. */
const TYPED_US_NUMBER = /^(?:\+?1[-. ]?)?(?:\(([2-9]\d{2})\) ?|([2-9]\d{2})[-. ]?)([2-9]\d{2})[-. ]?(\d{4})$/

/**
 * Reads one phone number in any notation; numbers without a country code are taken as numbers of the United States.
 * A number counts when its length is possible for its country: whether it is connected is for the carrier to say.
 */
export function normalizePhone(raw: string): NormalizedPhone {
  const typed = cleanText(raw)
  if (STORED_US_NUMBER.test(typed)) return { e164: typed, typed }
  const us = TYPED_US_NUMBER.exec(typed)
  if (us) return { e164: `+1${us[1] ?? us[2]}${us[3]}${us[4]}`, typed }
  const number = parsePossible(typed)
  return {
    e164: number?.isValid() ? number.number : (withoutFalsePlus(typed) ?? possibleNumber(number)),
    typed,
  }
}

/** No area code of North America begins with 0 or 1: such a number is one of another country, without its code. */
function possibleNumber(number: PhoneNumber | undefined): string | null {
  return number && !/^\+1[01]/.test(number.number) ? number.number : null
}

/** A number as people of a country write it, by the country's code ("FR"); null where it isn't one of that country. */
export function nationalPhone(raw: string, country: string): string | null {
  if (raw.length > 64 || !isSupportedCountry(country)) return null
  const number = parsePhoneNumberFromString(cleanText(raw), { defaultCountry: country, extract: false })
  return number?.isValid() ? number.number : null
}

/** Some programs write a plus in front of ten digits of the United States, which then begin like another country's code. */
function withoutFalsePlus(typed: string): string | null {
  const digits = /^\+([2-9]\d{2}[2-9]\d{6})$/.exec(typed.replace(/[\s().-]/g, ''))?.[1]
  return digits && stateOfPhone(`+1${digits}`) ? `+1${digits}` : null
}

/** Whether the text is one number of the United States in a usual notation, not ten times the same digit. */
export function isUsualPhone(text: string): boolean {
  return (TYPED_US_NUMBER.test(text) || STORED_US_NUMBER.test(text)) && !/(\d)\1{6}/.test(text)
}

/** `(630) 555-0142` for numbers of the United States, `+44 20 7946 0958` for others, anything else as it is. */
export function formatPhone(e164OrTyped: string): string {
  const number = parsePossible(e164OrTyped)
  if (!number) return e164OrTyped
  // A number with an extension stays as typed: the formats of this library word extensions in their own way.
  if (number.ext) return e164OrTyped
  return isNorthAmerican(number) ? number.formatNational() : number.formatInternational()
}

/** The digits by which a number is looked for: national and, where it differs, with the country code. */
export function phoneDigits(e164OrTyped: string): string[] {
  if (STORED_US_NUMBER.test(e164OrTyped)) return [e164OrTyped.slice(2), e164OrTyped.slice(1)]
  const number = parsePossible(e164OrTyped)
  if (!number) return [...new Set([e164OrTyped.replace(/\D/g, '')])].filter(Boolean)
  const national = isNorthAmerican(number)
    ? number.nationalNumber
    : number.formatNational().replace(/\D/g, '')
  return [...new Set([national, number.number.slice(1)])]
}

function parsePossible(text: string): PhoneNumber | undefined {
  if (text.length > 64) return undefined
  // `extract: false`: two numbers in one cell, or a number inside a sentence, is not a phone number but a note.
  const number = parsePhoneNumberFromString(text.replace(/^tel:/i, ''), {
    defaultCountry: 'US',
    extract: false,
  })
  return number?.isPossible() ? number : undefined
}

function isNorthAmerican(number: PhoneNumber): boolean {
  return number.countryCallingCode === '1'
}
