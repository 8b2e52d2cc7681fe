import { expect, test } from 'vitest'
import type { Property } from '#contract/contacts.ts'
import {
  absenteeLabel,
  disclosureLabel,
  FACT_SECTIONS,
  isSparse,
  mainFacts,
  mortgageFacts,
  sectionFacts,
} from './property-facts.ts'

const bareProperty: Property = {
  id: 'p1',
  address: '1 Chapel Rd',
  city: 'Lisle',
  state: 'IL',
  zipCode: null,
  propertyType: 'Exempt',
  bedrooms: null,
  bathrooms: null,
  squareFeet: null,
  yearBuilt: null,
  estimatedValue: null,
  lastSaleDate: null,
  lastSalePrice: null,
  ownershipLength: null,
  propertyData: null,
}

test('A14 calls a property sparse only when no home fact is known', () => {
  expect(isSparse(bareProperty)).toBe(true)
  expect(isSparse({ ...bareProperty, bedrooms: 0 })).toBe(true)
  expect(isSparse({ ...bareProperty, yearBuilt: 1974 })).toBe(false)
})

test('A14 reads disclosure 1 as Full, 2 as Partial, anything else as None', () => {
  expect(['1', '2', '3', '', null].map(disclosureLabel)).toEqual(['Full', 'Partial', 'None', 'None', 'None'])
})

test('A14 reads absentee status O as Owner Occupied', () => {
  expect(absenteeLabel('O')).toBe('Owner Occupied')
  expect(absenteeLabel('A')).toBe('A')
  expect(sectionFacts('owner', { absenteeStatus: 'O' })).toEqual([
    { label: 'Absentee status', value: 'Owner Occupied' },
  ])
})

test('A14 has twelve sections of facts besides sale history and mortgages', () => {
  expect(FACT_SECTIONS).toHaveLength(12)
})

test('A14 formats money and years and leaves out unknown facts', () => {
  expect(sectionFacts('assessment', { marketTotal: 412000, marketLand: null })).toEqual([
    { label: 'Market total', value: '$412,000' },
  ])
  expect(sectionFacts('tax', { year: 2026, amount: 8123.4, perSquareFoot: 3.5 })).toEqual([
    { label: 'Year', value: '2026' },
    { label: 'Amount', value: '$8,123' },
    { label: 'Per square foot', value: '$3.50' },
  ])
  expect(mainFacts({ ...bareProperty, squareFeet: 2140, bathrooms: 2.5 }).map((fact) => fact.value)).toEqual([
    'Exempt',
    2.5,
    '2,140',
    'Lisle',
    'IL',
  ])
})

test('A14 lists amount, lender, loan type, dates, rate and term of a mortgage', () => {
  const facts = mortgageFacts({
    amount: 280000,
    lender: 'First Bank',
    loanType: 'Conventional',
    dueDate: '2051-05-01',
    recordedDate: '2021-05-14',
    interestRate: 2.875,
    termMonths: 360,
    adjustable: false,
    firstResetDate: null,
  })
  expect(facts.map(({ label, value }) => `${label}: ${value}`)).toEqual([
    'Amount: $280,000',
    'Lender: First Bank',
    'Loan type: Conventional',
    'Due date: May 1, 2051',
    'Recorded date: May 14, 2021',
    'Interest rate: 2.875%',
    'Term: 360 months',
  ])
})
