import { describe, expect, test } from 'vitest'
import { CONTACT, ELSEWHERE, enrichment, knownAddress, person } from '#test/fixtures/detection-input.ts'
import { householdOf } from '../signals/household.ts'
import { withFirstSeen } from './first-seen.ts'

const oak = knownAddress({ moveInDate: null })
const denver = knownAddress({ ...ELSEWHERE, metro: 'denver, colorado', moveInDate: null })
const firstSeenDates = (record: ReturnType<typeof person>) =>
  record.addresses.map(({ firstSeen }) => firstSeen)

describe('A30 an undated new address', () => {
  const before = person({ addresses: [oak] })
  const kept = withFirstSeen(person({ addresses: [denver, oak] }), before, '2026-06-01')

  test('keeps the day it was first seen', () => {
    expect(firstSeenDates(kept)).toEqual(['2026-06-01', undefined])
    expect(firstSeenDates(withFirstSeen(person({ addresses: [denver, oak] }), kept, '2026-11-01'))).toEqual([
      '2026-06-01',
      undefined,
    ])
  })

  test('can be a move for two years, unless it is on file', () => {
    const since = (today: string, contact = CONTACT) =>
      householdOf(contact, enrichment({ person: kept }), null, today).newAddressSince
    expect(since('2026-11-15')).toBe('2026-06-01')
    expect(since('2028-11-15')).toBeNull()
    const corrected = { ...CONTACT, address: '9 Elm Ave', city: 'Denver', state: 'CO', zipCode: '80206' }
    expect(since('2026-11-15', corrected)).toBeNull()
  })

  test('is not new without earlier addresses, with a date, or when already known', () => {
    const now = person({ addresses: [denver] })
    expect(firstSeenDates(withFirstSeen(now, null, '2026-11-01'))).toEqual([undefined])
    expect(firstSeenDates(withFirstSeen(now, person(), '2026-11-01'))).toEqual([undefined])
    expect(firstSeenDates(withFirstSeen(now, now, '2026-11-01'))).toEqual([undefined])
    const moved = person({ addresses: [{ ...denver, moveInDate: '2026-05-01' }] })
    expect(firstSeenDates(withFirstSeen(moved, before, '2026-11-01'))).toEqual([undefined])
  })
})
