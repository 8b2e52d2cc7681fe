import { expect, test } from 'vitest'
import { NO_DETAILS } from './contact-details.ts'
import { isSameAddress, withPrimaryAddress } from './primary-value.ts'

const ELM = { address: '12 Elm St', city: 'Lisle', state: 'IL', zipCode: '60532' }
const OAK = { address: '9 Oak Ave', city: 'Aurora', state: 'IL', zipCode: '60505' }
const NO_ADDRESS = { address: null, city: null, state: null, zipCode: null }

test('compares addresses without case and the last four digits of the ZIP code', () => {
  expect(isSameAddress(ELM, { ...ELM, address: '12 ELM ST', city: 'LISLE', zipCode: '60532-1234' })).toBe(
    true,
  )
  expect(isSameAddress(ELM, { ...ELM, address: '14 Elm St' })).toBe(false)
  expect(isSameAddress(ELM, { ...ELM, zipCode: '60505' })).toBe(false)
})

test('makes a new address the primary one and keeps the previous one as an alternate', () => {
  expect(withPrimaryAddress({ ...NO_ADDRESS, details: null }, ELM)).toEqual({ ...ELM, details: null })
  const withElm = withPrimaryAddress({ ...OAK, details: null }, ELM)
  expect(withElm).toEqual({ ...ELM, details: { ...NO_DETAILS, addresses: [{ kind: 'other', ...OAK }] } })
  // Swapping back repeats no address.
  expect(withPrimaryAddress(withElm, OAK)).toEqual({
    ...OAK,
    details: { ...NO_DETAILS, addresses: [{ kind: 'other', ...ELM }] },
  })
})
