import { describe, expect, test } from 'vitest'
import type { PublicRecord } from './public-record.ts'
import {
  countyKey,
  homeKeys,
  isRecordAbout,
  type RecordSubject,
  recordPlaceKeys,
  recordWords,
  townKeys,
} from './record-match.ts'

const ADA: RecordSubject = {
  ...{ firstName: 'Ada', lastName: 'Okafor', street: '9 Cedar Avenue', city: 'Aurora', state: 'Illinois' },
  ...{ zipCode: '60505-1234', county: { name: 'Kane County', state: 'IL' } },
}

function record(overrides: Partial<PublicRecord>): PublicRecord {
  const address = { street: '9 Cedar Ave', city: 'Aurora', state: 'IL', zipCode: '60505' }
  const defaults = { documentId: '1', dates: { filed: '2026-01-01' }, amount: null, source: 'x', details: {} }
  return { kind: 'bankruptcy', names: ['OKAFOR ADA B'], address, ...defaults, ...overrides }
}
const otherAddress = { street: '1 Elm St', city: 'Aurora', state: 'IL', zipCode: '60506' }
const otherCity = { ...otherAddress, city: 'Elgin' }

describe('A30 isRecordAbout', () => {
  test.each<[string, Partial<PublicRecord>, boolean]>([
    ['name and home', {}, true],
    ['name and city', { address: otherAddress }, true],
    ['surname and home', { names: ['Okafor, Noah'] }, true],
    ['surname and city', { names: ['Okafor, Noah'], address: otherAddress }, false],
    ['name in another city', { address: otherCity }, false],
    ['name without a place', { address: null }, false],
    ['another name at the home', { names: ['Per Lindquist'] }, false],
    [
      'a party that is only a grantee',
      { names: ['Per Lindquist'], details: { grantees: ['Ada Okafor'] } },
      true,
    ],
    ['a permit for the home', { kind: 'permit', names: ['A Roofing LLC'] }, true],
    ['a permit of the person elsewhere', { kind: 'permit', address: otherAddress }, false],
    ['a listing of another home', { kind: 'listing', address: otherAddress }, false],
    [
      'a disaster in the county',
      { kind: 'disaster', address: { ...otherCity, city: null }, details: { county: 'Kane (County)' } },
      true,
    ],
    [
      'a disaster in a county of the same name elsewhere',
      { kind: 'disaster', address: { ...otherCity, state: 'PA' }, details: { county: 'Kane' } },
      false,
    ],
    ['damage at the home', { kind: 'disaster', names: [], details: { county: 'Will', damage: true } }, true],
  ])('decides for %s', (_, overrides, expected) => {
    expect(isRecordAbout(record(overrides), ADA)).toBe(expected)
    // Search keys must find every document about the person.
    const candidate = record(overrides)
    const isFoundByName =
      recordWords(candidate).includes('okafor') &&
      townKeys(ADA).some((key) => recordPlaceKeys(candidate).includes(key))
    const placeKeys = [...homeKeys(ADA), countyKey('Kane', 'IL')]
    const isFoundByPlace = placeKeys.some((key) => recordPlaceKeys(candidate).includes(key))
    if (expected) expect(isFoundByName || isFoundByPlace).toBe(true)
  })

  test('matches no disaster declaration when the county is unknown', () => {
    const declaration = record({ kind: 'disaster', details: { county: 'Kane' } })
    expect(isRecordAbout(declaration, { ...ADA, county: null })).toBe(false)
  })
})
