import { describe, expect, test } from 'vitest'
import { CONTACT, enrichment, knownAddress, OTHER_ADDRESS, person } from '#test/fixtures/detection-input.ts'
import { householdOf } from '../signals/household.ts'
import { withFirstSeen } from './first-seen.ts'

const oak = knownAddress({ moveInDate: null })
const denver = knownAddress({ ...OTHER_ADDRESS, metro: 'denver, colorado', moveInDate: null })
const firstSeenDates = (record: ReturnType<typeof person>) =>
  record.addresses.map(({ firstSeen }) => firstSeen)

describe('A30 an undated new address', () => {
  const previous = person({ addresses: [oak] })
  const datedPerson = withFirstSeen(person({ addresses: [denver, oak] }), previous, '2026-06-01')

  test('keeps the day it was first seen', () => {
    expect(firstSeenDates(datedPerson)).toEqual(['2026-06-01', undefined])
    expect(
      firstSeenDates(withFirstSeen(person({ addresses: [denver, oak] }), datedPerson, '2026-11-01')),
    ).toEqual(['2026-06-01', undefined])
  })

  test('counts as a move for two years, unless it is on file', () => {
    const newAddressSince = (today: string, contact = CONTACT) =>
      householdOf(contact, enrichment({ person: datedPerson }), null, today).newAddressSince
    expect(newAddressSince('2026-11-15')).toBe('2026-06-01')
    expect(newAddressSince('2028-11-15')).toBeNull()
    const corrected = { ...CONTACT, address: '9 Elm Ave', city: 'Denver', state: 'CO', zipCode: '80206' }
    expect(newAddressSince('2026-11-15', corrected)).toBeNull()
  })

  test('is not new without earlier addresses, with a date, or when already known', () => {
    const current = person({ addresses: [denver] })
    expect(firstSeenDates(withFirstSeen(current, null, '2026-11-01'))).toEqual([undefined])
    expect(firstSeenDates(withFirstSeen(current, person(), '2026-11-01'))).toEqual([undefined])
    expect(firstSeenDates(withFirstSeen(current, current, '2026-11-01'))).toEqual([undefined])
    const personWithMoveIn = person({ addresses: [{ ...denver, moveInDate: '2026-05-01' }] })
    expect(firstSeenDates(withFirstSeen(personWithMoveIn, previous, '2026-11-01'))).toEqual([undefined])
  })
})
