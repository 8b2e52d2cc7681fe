import { expect, test } from 'vitest'
import { agreementText, anniversaryText } from './relationship-texts.ts'

test.each([
  ['2021-07-15', '6 years on Jul 15, 2027'],
  ['2021-12-01', '5 years on Dec 1, 2026'],
  ['2020-11-23', '6 years today'],
  ['2026-11-22', '1 year on Nov 22, 2027'],
  ['2026-11-23', null],
  ['2027-01-01', null],
  ['2020-02-29', '7 years on Mar 1, 2027'],
])('a closing on %s: %s', (closedOn, text) => {
  expect(anniversaryText(closedOn, '2026-11-23')).toBe(text)
})

test('shows the brokerage, status and last day of an agreement', () => {
  const agreement = { side: 'seller', broker: 'other', status: 'coming_soon', endsOn: null } as const
  expect(agreementText(agreement)).toBe('Another brokerage · Coming soon')
  expect(agreementText({ ...agreement, broker: 'own', endsOn: '2027-03-01' })).toBe(
    'Our brokerage · Coming soon · until Mar 1, 2027',
  )
})
