import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Product, startProduct } from '#test/product/product.ts'
import { faultsOf, withoutMotion } from './looks.ts'
import { openBrowser, type Person } from './person.ts'

let product: Product
let browser: Awaited<ReturnType<typeof openBrowser>>
let visitor: Person
/** A visitor without JavaScript. */
let plain: Page

beforeAll(async () => {
  product = await startProduct({ DEMO: '1' })
  browser = await openBrowser()
  visitor = await browser.person()
  await withoutMotion(visitor)
  const context = await visitor.page.context().browser()?.newContext({ javaScriptEnabled: false })
  if (!context) throw new Error('No browser')
  plain = await context.newPage()
})
afterAll(async () => {
  await browser?.close()
  await product?.stop()
})

const at = (path: string) => product.url + path
const main = (page: Page) => page.getByRole('main')

describe('P15 the documentation without JavaScript', () => {
  test('has a quick start, best practices, questions and every document', async () => {
    await plain.goto(at('/documentation'))
    const quickStart = plain.getByRole('region', { name: 'Quick start' })
    expect(await quickStart.getByRole('listitem').count()).toBeGreaterThanOrEqual(5)
    const practices = await plain.getByRole('region', { name: 'Best practices' }).innerText()
    expect(practices).toContain('Focus on scores above 70')
    expect(practices).toContain('Prefer three or more factors at once')
    expect(practices).toContain('about seven do not')
    const answer = main(plain).getByText('It tells you who to think of first')
    expect(await answer.isVisible()).toBe(false)
    await plain.getByText('Does it sell leads or find strangers?').click()
    await answer.waitFor()
    const documents = plain.getByRole('region', { name: 'All documents' })
    for (const group of [
      'Get started',
      'Work with contacts',
      'Understand the score',
      'Account and privacy',
      'Reference',
    ])
      await documents.getByRole('heading', { name: group }).waitFor()
    expect(await plain.locator('h1').count()).toBe(1)
  })

  test('finds part of a word and shows it in context', async () => {
    await plain.goto(at('/documentation'))
    await plain.getByRole('searchbox', { name: 'Search the documentation' }).fill('Foreclos')
    await plain.getByRole('button', { name: 'Search' }).click()
    await plain.waitForURL('**/documentation?q=Foreclos')
    const hit = main(plain).getByRole('listitem').filter({ hasText: 'Risk checks' })
    expect(await hit.locator('mark').first().innerText()).toMatch(/^foreclos/i)
    expect(await plain.getByRole('searchbox').inputValue()).toBe('Foreclos')
    await hit.getByRole('link').click()
    await plain.waitForURL('**/documentation/contacts#risk-checks')
    await plain.getByRole('heading', { name: 'Risk checks' }).waitFor()
  })

  test('explains an empty result and hides search pages from search engines', async () => {
    const answer = await plain.goto(at('/documentation?q=sourdough%20%3Cb%3Ebread'))
    await plain.getByRole('heading', { name: 'No results for “sourdough <b>bread”' }).waitFor()
    await main(plain).getByText('Try fewer or different words').waitFor()
    await plain.getByRole('heading', { name: 'All documents' }).waitFor()
    expect(await plain.locator('meta[name=robots]').getAttribute('content')).toBe('noindex')
    expect(answer?.headers()['cache-control']).toBe('no-store')
  })

  test('limits a query to 100 characters', async () => {
    await plain.goto(at(`/documentation?q=${'x'.repeat(5000)}`))
    expect((await plain.getByRole('searchbox').inputValue()).length).toBe(100)
  })
})

describe('P15 a document', () => {
  test('has its own address and is in the side navigation', async () => {
    await plain.goto(at('/documentation/quick-start'))
    const links = plain.getByRole('navigation', { name: 'Documents', exact: true }).getByRole('link')
    const documents = await links.evaluateAll((all) =>
      all.map((link) => ({ title: link.textContent ?? '', href: link.getAttribute('href') ?? '' })),
    )
    expect(documents.length).toBeGreaterThanOrEqual(16)
    for (const { title, href } of documents) {
      await plain
        .getByRole('navigation', { name: 'Documents', exact: true })
        .getByRole('link', { name: title, exact: true })
        .click()
      await plain.waitForURL(`**${href}`)
      expect(await plain.locator('h1').allInnerTexts()).toEqual([title])
      expect(await plain.locator('nav[aria-label=Documents] [aria-current=page]').allInnerTexts()).toEqual([
        title,
      ])
    }
  })

  test('links to the next, the previous and each of its sections', async () => {
    await plain.goto(at('/documentation/score'))
    const contents = plain.getByRole('navigation', { name: 'On this page' })
    await contents.getByRole('link', { name: 'What 75 means' }).click()
    expect(plain.url()).toMatch(/#what-75-means$/)
    const box = await plain.getByRole('heading', { name: 'What 75 means' }).boundingBox()
    expect(box?.y).toBeGreaterThan(64)
    expect(box?.y).toBeLessThan(300)
    await plain.getByRole('link', { name: 'Next The nine signals' }).click()
    await plain.waitForURL('**/documentation/signals')
    await plain.getByRole('link', { name: 'Previous How the score works' }).click()
    await plain.waitForURL('**/documentation/score')
  })

  test('has metadata for search engines', async () => {
    await plain.goto(at('/documentation/score'))
    const data = (await plain.locator('script[type="application/ld+json"]').allTextContents()).map((text) =>
      JSON.parse(text),
    )
    expect(data.map((each) => each['@type'])).toEqual(['TechArticle', 'BreadcrumbList'])
    expect(data[0].headline).toBe('How the score works')
    expect(await plain.locator('link[rel=canonical]').getAttribute('href')).toMatch(/\/documentation\/score$/)
  })

  test('shows a 404 page with links when it does not exist', async () => {
    const answer = await plain.goto(at('/documentation/no-such-page'))
    expect(answer?.status()).toBe(404)
    await plain.getByRole('heading', { name: 'Document not found' }).waitFor()
    await main(plain).getByRole('link', { name: 'Quick start' }).click()
    await plain.waitForURL('**/documentation/quick-start')
  })
})

// `site-axe.spec.ts` checks the other pages.
test.each(['/documentation', '/documentation?q=sourdough'])(
  'A33 %s has no accessibility faults',
  async (path) => {
    await visitor.page.goto(at(path))
    for (const summary of await visitor.page.locator('#faq summary').all()) await summary.click()
    expect(await faultsOf(visitor.page)).toEqual([])
    expect(visitor.complaints).toEqual([])
  },
)

test('A22 the source of an answer opens its section', async () => {
  const { page } = visitor
  await page.goto(product.demoLink())
  await page.waitForURL('**/dashboard')
  await page.getByRole('button', { name: 'Ask the assistant' }).click()
  await page.getByLabel('Message').fill('What does a score of 75 mean?')
  await page.keyboard.press('Enter')
  const opened = page.context().waitForEvent('page')
  await page.getByRole('link', { name: 'How the score works: What 75 means' }).click()
  const document = await opened
  await document.waitForURL('**/documentation/score#what-75-means')
  await document.getByRole('heading', { name: 'What 75 means' }).waitFor()
})
