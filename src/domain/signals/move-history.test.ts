import { expect, test } from 'vitest'
import { type MoveHistory, moveDays } from './move-history.ts'

const place = (street: string) => ({ street, city: 'Austin', state: 'TX', zipCode: '78701' })
const known = (street: string, moveInDate: string | null) => ({
  ...place(street),
  metro: null,
  moveInDate,
  accuracy: null,
  latitude: null,
  longitude: null,
})
const sale = (date: string, seller: string) => ({
  date,
  seller,
  recordedDate: null,
  price: 1,
  disclosureType: null,
  documentType: null,
  transactionType: null,
})
const days = (history: Partial<MoveHistory>) =>
  moveDays(
    { lastName: 'Okafor', residence: place('1 Elm St'), addresses: [], homes: [], ...history },
    '2026-11-21',
  )

test('A30 moving in counts where another address is known', () => {
  expect(days({ addresses: [known('2 Oak Ave', '2026-02-03'), known('1 Elm Street', null)] })).toEqual([
    '2026-02-03',
  ])
  expect(days({ addresses: [known('1 Elm Street', '2019-02-03')] })).toEqual([])
  expect(days({ addresses: [known('2 Oak Ave', '2027-01-01'), known('3 Low Rd', 'soon')] })).toEqual([])
})

test('A30 selling the home on file to someone else counts, a transfer in the family and other homes do not', () => {
  const sold = {
    ...place('1 Elm St'),
    ownerNames: ['Vega Ines'],
    saleHistory: [sale('2026-03-04', 'OKAFOR ADA')],
  }
  expect(days({ homes: [sold] })).toEqual(['2026-03-04'])
  expect(days({ homes: [{ ...sold, ownerNames: ['Okafor Ben'] }] })).toEqual([])
  expect(days({ homes: [{ ...sold, street: '9 Lake Dr' }] })).toEqual([])
  expect(days({ homes: [{ ...sold, saleHistory: [sale('2026-03-04', 'Vega Ines')] }] })).toEqual([])
})
