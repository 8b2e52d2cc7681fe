import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Product, startProduct } from '#test/product/product.ts'
import { accessibilityViolationsOf, logMotion } from './accessibility.ts'
import { openBrowser, type Person } from './person.ts'

let product: Product
let browser: Awaited<ReturnType<typeof openBrowser>>
let visitor: Person
/** A visitor without JavaScript. */
let plainPage: Page

beforeAll(async () => {
  product = await startProduct({ DEMO: '1' })
  browser = await openBrowser()
  visitor = await browser.newPerson()
  await logMotion(visitor)
  const context = await visitor.page.context().browser()?.newContext({ javaScriptEnabled: false })
  if (!context) throw new Error('No browser')
  plainPage = await context.newPage()
})
afterAll(async () => {
  await browser?.close()
  await product?.stop()
})

const urlOf = (path: string) => product.url + path
const main = (page: Page) => page.getByRole('main')

describe('P15 the documentation without JavaScript', () => {
  test('has a quick start, best practices, questions and every document', async () => {
    await plainPage.goto(urlOf('/documentation'))
    const quickStart = plainPage.getByRole('region', { name: 'Quick start' })
    expect(await quickStart.getByRole('listitem').count()).toBeGreaterThanOrEqual(5)
    const practices = await plainPage.getByRole('region', { name: 'Best practices' }).innerText()
    expect(practices).toContain('Focus on scores above 70')
    expect(practices).toContain('Prefer three or more factors at once')
    expect(practices).toContain('about seven do not')
    const answerText = main(plainPage).getByText('It tells you who to think of first')
    expect(await answerText.isVisible()).toBe(false)
    await plainPage.getByText('Does it sell leads or find strangers?').click()
    await answerText.waitFor()
    const documents = plainPage.getByRole('region', { name: 'All documents' })
    for (const group of [
      'Get started',
      'Work with contacts',
      'Understand the score',
      'Account and privacy',
      'Reference',
    ])
      await documents.getByRole('heading', { name: group }).waitFor()
    expect(await plainPage.locator('h1').count()).toBe(1)
  })

  test('finds part of a word and shows it in context', async () => {
    await plainPage.goto(urlOf('/documentation'))
    await plainPage.getByRole('searchbox', { name: 'Search the documentation' }).fill('Foreclos')
    await plainPage.getByRole('button', { name: 'Search' }).click()
    await plainPage.waitForURL('**/documentation?q=Foreclos')
    const result = main(plainPage).getByRole('listitem').filter({ hasText: 'Risk checks' })
    expect(await result.locator('mark').first().innerText()).toMatch(/^foreclos/i)
    expect(await plainPage.getByRole('searchbox').inputValue()).toBe('Foreclos')
    await result.getByRole('link').click()
    await plainPage.waitForURL('**/documentation/contacts#risk-checks')
    await plainPage.getByRole('heading', { name: 'Risk checks' }).waitFor()
  })

  test('explains an empty result and hides search pages from search engines', async () => {
    const response = await plainPage.goto(urlOf('/documentation?q=sourdough%20%3Cb%3Ebread'))
    await plainPage.getByRole('heading', { name: 'No results for “sourdough <b>bread”' }).waitFor()
    await main(plainPage).getByText('Try fewer or different words').waitFor()
    await plainPage.getByRole('heading', { name: 'All documents' }).waitFor()
    expect(await plainPage.locator('meta[name=robots]').getAttribute('content')).toBe('noindex')
    expect(response?.headers()['cache-control']).toBe('no-store')
  })

  test('limits a query to 100 characters', async () => {
    await plainPage.goto(urlOf(`/documentation?q=${'x'.repeat(5000)}`))
    expect((await plainPage.getByRole('searchbox').inputValue()).length).toBe(100)
  })
})

describe('P15 a document', () => {
  test('has its own URL and is in the side navigation', async () => {
    await plainPage.goto(urlOf('/documentation/quick-start'))
    const links = plainPage.getByRole('navigation', { name: 'Documents', exact: true }).getByRole('link')
    const documents = await links.evaluateAll((elements) =>
      elements.map((link) => ({ title: link.textContent ?? '', href: link.getAttribute('href') ?? '' })),
    )
    expect(documents.length).toBeGreaterThanOrEqual(16)
    for (const { title, href } of documents) {
      await plainPage
        .getByRole('navigation', { name: 'Documents', exact: true })
        .getByRole('link', { name: title, exact: true })
        .click()
      await plainPage.waitForURL(`**${href}`)
      expect(await plainPage.locator('h1').allInnerTexts()).toEqual([title])
      expect(
        await plainPage.locator('nav[aria-label=Documents] [aria-current=page]').allInnerTexts(),
      ).toEqual([title])
    }
  })

  test('links to the next, the previous and each of its sections', async () => {
    await plainPage.goto(urlOf('/documentation/score'))
    const contents = plainPage.getByRole('navigation', { name: 'On this page' })
    await contents.getByRole('link', { name: 'What 75 means' }).click()
    expect(plainPage.url()).toMatch(/#what-75-means$/)
    const box = await plainPage.getByRole('heading', { name: 'What 75 means' }).boundingBox()
    expect(box?.y).toBeGreaterThan(64)
    expect(box?.y).toBeLessThan(300)
    await plainPage.getByRole('link', { name: 'Next The nine signals' }).click()
    await plainPage.waitForURL('**/documentation/signals')
    await plainPage.getByRole('link', { name: 'Previous How the score works' }).click()
    await plainPage.waitForURL('**/documentation/score')
  })

  test('has metadata for search engines', async () => {
    await plainPage.goto(urlOf('/documentation/score'))
    const data = (await plainPage.locator('script[type="application/ld+json"]').allTextContents()).map(
      (text) => JSON.parse(text),
    )
    expect(data.map((each) => each['@type'])).toEqual(['TechArticle', 'BreadcrumbList'])
    expect(data[0].headline).toBe('How the score works')
    expect(await plainPage.locator('link[rel=canonical]').getAttribute('href')).toMatch(
      /\/documentation\/score$/,
    )
  })

  test('shows a 404 page with links when it does not exist', async () => {
    const response = await plainPage.goto(urlOf('/documentation/no-such-page'))
    expect(response?.status()).toBe(404)
    await plainPage.getByRole('heading', { name: 'Document not found' }).waitFor()
    await main(plainPage).getByRole('link', { name: 'Quick start' }).click()
    await plainPage.waitForURL('**/documentation/quick-start')
  })
})

// `site-axe.spec.ts` checks the other pages.
test.each(['/documentation', '/documentation?q=sourdough'])(
  'A33 %s has no accessibility violations',
  async (path) => {
    await visitor.page.goto(urlOf(path))
    for (const summary of await visitor.page.locator('#faq summary').all()) await summary.click()
    expect(await accessibilityViolationsOf(visitor.page)).toEqual([])
    expect(visitor.consoleErrors).toEqual([])
  },
)

test('A22 the source of an answer opens its section', async () => {
  const { page } = visitor
  await page.goto(product.demoLink())
  await page.waitForURL('**/dashboard')
  await page.getByRole('button', { name: 'Ask the assistant' }).click()
  await page.getByLabel('Message').fill('What does a score of 75 mean?')
  await page.keyboard.press('Enter')
  const newPage = page.context().waitForEvent('page')
  await page.getByRole('link', { name: 'How the score works: What 75 means' }).click()
  const documentPage = await newPage
  await documentPage.waitForURL('**/documentation/score#what-75-means')
  await documentPage.getByRole('heading', { name: 'What 75 means' }).waitFor()
})
