import { isSupportedCountry, type PhoneNumber, parsePhoneNumberFromString } from 'libphonenumber-js/min'
import { stateOfPhone } from './area-codes.ts'
import { cleanText } from './name.ts'

export type NormalizedPhone = {
  /** `+16305550142`, or null if the text isn't one phone number. Excludes the extension. */
  e164: string | null
  /** The original text with normalized spaces. */
  input: string
}

// Stored numbers are parsed for every match and search entry, so most skip the slower library.
const STORED_US_NUMBER_PATTERN = /^\+1[2-9]\d{2}[2-9]\d{6}$/

/** Common US formats, for which the library would return the same ten digits. */
const TYPED_US_NUMBER_PATTERN =
  /^(?:\+?1[-. ]?)?(?:\(([2-9]\d{2})\) ?|([2-9]\d{2})[-. ]?)([2-9]\d{2})[-. ]?(\d{4})$/

/**
 * Parses one phone number in any format; without a country code it is a US number. A number is valid if its length is
 * possible for its country; only the carrier knows if it is connected.
 */
export function normalizePhone(raw: string): NormalizedPhone {
  const input = cleanText(raw)
  if (STORED_US_NUMBER_PATTERN.test(input)) return { e164: input, input }
  const usParts = TYPED_US_NUMBER_PATTERN.exec(input)
  if (usParts) return { e164: `+1${usParts[1] ?? usParts[2]}${usParts[3]}${usParts[4]}`, input }
  const number = parsePossible(input)
  return {
    e164: number?.isValid() ? number.number : (withoutFalsePlus(input) ?? possibleNumber(number)),
    input,
  }
}

/** A phone number as stored: in E.164 if it is one, otherwise as typed. */
export function storedPhone(raw: string): string {
  const { e164, input } = normalizePhone(raw)
  return e164 ?? input
}

/** A possible number; North American area codes never begin with 0 or 1, so those are foreign numbers. */
function possibleNumber(number: PhoneNumber | undefined): string | null {
  return number && !/^\+1[01]/.test(number.number) ? number.number : null
}

/** Formats a number for its country ("FR"); null if it belongs to another one. */
export function nationalPhone(raw: string, country: string): string | null {
  if (raw.length > 64 || !isSupportedCountry(country)) return null
  const number = parsePhoneNumberFromString(cleanText(raw), { defaultCountry: country, extract: false })
  return number?.isValid() ? number.number : null
}

/** Removes the plus that some programs add to ten US digits, which would read as another country's code. */
function withoutFalsePlus(input: string): string | null {
  const digits = /^\+([2-9]\d{2}[2-9]\d{6})$/.exec(input.replace(/[\s().-]/g, ''))?.[1]
  return digits && stateOfPhone(`+1${digits}`) ? `+1${digits}` : null
}

/** True for one US number in a common format, except ten equal digits. */
export function isCommonUsFormat(text: string): boolean {
  return (
    (TYPED_US_NUMBER_PATTERN.test(text) || STORED_US_NUMBER_PATTERN.test(text)) && !/(\d)\1{6}/.test(text)
  )
}

/** Formats US numbers as `(630) 555-0142`, others as `+44 20 7946 0958`; returns anything else unchanged. */
export function formatPhone(e164OrTyped: string): string {
  const number = parsePossible(e164OrTyped)
  if (!number) return e164OrTyped
  // Numbers with an extension stay unchanged, because the library formats extensions differently.
  if (number.ext) return e164OrTyped
  return isNorthAmerican(number) ? number.formatNational() : number.formatInternational()
}

/** Search digits of a number: national and, if different, with country code. */
export function phoneDigits(e164OrTyped: string): string[] {
  if (STORED_US_NUMBER_PATTERN.test(e164OrTyped)) return [e164OrTyped.slice(2), e164OrTyped.slice(1)]
  const number = parsePossible(e164OrTyped)
  if (!number) return [...new Set([e164OrTyped.replace(/\D/g, '')])].filter(Boolean)
  const national = isNorthAmerican(number)
    ? number.nationalNumber
    : number.formatNational().replace(/\D/g, '')
  return [...new Set([national, number.number.slice(1)])]
}

function parsePossible(text: string): PhoneNumber | undefined {
  if (text.length > 64) return undefined
  // `extract: false`: two numbers in one cell, or a number inside a sentence, is a note, not a phone number.
  const number = parsePhoneNumberFromString(text.replace(/^tel:/i, ''), {
    defaultCountry: 'US',
    extract: false,
  })
  return number?.isPossible() ? number : undefined
}

function isNorthAmerican(number: PhoneNumber): boolean {
  return number.countryCallingCode === '1'
}
