import { expect, test } from 'vitest'
import { toImportContact } from './use-device-sync.ts'

test('A19 sends the first value of each property, the first address line, and empty strings for missing ones', () => {
  expect(
    toImportContact({
      name: ['Anna Smith', 'Annie'],
      tel: ['630-555-0142', '2'],
      email: ['anna@example.com', 'b'],
      address: [{ addressLine: ['1 Main St', 'Apt 4'] }, { addressLine: ['2'] }],
    }),
  ).toEqual({ name: 'Anna Smith', phone: '630-555-0142', email: 'anna@example.com', address: '1 Main St' })
  const emptyContact = { name: '', phone: '', email: '', address: '' }
  expect(toImportContact({})).toEqual(emptyContact)
  expect(toImportContact({ name: [], tel: [], email: [], address: [{}] })).toEqual(emptyContact)
})
