import { describe, expect, test } from 'vitest'
import type { ContactDraft } from './contact-draft.ts'
import { duplicateReason } from './duplicate.ts'
import { jaroWinkler } from './similarity.ts'

const john: ContactDraft = {
  firstName: 'John',
  lastName: 'Smith',
  email: 'john@example.com',
  phone: '+16305550142',
  address: '12 Oak Street',
  city: 'Naperville',
  state: 'IL',
  zipCode: '60540',
}
const elsewhere = { email: null, phone: null, address: '9 Elm Ave', zipCode: '60601' }

describe('A11 contacts that may be one person', () => {
  test.each([
    ['Same name and address', { email: 'other@example.com', phone: null, address: '12 Oak St.' }],
    ['Same e-mail', { ...elsewhere, firstName: 'Johnny', email: 'John@Example.com' }],
    ['Same phone number', { ...elsewhere, firstName: 'Mary', phone: '(630) 555-0142' }],
    ['Similar name, same address', { firstName: 'Jon', email: null, phone: null, address: '12 oak st' }],
    ['Similar name, same address', { lastName: 'Smyth', email: null, phone: null }],
  ])('%s', (reason, other) => {
    expect(duplicateReason(john, { ...john, ...other })).toBe(reason)
    expect(duplicateReason({ ...john, ...other }, john)).toBe(reason)
  })

  test.each([
    ['a couple in one home', { firstName: 'Jane', email: null, phone: null }],
    ['namesakes in two homes', elsewhere],
    [
      'neighbours without a house number in common',
      { firstName: 'Jon', email: null, phone: null, address: '14 Oak St' },
    ],
    ['two who left everything blank', { firstName: 'Jon', email: null, phone: null, address: null }],
  ])('not %s', (_, other) => {
    expect(duplicateReason(john, { ...john, ...other })).toBeNull()
  })
})

test.each([
  ['martha', 'marhta', 0.961],
  ['dwayne', 'duane', 0.84],
  ['dixon', 'dicksonx', 0.813],
  ['same', 'same', 1],
  ['abc', 'xyz', 0],
  ['', '', 1],
  ['', 'a', 0],
])('the similarity of %s and %s is %d (published examples)', (a, b, similarity) => {
  expect(jaroWinkler(a, b)).toBeCloseTo(similarity, 3)
  expect(jaroWinkler(b, a)).toBeCloseTo(similarity, 3)
})
