import { expect, test } from 'vitest'
import { NO_DETAILS } from './contact-details.ts'
import { isSameAddress, withPrimaryAddress } from './primary-value.ts'

const ELM = { address: '12 Elm St', city: 'Lisle', state: 'IL', zipCode: '60532' }
const OAK = { address: '9 Oak Ave', city: 'Aurora', state: 'IL', zipCode: '60505' }
const NONE = { address: null, city: null, state: null, zipCode: null }

test('addresses are the same whatever their case and the last four digits of the ZIP code', () => {
  expect(isSameAddress(ELM, { ...ELM, address: '12 ELM ST', city: 'LISLE', zipCode: '60532-1234' })).toBe(
    true,
  )
  expect(isSameAddress(ELM, { ...ELM, address: '14 Elm St' })).toBe(false)
  expect(isSameAddress(ELM, { ...ELM, zipCode: '60505' })).toBe(false)
})

test('a found address becomes the primary one, and the former one an alternate', () => {
  expect(withPrimaryAddress({ ...NONE, details: null }, ELM)).toEqual({ ...ELM, details: null })
  const first = withPrimaryAddress({ ...OAK, details: null }, ELM)
  expect(first).toEqual({ ...ELM, details: { ...NO_DETAILS, addresses: [{ kind: 'other', ...OAK }] } })
  // The way back, which repeats no address.
  expect(withPrimaryAddress(first, OAK)).toEqual({
    ...OAK,
    details: { ...NO_DETAILS, addresses: [{ kind: 'other', ...ELM }] },
  })
})
