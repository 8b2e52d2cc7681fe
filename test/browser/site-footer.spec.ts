import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Site } from '#contract/site.ts'
import { type Product, startProduct } from '#test/product/product.ts'
import { openBrowser, type Person } from './person.ts'
import { siteContent } from './site-content.ts'

let product: Product
let browser: Awaited<ReturnType<typeof openBrowser>>
let visitor: Person
let page: Page
let site: Site

beforeAll(async () => {
  site = await siteContent('site.json')
  product = await startProduct()
  browser = await openBrowser()
  visitor = await browser.person()
  page = visitor.page
  await page.goto(product.url)
})
afterAll(async () => {
  await browser?.close()
  await product?.stop()
})

describe('P06 the footer', () => {
  const footer = () => page.getByRole('contentinfo')
  const form = () => footer().locator('form')
  const email = () => footer().locator('input[type=email]')
  const button = () => form().getByRole('button')
  const toast = () => page.getByRole('region', { name: /notifications/i }).getByRole('listitem')
  const SENT = '**/api/newsletter/subscribe'

  test('has its four columns, the claims and the year', async () => {
    const columns = await footer()
      .getByRole('region')
      .evaluateAll((shown) =>
        shown.map((column) => [
          column.querySelector('h2')?.textContent,
          ...[...column.querySelectorAll('a')].map(
            (link) => `${link.textContent} ${link.getAttribute('href')}`,
          ),
        ]),
      )
    expect(columns).toEqual([
      ['Product', 'Features /#features', 'Pricing /#pricing', 'Integrations /integrations', 'API /api'],
      [
        'Resources',
        'Documentation /documentation',
        'Blog /blog',
        'Case Studies /case-studies',
        'Playbooks /#pricing',
      ],
      ['Company', 'About /about', 'Careers /careers', 'Contact /contact', 'Partners /partners'],
      ['Legal', 'Privacy /privacy', 'Terms /terms', 'Security /security', 'Compliance /compliance'],
    ])
    for (const claim of site.claims.certifications) await footer().getByText(`${claim} compliant`).waitFor()
    await footer().getByText(`© ${site.brand.copyrightYear} ${site.brand.name}`).waitFor()
  })

  test('requires an address', async () => {
    let sent = 0
    await page.route(SENT, (route) => {
      sent += 1
      return route.abort()
    })
    await button().click()
    await toast().getByText('Please enter your email address', { exact: true }).waitFor()
    await toast().getByText('Error', { exact: true }).waitFor()
    expect(await email().evaluate((input) => input === document.activeElement)).toBe(true)
    await email().fill('nobody.example.com')
    await button().click()
    expect(await email().evaluate((input: HTMLInputElement) => input.validity.typeMismatch)).toBe(true)
    expect(sent).toBe(0)
    await page.unroute(SENT)
  })

  test.each(['refused', 'not answered'])(
    'preserves the address when it is %s and can be sent again',
    async (how) => {
      await page.reload()
      const { promise: held, resolve: answer } = Promise.withResolvers<void>()
      await page.route(SENT, async (route) => {
        await held
        await (how === 'refused' ? route.fulfill({ status: 500, body: '' }) : route.abort())
      })
      await email().fill('lou.tardif@example.com')
      await button().click()
      await form().getByText('…', { exact: true }).waitFor()
      expect([await email().isDisabled(), await button().isDisabled()]).toEqual([true, true])
      answer()
      await toast().getByText('Failed to subscribe. Please try again.', { exact: true }).waitFor()
      await toast().getByText('Error', { exact: true }).waitFor()
      expect([await email().isDisabled(), await button().isDisabled()]).toEqual([false, false])
      expect([await email().inputValue(), await button().textContent()]).toEqual([
        'lou.tardif@example.com',
        'Subscribe',
      ])
      await page.unroute(SENT)
      visitor.complaints.splice(0)
    },
  )

  test('leads to the thank-you page', async () => {
    const sent = page.waitForRequest(SENT)
    await button().click()
    expect((await sent).postDataJSON()).toEqual({ email: 'lou.tardif@example.com', website: '' })
    await page.waitForURL('**/thank-you?type=newsletter')
    await page.goto(product.url)
  })

  test('hides the field for bots from people', async () => {
    const trap = footer().locator('input[name=website]')
    expect([await trap.getAttribute('tabindex'), await trap.getAttribute('autocomplete')]).toEqual([
      '-1',
      'off',
    ])
    expect(await trap.isVisible()).toBe(false)
    expect(await form().getByRole('textbox').count()).toBe(1)
  })
})

test('P16 an unknown address shows the specified 404 page with links', async () => {
  const lost = await browser.person()
  const answer = await lost.page.goto(`${product.url}/no-such-page`)
  expect(answer?.status()).toBe(404)
  expect(await lost.page.title()).toContain('404 Page Not Found')
  await lost.page.getByRole('heading', { level: 1, name: '404 Page Not Found', exact: true }).waitFor()
  await lost.page.getByText('Did you forget to add the page to the router?', { exact: true }).waitFor()
  const ways = lost.page.getByRole('main').getByRole('link')
  const addresses = await ways.evaluateAll((links) => links.map((link) => link.getAttribute('href')))
  expect(addresses).toEqual(['/', '/documentation', '/#pricing', '/blog', '/contact'])
  await lost.page.getByRole('banner').waitFor()
  await lost.page.getByRole('contentinfo').waitFor()
  await lost.leave()
})

test('A37 the get-started page links to the prices, and a free account opens the sign-in dialog', async () => {
  await page.goto(`${product.url}/get-started`)
  await page.waitForURL(`${product.url}/#pricing`)
  await page.goto(`${product.url}/free-signup`)
  await page.getByRole('heading', { level: 1, name: 'Start with a free account' }).waitFor()
  await page.getByRole('button', { name: 'Create a free account' }).click()
  await page.getByRole('dialog').getByLabel('Email').waitFor()
  await page.goto(product.url)
})

test('no page violated the content policy or logged an error', () => {
  expect(visitor.complaints).toEqual([])
})
