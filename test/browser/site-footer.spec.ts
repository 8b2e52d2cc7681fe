import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Site } from '#contract/site.ts'
import { type Product, startProduct } from '#test/product/product.ts'
import { openBrowser, type Person } from './person.ts'
import { readSiteContent } from './site-content.ts'

let product: Product
let browser: Awaited<ReturnType<typeof openBrowser>>
let visitor: Person
let page: Page
let site: Site

beforeAll(async () => {
  site = await readSiteContent('site.json')
  product = await startProduct()
  browser = await openBrowser()
  visitor = await browser.newPerson()
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
  const SUBSCRIBE_URL = '**/api/newsletter/subscribe'

  test('has its four columns, the claims and the year', async () => {
    const columns = await footer()
      .getByRole('region')
      .evaluateAll((regions) =>
        regions.map((column) => [
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

  test('requires an email address', async () => {
    let sent = 0
    await page.route(SUBSCRIBE_URL, (route) => {
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
    await page.unroute(SUBSCRIBE_URL)
  })

  test.each(['refused', 'not answered'])(
    'keeps the email address when the request is %s',
    async (outcome) => {
      await page.reload()
      const { promise: gate, resolve: openGate } = Promise.withResolvers<void>()
      await page.route(SUBSCRIBE_URL, async (route) => {
        await gate
        await (outcome === 'refused' ? route.fulfill({ status: 500, body: '' }) : route.abort())
      })
      await email().fill('lou.tardif@example.com')
      await button().click()
      await form().getByText('…', { exact: true }).waitFor()
      expect([await email().isDisabled(), await button().isDisabled()]).toEqual([true, true])
      openGate()
      await toast().getByText('Failed to subscribe. Please try again.', { exact: true }).waitFor()
      await toast().getByText('Error', { exact: true }).waitFor()
      expect([await email().isDisabled(), await button().isDisabled()]).toEqual([false, false])
      expect([await email().inputValue(), await button().textContent()]).toEqual([
        'lou.tardif@example.com',
        'Subscribe',
      ])
      await page.unroute(SUBSCRIBE_URL)
      visitor.consoleErrors.splice(0)
    },
  )

  test('leads to the thank-you page', async () => {
    const sent = page.waitForRequest(SUBSCRIBE_URL)
    await button().click()
    expect((await sent).postDataJSON()).toEqual({ email: 'lou.tardif@example.com', website: '' })
    await page.waitForURL('**/thank-you?type=newsletter')
    await page.goto(product.url)
  })

  test('hides the field for bots from people', async () => {
    const honeypot = footer().locator('input[name=website]')
    expect([await honeypot.getAttribute('tabindex'), await honeypot.getAttribute('autocomplete')]).toEqual([
      '-1',
      'off',
    ])
    expect(await honeypot.isVisible()).toBe(false)
    expect(await form().getByRole('textbox').count()).toBe(1)
  })
})

test('P16 an unknown URL shows the specified 404 page with links', async () => {
  const newVisitor = await browser.newPerson()
  const response = await newVisitor.page.goto(`${product.url}/no-such-page`)
  expect(response?.status()).toBe(404)
  expect(await newVisitor.page.title()).toContain('404 Page Not Found')
  await newVisitor.page.getByRole('heading', { level: 1, name: '404 Page Not Found', exact: true }).waitFor()
  await newVisitor.page.getByText('Did you forget to add the page to the router?', { exact: true }).waitFor()
  const pageLinks = newVisitor.page.getByRole('main').getByRole('link')
  const hrefs = await pageLinks.evaluateAll((links) => links.map((link) => link.getAttribute('href')))
  expect(hrefs).toEqual(['/', '/documentation', '/#pricing', '/blog', '/contact'])
  await newVisitor.page.getByRole('banner').waitFor()
  await newVisitor.page.getByRole('contentinfo').waitFor()
  await newVisitor.close()
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
  expect(visitor.consoleErrors).toEqual([])
})
