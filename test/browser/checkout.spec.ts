import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { becomeSubscriber, type Client, signIn } from '#test/product/client.ts'
import { type Product, startProduct } from '#test/product/product.ts'
import { toastOf } from './failing-product.ts'
import { openBrowser, type Person, signInAs } from './person.ts'

const ADA_EMAIL = 'ada.okafor@example.com'
const RIA_EMAIL = 'ria.voss@example.com'

let product: Product
let browser: Awaited<ReturnType<typeof openBrowser>>
/** A user with a subscription. */
let ada: Person

beforeAll(async () => {
  product = await startProduct()
  browser = await openBrowser()
  const { client } = await becomeSubscriber(product, ADA_EMAIL)
  ada = await openAs(client)
})
afterAll(async () => {
  await browser?.close()
  await product?.stop()
})

async function openAs(user: Client): Promise<Person> {
  const person = await browser.newPerson()
  await signInAs(user, person, product)
  return person
}

const goto = ({ page }: Person, path: string) => page.goto(product.url + path)

describe('A24 checkout', () => {
  test('/subscribe passes organization, plan and period to the checkout', async () => {
    const { page } = ada
    const otherOrganizationId = '0190b5f0-0000-7000-8000-000000000000'
    await goto(ada, `/subscribe?org=${otherOrganizationId}&plan=professional&period=yearly`)
    await page.waitForURL(`**/checkout?plan=professional&billing=yearly&org=${otherOrganizationId}`)
    // Only members of an organization can pay for it.
    await page.getByRole('heading', { name: 'Payment Setup Failed' }).waitFor()
    ada.consoleErrors.splice(0)
  })

  test('an order without plan, period or organization is refused and returns to the home page', async () => {
    const visitor = await browser.newPerson()
    for (const query of [
      'billing=yearly&org=o1',
      'plan=professional&org=o1',
      'plan=professional&billing=monthly',
    ]) {
      await goto(visitor, `/checkout?${query}`)
      expect(await toastOf(visitor, 'Invalid checkout parameters')).toBe('')
      await visitor.page.waitForURL(`${product.url}/`)
    }
    await visitor.close()
  })

  test('Enterprise leads to the contact form', async () => {
    await goto(ada, '/checkout?plan=enterprise&billing=yearly&org=o1')
    await ada.page.waitForURL('**/contact')
  })

  test('a subscriber is taken to billing instead of a second payment', async () => {
    const { page } = ada
    await goto(ada, '/subscribe')
    await page.getByRole('heading', { name: 'You already have a subscription' }).waitFor()
    await page.getByRole('link', { name: 'Manage billing' }).click()
    await page.waitForURL('**/settings/billing')
    await page.getByRole('heading', { name: 'Billing', level: 1 }).waitFor()
  })

  test('the return page shows activating, then active, and continues after 2 seconds', async () => {
    const ria = await openAs(await signIn(product, RIA_EMAIL))
    const { page } = ria
    await goto(ria, '/onboarding')
    for (const label of ['First Name', 'Last Name', 'Company Name']) await page.getByLabel(label).fill('Voss')
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('button', { name: 'Choose Professional' }).click()
    await page.waitForURL('**/test-payments/checkout/**')
    const { promise: gate, resolve: openGate } = Promise.withResolvers<void>()
    await page.route('**/api/stripe/checkout-success*', async (route) => {
      await gate
      await route.continue()
    })
    await page.clock.install()
    await page.getByRole('button', { name: 'Pay' }).click()
    await page.getByRole('heading', { name: 'Activating your subscription' }).waitFor()
    await page.clock.pauseAt(Date.now() + 60_000)
    openGate()
    const activeHeading = page.getByRole('heading', { name: 'Your subscription is active' })
    // The response is drawn with the next tick of the paused clock.
    await expect
      .poll(
        async () => {
          await page.clock.runFor(20)
          return activeHeading.isVisible()
        },
        { timeout: 20_000 },
      )
      .toBe(true)
    // Leaving the page would first request the script of the next one.
    const requestedPaths: string[] = []
    page.on('request', (request) => requestedPaths.push(new URL(request.url()).pathname))
    await page.clock.runFor(1900)
    await page.evaluate(async () => (await fetch('/readyz')).text())
    expect(requestedPaths.filter((path) => path.startsWith('/assets/'))).toEqual([])
    expect(new URL(page.url()).pathname).toBe('/checkout-return')
    await page.clock.runFor(100)
    await page.waitForURL('**/dashboard')
    expect(ria.consoleErrors).toEqual([])
    await ria.close()
  })

  test('a failed return offers to try again and to contact support', async () => {
    const { page } = ada
    await goto(ada, '/checkout-return?session_id=cs_test_unknown')
    await page.getByRole('heading', { name: 'Subscription Setup Failed' }).waitFor()
    expect(await toastOf(ada, 'Activation Failed')).toBe('Failed to activate subscription')
    const retryRequest = page.waitForRequest('**/api/stripe/checkout-success*')
    await page.getByRole('button', { name: 'Try Again' }).click()
    await retryRequest
    await page.getByRole('heading', { name: 'Subscription Setup Failed' }).waitFor()
    expect(await page.getByRole('link', { name: 'Contact Support' }).getAttribute('href')).toBe('/contact')
    await goto(ada, '/checkout-return')
    await page.getByRole('main').getByText('Missing checkout session').waitFor()
  })
})
