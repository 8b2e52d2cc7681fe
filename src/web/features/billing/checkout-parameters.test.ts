import { expect, test } from 'vitest'
import type { Account } from '#web/features/auth/auth-queries.ts'
import { checkoutOrder, isCheckoutUrl, subscribeTarget } from './checkout-parameters.ts'

const order = (query: string) => checkoutOrder(new URLSearchParams(query))

test('A24 reads plan, billing and org', () => {
  expect(order('plan=professional&billing=yearly&org=o1')).toEqual({
    plan: 'professional',
    billing: 'yearly',
    org: 'o1',
  })
})

test.each([
  '',
  'billing=yearly&org=o1',
  'plan=professional&org=o1',
  'plan=professional&billing=yearly',
  'plan=&billing=yearly&org=o1',
  'plan=professional&billing=weekly&org=o1',
  'plan=platinum&billing=yearly&org=o1',
])('A24 rejects "%s"', (query) => {
  expect(order(query)).toBeNull()
})

const loading: Account = { state: 'loading', user: null }
const visitor: Account = { state: 'visitor', user: null }
const member = (organizationId: string | null): Account => ({
  state: 'signed-in',
  user: {
    id: 'u1',
    email: 'ann@example.com',
    firstName: null,
    lastName: null,
    profileImageUrl: null,
    organizationId,
    role: 'OWNER',
    access: 'all',
  },
})
const target = (query: string, account: Account) => subscribeTarget(new URLSearchParams(query), account)

test('A24 /subscribe forwards org, plan and period without waiting for the account', () => {
  expect(target('org=o1&plan=professional&period=yearly', loading)).toBe(
    '/checkout?plan=professional&billing=yearly&org=o1',
  )
})

test('A24 /subscribe without parameters forwards by account', () => {
  expect(target('', loading)).toBeNull()
  expect(target('', visitor)).toBe('/#pricing')
  expect(target('', member(null))).toBe('/onboarding')
  expect(target('', member('o2'))).toBe('/checkout?plan=professional&billing=monthly&org=o2')
})

test('A24 accepts only https and same-origin payment URLs', () => {
  const origin = 'http://127.0.0.1:3000'
  expect(isCheckoutUrl('https://checkout.example.com/pay/1', origin)).toBe(true)
  expect(isCheckoutUrl('/test-payments/1', origin)).toBe(true)
  expect(isCheckoutUrl('http://127.0.0.1:3000/test-payments/1', origin)).toBe(true)
  expect(isCheckoutUrl('http://127.0.0.1:3001/test-payments/1', origin)).toBe(false)
  expect(isCheckoutUrl('javascript:alert(1)', origin)).toBe(false)
  expect(isCheckoutUrl('//evil.example.com', origin)).toBe(false)
  expect(isCheckoutUrl('', origin)).toBe(false)
})
