import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { waitForEmailedLink } from '#test/product/client.ts'
import { type Product, startProduct } from '#test/product/product.ts'
import { accessibilityViolationsOf, logMotion } from './accessibility.ts'
import { openBrowser, type Person } from './person.ts'

const LOU_EMAIL = 'lou.tardif@example.com'

let product: Product
let browser: Awaited<ReturnType<typeof openBrowser>>
let visitor: Person
let database: pg.Client

beforeAll(async () => {
  product = await startProduct()
  browser = await openBrowser()
  visitor = await browser.newPerson()
  await logMotion(visitor)
  database = new pg.Client({ connectionString: product.database.ownerUrl })
  await database.connect()
})
afterAll(async () => {
  await browser?.close()
  await database?.end()
  await product?.stop()
})

const openPage = (path: string) => visitor.page.goto(product.url + path)
const main = () => visitor.page.getByRole('main')
const readLinks = () =>
  main()
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')))

describe('P07 the thank-you page', () => {
  test('after a message shows the response time and links, hidden from search engines', async () => {
    await openPage('/thank-you?type=contact')
    await main().getByRole('heading', { name: 'Thank You for Reaching Out!', level: 1 }).waitFor()
    await main().getByText('reply within 24 hours').waitFor()
    expect(await readLinks()).toEqual(['/documentation', '/#pricing', '/about', '/case-studies', '/'])
    const robots = visitor.page.locator('meta[name="robots"]')
    expect(await robots.getAttribute('content')).toBe('noindex')
    expect(await accessibilityViolationsOf(visitor.page)).toEqual([])
  })

  test('after subscribing asks to confirm the email, and shows links', async () => {
    await openPage('/thank-you?type=newsletter')
    await main().getByRole('heading', { name: 'Welcome to Our Newsletter!', level: 1 }).waitFor()
    await main().getByText('Thank you for subscribing.').waitFor()
    await main().getByText('confirm your address to start your subscription').waitFor()
    expect(await readLinks()).toEqual(['/blog', '/#pricing', '/about', '/case-studies', '/'])
    expect(await accessibilityViolationsOf(visitor.page)).toEqual([])
  })

  test.each(['', '?type=', '?type=Contact', '?type=order', '?kind=contact', '?type=order&type=contact'])(
    'redirects other requests to the home page: %j',
    async (query) => {
      const response = await fetch(`${product.url}/thank-you${query}`, { redirect: 'manual' })
      expect([response.status, response.headers.get('location')]).toEqual([302, '/'])
    },
  )
})

describe('P06 the newsletter', () => {
  const subscription = async () => {
    const { rows } = await database.query(
      'select subscribed, confirmed_at is not null as confirmed from newsletter_subscriptions where email = $1',
      [LOU_EMAIL],
    )
    return rows[0] as { subscribed: boolean; confirmed: boolean } | undefined
  }
  const subscribe = async () => {
    await openPage('/about')
    const footer = visitor.page.getByRole('contentinfo')
    await footer.getByLabel('Email for the newsletter').fill(LOU_EMAIL)
    await footer.getByRole('button', { name: 'Subscribe' }).click()
    await visitor.page.waitForURL('**/thank-you?type=newsletter')
  }
  let confirmation = ''

  test('needs a click on the page of the emailed link; opening the link alone does nothing', async () => {
    await subscribe()
    confirmation = await waitForEmailedLink(product, LOU_EMAIL)
    const { pathname, search } = new URL(confirmation)
    expect(pathname).toBe('/newsletter/confirm')
    await openPage(pathname + search)
    expect(await subscription()).toEqual({ subscribed: true, confirmed: false })
    await main().getByRole('button', { name: 'Confirm' }).click()
    const heading = main().getByRole('heading', { name: "You're subscribed" })
    await heading.waitFor()
    expect(await main().getByRole('button').count()).toBe(0)
    expect(await heading.locator('..').evaluate((part) => part === document.activeElement)).toBe(true)
    expect(await subscription()).toEqual({ subscribed: true, confirmed: true })
    expect(await accessibilityViolationsOf(visitor.page)).toEqual([])
  })

  test('shows Confirming..., and can be retried after a failure', async () => {
    const { page } = visitor
    const { promise: gate, resolve: openGate } = Promise.withResolvers<void>()
    await page.route('**/api/newsletter/confirm', async (route) => {
      await gate
      await route.fulfill({ status: 503, body: '' })
    })
    await page.goto(confirmation)
    await main().getByRole('button', { name: 'Confirm' }).click()
    expect(await main().getByRole('button', { name: 'Confirming...' }).isDisabled()).toBe(true)
    openGate()
    await main().getByText('Please try again in a moment.').waitFor()
    await page.unroute('**/api/newsletter/confirm')
    await main().getByRole('button', { name: 'Confirm' }).click()
    await main().getByText('Please try again in a moment.').waitFor({ state: 'hidden' })
    visitor.consoleErrors.splice(0)
  })

  test('ends with the button on the page of an emailed link', async () => {
    await subscribe()
    const link = await waitForEmailedLink(product, LOU_EMAIL, confirmation)
    expect(new URL(link).pathname).toBe('/newsletter/unsubscribe')
    await visitor.page.goto(link)
    await main().getByRole('heading', { name: 'Unsubscribe from the newsletter', level: 1 }).waitFor()
    expect((await subscription())?.subscribed).toBe(true)
    await main().getByRole('button', { name: 'Unsubscribe' }).click()
    await main().getByRole('heading', { name: "You're unsubscribed" }).waitFor()
    expect((await subscription())?.subscribed).toBe(false)
    expect(visitor.consoleErrors).toEqual([])
  })

  test('explains an unknown or incomplete link', async () => {
    for (const path of ['/newsletter/confirm', '/newsletter/unsubscribe']) {
      const button = main().getByRole('button')
      const invalidHeading = main().getByRole('heading', { name: "This link doesn't work" })
      await openPage(`${path}?token=${'x'.repeat(43)}`)
      await button.click()
      await invalidHeading.waitFor()
      expect(await button.count()).toBe(0)
      expect(await accessibilityViolationsOf(visitor.page)).toEqual([])
      await openPage(path)
      await invalidHeading.waitFor()
      expect(await button.count()).toBe(0)
    }
    await openPage('/newsletter/confirm')
    await main().getByRole('link', { name: 'Subscribe again' }).click()
    const field = visitor.page.getByLabel('Email for the newsletter')
    expect(await field.evaluate((element) => element === document.activeElement)).toBe(true)
  })

  test('pages of emailed links are not cached or indexed, and never leak their token', async () => {
    for (const path of ['/newsletter/confirm', '/newsletter/unsubscribe']) {
      const response = await openPage(`${path}?token=a-token-of-mine`)
      expect((await response?.allHeaders())?.['cache-control']).toBe('no-store')
      const { page } = visitor
      expect(await page.locator('meta[name="robots"]').getAttribute('content')).toBe('noindex')
      expect(await page.locator('meta[name="referrer"]').getAttribute('content')).toBe('no-referrer')
      const links = await page
        .locator('[href]')
        .evaluateAll((elements) => elements.map((element) => element.outerHTML))
      expect(links.filter((link) => link.includes('a-token-of-mine'))).toEqual([])
    }
  })
})
