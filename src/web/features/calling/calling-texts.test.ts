import { expect, test } from 'vitest'
import { callsText, exemptionText } from './calling-texts.ts'

test('compares the calls of the last 24 hours with the limit', () => {
  expect(callsText({ callsToday: 2, callLimit: 3 })).toBe('2 calls in the last 24 hours (3 allowed)')
  expect(callsText({ callsToday: 1, callLimit: null })).toBe('1 call in the last 24 hours (no state limit)')
})

test('says when an exemption ends', () => {
  const textOf = (kind: 'deal' | 'written_permission', recordedBy: string | null) =>
    exemptionText({ id: 'x', kind, at: '2026-03-03T18:00:00Z', note: null, recordedBy, isInEffect: true })
  expect(textOf('deal', 'Ann Lee')).toBe('Mar 3, 2026, until Sep 3, 2027 · Ann Lee')
  expect(textOf('written_permission', null)).toBe('Mar 3, 2026')
})
