import { afterAll, beforeAll, expect, test } from 'vitest'
import type { OrganizationId } from '#server/platform/db/organization-id.ts'
import { createTestPayments } from '#server/platform/payments/test-payments.ts'
import { APP_URL, type PaymentsApp, startPaymentsApp } from '#test/workspaces/payments.ts'

let app: PaymentsApp
beforeAll(async () => {
  app = await startPaymentsApp()
})
afterAll(() => app.close())

async function openCheckout(organization: OrganizationId, billingPeriod = 'monthly'): Promise<string> {
  const response = await app.app.inject({
    method: 'POST',
    url: '/api/stripe/create-checkout-session',
    headers: { 'x-test-user': organization },
    payload: { organizationId: organization, billingPeriod },
  })
  return new URL(response.json().url).pathname
}

const getPage = (path: string) => app.app.inject({ method: 'GET', url: path })

/** Submits a form without fields, as a browser does. */
const submitForm = (path: string, action: string, site = 'same-origin') =>
  app.app.inject({
    method: 'POST',
    url: `${path}/${action}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': site },
    payload: '',
  })

const stateOf = async (organization: OrganizationId) =>
  (
    await app.rows<{ status: string; credits: number }>(
      'select subscription_status as status, credits from organizations where id = $1',
      [organization],
    )
  )[0]

test('A25 the checkout shows organization, price and that no card is charged', async () => {
  const organization = await app.createOrganization('Mc"Coy & <script>alert(1)</script>')
  const monthly = await getPage(await openCheckout(organization))
  const yearly = await getPage(await openCheckout(organization, 'yearly'))

  expect(monthly.statusCode).toBe(200)
  expect(monthly.headers['content-type']).toBe('text/html; charset=utf-8')
  expect(monthly.headers['content-security-policy']).toBe(
    "default-src 'none'; style-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  )
  expect(monthly.headers['cache-control']).toBe('no-store')
  expect(monthly.body).toContain('<title>Test payments</title>')
  expect(monthly.body).toContain('Mc&quot;Coy &amp; &lt;script&gt;alert(1)&lt;/script&gt;')
  expect(monthly.body).not.toMatch(/<script|<style| style=| on\w+=/)
  expect(monthly.body).toContain('no card is charged')
  expect(monthly.body).toContain('$79 per month')
  expect(yearly.body).toContain('$790 per year')
  expect(
    monthly.body.match(/<button[^>]*>(\w+)</g)?.map((button) => button.replace(/.*>(\w+)</, '$1')),
  ).toEqual(['Pay', 'Decline', 'Cancel'])
  const style = await getPage('/test-payments/style.css')
  expect([style.statusCode, style.headers['content-type']]).toEqual([200, 'text/css; charset=utf-8'])
})

test('A25 Pay leads to the return page with an active subscription; 20 clicks pay once', async () => {
  const organization = await app.createOrganization()
  const path = await openCheckout(organization)
  const id = path.split('/').at(-1)

  const responses = await Promise.all(Array.from({ length: 20 }, () => submitForm(path, 'pay')))

  for (const response of responses) {
    expect([response.statusCode, response.headers.location]).toEqual([
      303,
      `/checkout-return?session_id=${id}`,
    ])
  }
  expect(await stateOf(organization)).toEqual({ status: 'active', credits: 1000 })
  expect((await getPage(path)).body).toContain('This checkout is paid')
  expect((await submitForm(path, 'cancel')).headers.location).toBe(path)
  expect((await submitForm(path, 'decline')).headers.location).toBe(path)
  expect(await stateOf(organization)).toEqual({ status: 'active', credits: 1000 })
})

test('A25 Decline shows a message, changes nothing, and can be retried', async () => {
  const organization = await app.createOrganization()
  const path = await openCheckout(organization)
  const id = path.split('/').at(-1)

  const declined = await submitForm(path, 'decline')
  expect(declined.statusCode).toBe(200)
  expect(declined.body).toContain('The test payment was declined')
  expect(declined.body).toContain(`href="${path}">Try again</a>`)
  expect(declined.body).toContain('>Cancel</button>')
  expect(await stateOf(organization)).toEqual({ status: 'incomplete', credits: 0 })
  const confirmation = await app.app.inject({
    method: 'GET',
    url: `/api/stripe/checkout-success?session_id=${id}`,
    headers: { 'x-test-user': organization },
  })
  expect(confirmation.json()).toEqual({ success: false, error: 'Failed to activate subscription' })

  expect((await getPage(path)).body).toContain('The payment was declined')
  await submitForm(path, 'pay')
  expect(await stateOf(organization)).toEqual({ status: 'active', credits: 1000 })
})

test('A25 a checkout declined in another tab does not block the paid one', async () => {
  const organization = await app.createOrganization()
  const first = await openCheckout(organization)
  app.clock.time += 300_000
  const second = await openCheckout(organization)
  app.clock.time += 5000
  await submitForm(second, 'decline')
  await submitForm(first, 'pay')
  expect(await stateOf(organization)).toEqual({ status: 'active', credits: 1000 })
  app.clock.time += 5000
  await submitForm(second, 'decline')
  expect(await stateOf(organization)).toEqual({ status: 'active', credits: 1000 })
})

test('A25 a double click opens one checkout; a canceled one is not reopened', async () => {
  const organizationId = await app.createOrganization()
  const openWithKey = async (idempotencyKey: string) => {
    const request = { customerEmail: '', customerId: null, plan: 'professional', period: 'monthly' } as const
    const { url } = await app.payments.openCheckout({
      ...{ ...request, organizationId, idempotencyKey },
      ...{ successUrl: `${APP_URL}/checkout-return`, cancelUrl: APP_URL },
    })
    return new URL(url).pathname
  }
  const [first, second] = await Promise.all([openWithKey('one'), openWithKey('one')])
  expect(first).toBe(second)
  expect(await openWithKey('two')).not.toBe(first)
  await submitForm(first, 'cancel')
  expect(await openWithKey('one')).not.toBe(first)
})

test('A25 Cancel leads back to onboarding and ends the checkout', async () => {
  const organization = await app.createOrganization()
  const path = await openCheckout(organization)

  const response = await submitForm(path, 'cancel')

  expect([response.statusCode, response.headers.location]).toEqual([303, '/onboarding'])
  expect((await getPage(path)).body).toContain('This checkout was canceled')
  expect((await submitForm(path, 'pay')).headers.location).toBe(path)
  expect(await stateOf(organization)).toEqual({ status: 'incomplete', credits: 0 })
})

test('A25 rejects unknown checkouts and other sites', async () => {
  const organization = await app.createOrganization()
  const path = await openCheckout(organization)
  for (const id of [`cs_test_${'A'.repeat(43)}`, 'cs_test_', "'--", '%00', '<b>']) {
    const unknownUrl = `/test-payments/checkout/${encodeURIComponent(id)}`
    expect((await getPage(unknownUrl)).statusCode).toBe(404)
    expect((await submitForm(unknownUrl, 'pay')).statusCode).toBe(404)
  }
  expect((await submitForm(path, 'pay', 'cross-site')).statusCode).toBe(403)
  const response = await app.app.inject({ method: 'POST', url: `${path}/pay`, payload: { a: 1 } })
  expect(response.statusCode).toBe(415)
  expect(await stateOf(organization)).toEqual({ status: 'incomplete', credits: 0 })
})

test('Trust 16 test payments do not start with a well-known secret', () => {
  for (const webhookSecret of ['', '   ', 'short']) {
    const deliver = async () => ({ status: 200 })
    const options = { db: app.db, clock: app.clock, webhookSecret, deliver }
    expect(() => createTestPayments(options)).toThrow('The webhook secret must have at least 16 characters')
  }
})
