import { expect, test } from 'vitest'
import { checkCall, type Exemption, exemptionEnd, type NumberCheck } from './call-permission.ts'

const TODAY = '2026-11-20'
const UNLISTED_CHECK: NumberCheck = { isListed: false, asOf: '2026-11-01', hasNational: true }
const LISTED_CHECK: NumberCheck = { ...UNLISTED_CHECK, isListed: true }

test.each<[string, NumberCheck | null, Exemption[], string]>([
  ['a number on no registry', UNLISTED_CHECK, [], 'free'],
  ['a number on a registry', LISTED_CHECK, [], 'listed'],
  ['a number that was never checked', null, [], 'unchecked'],
  ['a file of 31 days ago', { ...UNLISTED_CHECK, isListed: false, asOf: '2026-10-20' }, [], 'free'],
  ['a file of 32 days ago', { ...UNLISTED_CHECK, isListed: false, asOf: '2026-10-19' }, [], 'unchecked'],
  ['a state registry alone', { ...UNLISTED_CHECK, hasNational: false }, [], 'unchecked'],
  [
    'an old file that lists the number',
    { ...UNLISTED_CHECK, isListed: true, asOf: '2026-01-01' },
    [],
    'listed',
  ],
  ['a deal 18 months ago', LISTED_CHECK, [{ kind: 'deal', on: '2025-05-20' }], 'exempt'],
  ['a deal a day longer ago', LISTED_CHECK, [{ kind: 'deal', on: '2025-05-19' }], 'listed'],
  ['an inquiry 3 months ago', LISTED_CHECK, [{ kind: 'inquiry', on: '2026-08-20' }], 'exempt'],
  ['an inquiry a day longer ago', LISTED_CHECK, [{ kind: 'inquiry', on: '2026-08-19' }], 'listed'],
  [
    'written permission of long ago',
    LISTED_CHECK,
    [{ kind: 'written_permission', on: '2010-01-01' }],
    'exempt',
  ],
  ['a personal relationship', null, [{ kind: 'personal_relationship', on: '2020-01-01' }], 'exempt'],
  ['a deal in the future', LISTED_CHECK, [{ kind: 'deal', on: '2026-11-21' }], 'listed'],
])('%s', (_, number, exemptions, expected) => {
  expect(checkCall(number, exemptions, TODAY)).toBe(expected)
})

test('exempts deals and inquiries for a limited time, permissions and relationships without end', () => {
  const ends = (['deal', 'inquiry', 'written_permission', 'personal_relationship'] as const).map((kind) =>
    exemptionEnd({ kind, on: '2025-05-20' }),
  )
  expect(ends).toEqual(['2026-11-20', '2025-08-20', null, null])
})

test('three months after the end of November end with February', () => {
  const exemptions: Exemption[] = [{ kind: 'inquiry', on: '2025-11-30' }]
  expect(checkCall(LISTED_CHECK, exemptions, '2026-02-28')).toBe('exempt')
  expect(checkCall(LISTED_CHECK, exemptions, '2026-03-01')).toBe('listed')
})
