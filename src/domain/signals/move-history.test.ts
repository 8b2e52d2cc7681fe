import { expect, test } from 'vitest'
import { type MoveHistory, moveDays } from './move-history.ts'

const place = (street: string) => ({ street, city: 'Austin', state: 'TX', zipCode: '78701' })
const knownAddress = (street: string, moveInDate: string | null) => ({
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

test('A30 counts a move-in if another address is known', () => {
  expect(
    days({ addresses: [knownAddress('2 Oak Ave', '2026-02-03'), knownAddress('1 Elm Street', null)] }),
  ).toEqual(['2026-02-03'])
  expect(days({ addresses: [knownAddress('1 Elm Street', '2019-02-03')] })).toEqual([])
  expect(
    days({ addresses: [knownAddress('2 Oak Ave', '2027-01-01'), knownAddress('3 Low Rd', 'soon')] }),
  ).toEqual([])
})

test('A30 counts a sale of the home to someone else, but not transfers in the family or other homes', () => {
  const soldHome = {
    ...place('1 Elm St'),
    ownerNames: ['Vega Ines'],
    saleHistory: [sale('2026-03-04', 'OKAFOR ADA')],
  }
  expect(days({ homes: [soldHome] })).toEqual(['2026-03-04'])
  expect(days({ homes: [{ ...soldHome, ownerNames: ['Okafor Ben'] }] })).toEqual([])
  expect(days({ homes: [{ ...soldHome, street: '9 Lake Dr' }] })).toEqual([])
  expect(days({ homes: [{ ...soldHome, saleHistory: [sale('2026-03-04', 'Vega Ines')] }] })).toEqual([])
})
