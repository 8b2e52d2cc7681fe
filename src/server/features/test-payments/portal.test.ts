import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buttonLabelsOf, DAY, type PortalApp, RETURN_URL, startPortalApp } from '#test/workspaces/portal.ts'

let app: PortalApp
beforeAll(async () => {
  app = await startPortalApp()
})
afterAll(() => app.close())
describe('A25 the portal of the test payments', () => {
  test('shows card, plan and invoices, says that no card is charged, and needs no script', async () => {
    const { portal } = await app.createSubscriber('monthly', 'Mc"Coy & <script>alert(1)</script>')
    const page = await app.getPage(portal)
    expect(page.statusCode).toBe(200)
    expect(page.headers['content-security-policy']).toBe(
      "default-src 'none'; style-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    )
    expect([page.headers['cache-control'], page.headers['referrer-policy']]).toEqual([
      'no-store',
      'same-origin',
    ])
    expect(page.body).toContain('no card is charged')
    expect(page.body).toContain('Mc&quot;Coy &amp; &lt;script&gt;alert(1)&lt;/script&gt;')
    expect(page.body).not.toMatch(/<script|<style| style=| on\w+=/)
    for (const text of ['Test card ending 4242', '$79 per month', 'TEST-0001', 'Paid', '$79.00'])
      expect(page.body).toContain(text)
    expect(page.body).toContain(`href="${RETURN_URL}"`)
    expect(buttonLabelsOf(page.body)).toEqual([
      'Use the test card ending 0341 (declines)',
      'Simulate next renewal: paid',
      'Simulate next renewal: declined',
      'Cancel subscription',
    ])
  })

  test('opens with its URL for a day, but not from other sites', async () => {
    const { portal, subscription, organization } = await app.createSubscriber()
    const stranger = await app.createSubscriber()
    const unknownUrl = `/test-payments/portal/bps_test_${'A'.repeat(43)}`
    for (const path of [
      unknownUrl,
      '/test-payments/portal/bps_test_',
      "/test-payments/portal/'--",
      '/test-payments/portal/%00',
    ])
      expect((await app.getPage(path)).statusCode).toBe(404)
    expect((await app.pressButton(`${unknownUrl}/${subscription}/cancel`)).statusCode).toBe(404)
    expect((await app.pressButton(`${portal}/${stranger.subscription}/cancel`)).statusCode).toBe(404)
    expect((await app.pressButton(`${portal}/sub_unknown/cancel`)).statusCode).toBe(404)
    expect((await app.pressButton(`${portal}/${subscription}/explode`)).statusCode).toBe(404)
    expect((await app.pressButton(`${portal}/card/0000`)).statusCode).toBe(404)
    expect((await app.pressButton(`${portal}/${subscription}/cancel`, 'cross-site')).statusCode).toBe(403)
    await expect(app.openPortal(stranger.customer, organization)).rejects.toMatchObject({ code: 'conflict' })
    app.clock.time += DAY + 1000
    expect((await app.getPage(portal)).statusCode).toBe(404)
    expect((await app.pressButton(`${portal}/${subscription}/cancel`)).statusCode).toBe(404)
    expect(await app.listDeliveredTypes(organization)).toEqual([])
  })

  test('shows a plan paid immediately, once per key', async () => {
    const organization = await app.createOrganization()
    const order = {
      organizationId: organization,
      customerId: null,
      period: 'monthly',
      idempotencyKey: 'demo',
    } as const
    for (const event of await app.embedded.subscribe(order)) await app.billing.applyOnce(event)
    for (const event of await app.embedded.subscribe(order)) await app.billing.applyOnce(event)
    expect(await app.readState(organization)).toMatchObject({ status: 'active', credits: 1000, grants: 1 })
    const { customer } = (await app.readState(organization))!
    const page = await app.getPage(await app.openPortal(customer!, organization))
    expect(buttonLabelsOf(page.body)).toContain('Cancel subscription')
  })

  test('is empty for a customer without purchases', async () => {
    const organization = await app.createOrganization()
    const page = await app.getPage(await app.openPortal('cus_test_of_nobody', organization))
    expect(page.body).toContain('No active subscription')
    expect(page.body).toContain('No invoices yet')
  })
})
