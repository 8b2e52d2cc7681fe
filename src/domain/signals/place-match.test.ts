import { expect, test } from 'vitest'
import { homeKey, isSameCity, isSameHome, milesBetween } from './place-match.ts'

const home = { street: '12 North Oak Street', city: 'Naperville', state: 'IL', zipCode: '60540' }

test('recognizes the same home in other spellings', () => {
  expect(isSameHome(home, { ...home, street: '12 N. OAK ST' })).toBe(true)
  expect(isSameHome(home, { ...home, zipCode: '60540-1122', city: 'NAPERVILLE ' })).toBe(true)
  expect(isSameHome(home, { ...home, zipCode: null, state: 'Illinois' })).toBe(true)
  expect(homeKey(home)).toBe(homeKey({ ...home, street: '12 N OAK ST.' }))
})

test('distinguishes homes by unit when both are known', () => {
  const apartment = { ...home, street: '12 N Oak St Apt 4B' }
  expect(isSameHome(apartment, { ...home, street: '12 N Oak St #4b' })).toBe(true)
  expect(isSameHome(apartment, { ...home, street: '12 N Oak St, Unit 5' })).toBe(false)
  expect(isSameHome(apartment, home)).toBe(true)
})

test('treats buildings, floors, lots and boxes as units', () => {
  for (const unit of ['Bldg 2', 'Fl 3', 'Lot 12', 'PO Box 9', 'Bldg 2, Apt 4B']) {
    expect(isSameHome(home, { ...home, street: `12 N Oak St, ${unit}` })).toBe(true)
  }
  const buildingUnit = { ...home, street: '12 N Oak St, Bldg 2, Apt 4' }
  expect(isSameHome(buildingUnit, { ...home, street: '12 N Oak St, Bldg 3, Apt 4' })).toBe(false)
  const box = { ...home, street: 'PO Box 9' }
  expect(isSameHome(box, { ...home, street: 'P.O. Box 9' })).toBe(true)
  expect(isSameHome(box, { ...home, street: 'PO Box 8' })).toBe(false)
  expect(isSameHome({ ...home, street: '12 Lot Ln' }, { ...home, street: '12' })).toBe(false)
})

test('requires the same number, ZIP code and town', () => {
  expect(isSameHome(home, { ...home, street: '14 N Oak St' })).toBe(false)
  expect(isSameHome(home, { ...home, zipCode: '62701' })).toBe(false)
  expect(isSameHome(home, { ...home, zipCode: null, city: 'Aurora' })).toBe(false)
  expect(isSameHome(home, { ...home, street: null })).toBe(false)
  expect(isSameHome({ ...home, street: '' }, { ...home, street: '' })).toBe(false)
})

test('matches cities in the same state only', () => {
  expect(isSameCity(home, { ...home, state: 'Illinois' })).toBe(true)
  expect(isSameCity(home, { ...home, state: 'NY' })).toBe(false)
  expect(isSameCity(home, { ...home, state: null, zipCode: null })).toBe(false)
})

test('measures miles, null when a point is unknown', () => {
  const chicago = { latitude: 41.88, longitude: -87.63 }
  expect(milesBetween(chicago, { latitude: 39.74, longitude: -104.99 })).toBeCloseTo(919, -1)
  expect(milesBetween(chicago, { latitude: null, longitude: 1 })).toBeNull()
})
