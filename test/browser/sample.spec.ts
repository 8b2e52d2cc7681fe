import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signIn } from '#test/product/client.ts'
import { type Product, startProduct } from '#test/product/product.ts'
import { openBrowser, type Person, signInAs } from './person.ts'

let product: Product
let browser: Awaited<ReturnType<typeof openBrowser>>
let visitor: Person
let page: Page

beforeAll(async () => {
  product = await startProduct()
  browser = await openBrowser()
  visitor = await browser.newPerson()
  page = visitor.page
})
afterAll(async () => {
  await browser?.close()
  await product?.stop()
})

const region = (name: string) => page.getByRole('region', { name, exact: true })

test('a visitor opens the sample workspace from the free account page and sees five people for today', async () => {
  await page.goto(`${product.url}/free-signup`)
  await page.getByRole('link', { name: 'Look around first' }).click()
  await page.waitForURL('**/sample')
  const cards = await region('Today').getByRole('listitem').all()
  expect(cards).toHaveLength(5)
  for (const card of cards) {
    await card.getByText('What to say').waitFor()
    await card.getByText(/^\(630\) 555-01\d\d$/).waitFor()
  }
  await region('Today').getByText('Owned since 2014; you last spoke in March.').waitFor()
  const regionText = (await region('Today').innerText()).toLowerCase()
  for (const event of ['death', 'divorce', 'debt', 'diapers', 'baby', 'married', 'degree', 'years old'])
    expect(regionText).not.toContain(event)
})

test('the contact list can be filtered by signal, score and relationship in the URL', async () => {
  await page.goto(`${product.url}/sample`)
  expect(await region('Contacts').getByRole('listitem').count()).toBe(12)
  await page.getByLabel('Signal').selectOption('destinations')
  await page.getByLabel('Score').selectOption('50')
  await page.getByRole('button', { name: 'Apply filters' }).click()
  await page.waitForURL(/signal=destinations&minScore=50/)
  expect(await region('Contacts').getByRole('heading', { level: 3 }).allTextContents()).toEqual([
    'Dana Whitlock',
    'Marcus Feld',
    'Elena Ruiz',
  ])
  await page.getByLabel('Relationship').selectOption('vendor')
  await page.getByRole('button', { name: 'Apply filters' }).click()
  await region('Contacts').getByText('No one matches these filters').waitFor()
  await region('Contacts').getByRole('link', { name: 'Clear filters' }).click()
  await page.waitForURL(/\/sample#contacts$/)
})

test('a contact shows the score and the record behind each point', async () => {
  await page.goto(`${product.url}/sample`)
  await region('Contacts').getByRole('link', { name: 'Dana Whitlock' }).click()
  await page.waitForURL('**/sample?contact=dana-whitlock')
  await page.getByRole('img', { name: '9D score: 78 of 100. Destinations +61, Downsizing +17.' }).waitFor()
  await region('Evidence').getByText('New role in Denver, CO').waitFor()
  await page.getByRole('link', { name: 'Back to the sample workspace' }).click()
  await region('Today').waitFor()
})

test('the sample workspace sends no API requests and stores nothing', async () => {
  const apiRequests: string[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.startsWith('/api/')) apiRequests.push(request.url())
  })
  for (const path of ['/sample', '/sample?signal=debt', '/sample?contact=nobody', '/sample?minScore=x']) {
    const response = await page.goto(product.url + path)
    expect(response?.status()).toBe(200)
  }
  expect(apiRequests).toEqual([])
  expect(await page.context().cookies()).toEqual([])
  expect(visitor.consoleErrors).toEqual([])
})

test('a free account can look around before setting up and before choosing a plan', async () => {
  const una = await browser.newPerson()
  const { page: unaPage, close } = una
  await signInAs(await signIn(product, 'una.quigley@example.com'), una, product)
  await unaPage.goto(`${product.url}/onboarding`)
  await unaPage.getByRole('link', { name: 'Look around first' }).click()
  await unaPage.waitForURL('**/sample')
  await unaPage.getByRole('region', { name: 'Today', exact: true }).waitFor()
  await close()
})
