import { expect, test } from 'vitest'
import { completeContact } from './complete-contact.ts'

const EMPTY_FIELDS = { email: null, phone: null, address: null, city: null, state: null, zipCode: null }
const ada = { firstName: 'Ada', lastName: 'Byron', ...EMPTY_FIELDS }

test('fills empty fields and replaces nothing', () => {
  const existing = { ...ada, email: 'ada@example.com', city: 'Lisle', zipCode: '60532' }
  const file = {
    ...{ ...ada, firstName: 'Augusta', email: 'other@example.com', phone: '+16305550142' },
    ...{ address: '1 Main St', city: 'LISLE', state: 'IL' },
  }
  expect(completeContact(existing, file)).toEqual({
    contact: { ...existing, phone: '+16305550142', address: '1 Main St', state: 'IL' },
    filledFields: ['phone', 'address', 'state'],
  })
})

test('does not mix parts of two homes', () => {
  const existing = { ...ada, city: 'Austin', state: 'TX' }
  const file = { ...ada, address: '5 Elm St', city: 'Dallas', state: 'TX', zipCode: '75201' }
  expect(completeContact(existing, file)).toEqual({ contact: existing, filledFields: [] })
})
