import fc from 'fast-check'
import { parsePhoneNumberFromString } from 'libphonenumber-js/min'
import { describe, expect, it } from 'vitest'
import { cleanText, fold } from './name.ts'
import { normalizePhone } from './phone.ts'

const digits = (length: number) => fc.stringMatching(new RegExp(`^\\d{${length}}$`))
const separator = fc.constantFrom('', ' ', '-', '.', '  ', '/', ') ', ' (', '-(')
/** Common formats, and similar texts. */
const notation = fc
  .tuple(
    fc.constantFrom('', '+1', '1', '+1 ', '1-', '1.', '+', '0', '001', '+44 ', '(', '+1 ('),
    digits(3),
    fc.constantFrom('', ' ', '-', '.', ') ', ')', '-(', ')-'),
    digits(3),
    separator,
    fc.oneof(digits(4), digits(3), digits(5)),
    fc.constantFrom('', '', '', ' x12', ' ext. 4', '#', ' '),
  )
  .map((pieces) => pieces.join(''))

const parseByLibrary = (typed: string): string | null => {
  const number = parsePhoneNumberFromString(typed, { defaultCountry: 'US', extract: false })
  // North American area codes never begin with 0 or 1.
  return number?.isPossible() && !/^\+1[01]/.test(number.number) ? number.number : null
}

describe('fast paths for common formats', () => {
  it('parse phone numbers like the library, except ten digits after a plus', () => {
    fc.assert(
      fc.property(notation, (typed) => {
        fc.pre(!/^\+[2-9]\d{9}$/.test(typed.replace(/[^\d+]/g, '')))
        expect(normalizePhone(typed).e164).toBe(parseByLibrary(cleanText(typed)))
      }),
      { numRuns: 5000 },
    )
  })

  it('normalize texts like the slow path', () => {
    const typed = fc.oneof(
      fc.stringMatching(/^[ -~]{0,40}$/),
      fc.string({ unit: fc.constantFrom(' ', '  ', 'A', 'b', '.', '~', '!', '\t', '\u007f', 'é') }),
    )
    fc.assert(
      fc.property(typed, (text) => {
        expect(cleanText(text)).toBe(cleanText(`${text}\u200b`))
        expect(fold(text)).toBe(fold(`${text}\u200b`))
      }),
      { numRuns: 2000 },
    )
  })
})
