import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isoTime } from './column-values.ts'

test('reads times with any number of fractional digits', () => {
  const time = fc.date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
  fc.assert(
    fc.property(time, fc.constantFrom(0, 1, 2, 3, 4, 5, 6), (at, digits) => {
      const micros = `${String(at.getUTCMilliseconds()).padStart(3, '0')}987`.slice(0, digits)
      const text = `${at.toISOString().slice(0, 19).replace('T', ' ')}${digits ? `.${micros}` : ''}+00`
      expect(isoTime(text)).toBe(new Date(text.replace(' ', 'T').replace('+00', 'Z')).toISOString())
    }),
  )
})

test('reads other zones and five-digit years; rejects infinity', () => {
  expect(isoTime('2026-11-20 08:05:09.5+05:30')).toBe('2026-11-20T02:35:09.500Z')
  expect(isoTime('2026-11-20 08:05:09-01')).toBe('2026-11-20T09:05:09.000Z')
  expect(() => isoTime('infinity')).toThrow(RangeError)
})
