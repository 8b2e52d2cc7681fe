import { expect, test } from 'vitest'
import type { Property } from '#contract/contacts.ts'
import { NO_PROPERTY_DATA } from '#domain/enrichment/property-record.ts'
import { yearsInHome } from './years-in-home.ts'

const now = new Date('2026-11-22T12:00:00Z')
const home = (address: string, overrides: Partial<Property> = {}): Property => ({
  ...{ id: address, address, city: 'Naperville', state: 'IL', zipCode: '60540', propertyType: null },
  ...{ bedrooms: null, bathrooms: null, squareFeet: null, yearBuilt: null, estimatedValue: null },
  ...{ lastSaleDate: null, lastSalePrice: null, ownershipLength: null },
  propertyData: { ...NO_PROPERTY_DATA, ownerNames: ['ANA NUNEZ'] },
  ...overrides,
})
const ana = {
  ...{ firstName: 'Ana', lastName: 'Nunez', address: '12 Oak St', city: 'Naperville', state: 'IL' },
  ...{ zipCode: '60540', age: null, birthYear: null, enrichmentData: null },
}

test('A11 counts the years in the home the contact lives in, not the most valuable one', () => {
  const cabin = home('4 Lake Rd', { estimatedValue: 900_000, ownershipLength: 12 })
  const own = home('12 Oak St', { estimatedValue: 300_000, ownershipLength: 6 })
  expect(yearsInHome({ ...ana, properties: [cabin, own] }, now)).toBe(6)
})

test('A11 prefers the sale date to the stored ownership length', () => {
  const own = home('12 Oak St', { lastSaleDate: '2016-11-22', ownershipLength: 4 })
  expect(yearsInHome({ ...ana, properties: [own] }, now)).toBeCloseTo(10, 1)
})

test('A11 returns null when the contact owns no home', () => {
  const rented = home('12 Oak St', {
    ownershipLength: 6,
    propertyData: { ...NO_PROPERTY_DATA, ownerNames: ['BO CHEN'], owner: { absenteeStatus: 'A' } },
  })
  expect(yearsInHome({ ...ana, properties: [rented] }, now)).toBeNull()
  expect(yearsInHome({ ...ana, properties: [] }, now)).toBeNull()
})
