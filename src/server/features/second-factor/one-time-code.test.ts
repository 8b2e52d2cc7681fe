import { expect, test } from 'vitest'
import { codeAt, stepAt, stepOf } from './service/one-time-code.ts'

/** From both RFCs. */
const SECRET = Buffer.from('12345678901234567890')

test('RFC 4226, appendix D: codes by counter', () => {
  const codes = [
    '755224',
    '287082',
    '359152',
    '969429',
    '338314',
    '254676',
    '287922',
    '162583',
    '399871',
    '520489',
  ]
  expect(codes.map((_, counter) => codeAt(SECRET, counter))).toEqual(codes)
})

test.each([
  [59, '94287082'],
  [1111111109, '07081804'],
  [1111111111, '14050471'],
  [1234567890, '89005924'],
  [2000000000, '69279037'],
  [20000000000, '65353130'],
])('RFC 6238, appendix B: at %d seconds the code is %s', (seconds, code) => {
  const time = new Date(seconds * 1000)
  expect(codeAt(SECRET, stepAt(time), 8)).toBe(code)
  expect(stepOf(SECRET, code.slice(2), time)).toBe(stepAt(time))
})

test('allows a clock difference of one step either way', () => {
  const time = new Date('2026-11-21T12:00:10Z')
  const now = stepAt(time)
  const steps = [-2, -1, 0, 1, 2].map((offset) => stepOf(SECRET, codeAt(SECRET, now + offset), time))
  expect(steps).toEqual([null, now - 1, now, now + 1, null])
})

test.each(['', '1', '0000000', '12345６', 'abcdef'])('rejects %j', (input) => {
  expect(stepOf(SECRET, input, new Date('2026-11-21T12:00:10Z'))).toBeNull()
})
