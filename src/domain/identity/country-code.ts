import { getCountries } from 'libphonenumber-js/min'
import { fold } from './name.ts'

const LANGUAGES = ['en', 'es', 'de', 'fr', 'pt']

let codes: ReadonlyMap<string, string> | null = null

/**
 * Returns a country code ("DE") for a country's name in English, Spanish, German, French or Portuguese, or for the
 * code itself.
 */
export function countryCode(name: string): string | null {
  if (name.length > 60) return null
  codes ??= readCodes()
  return codes.get(fold(name)) ?? null
}

function readCodes(): Map<string, string> {
  const names = LANGUAGES.map((language) => new Intl.DisplayNames(language, { type: 'region' }))
  return new Map(
    getCountries().flatMap((code): [string, string][] => [
      [fold(code), code],
      ...names.map((each): [string, string] => [fold(each.of(code) ?? code), code]),
    ]),
  )
}
