import { gzipSync } from 'node:zlib'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PROFESSIONAL } from '#domain/billing/plans.ts'
import { type Product, startProduct } from '#test/product/product.ts'
import { openBrowser } from './person.ts'

const KIB = 1024

type LoadStats = { shift: number; largest: string }
declare global {
  interface Window {
    loadStats: LoadStats
  }
}

let product: Product
let browser: Awaited<ReturnType<typeof openBrowser>>

beforeAll(async () => {
  product = await startProduct()
  browser = await openBrowser()
})
afterAll(async () => {
  await browser?.close()
  await product?.stop()
})

test('the landing page is at most 30 KiB of HTML and 115 KiB of JavaScript, gzipped, without the framework', async () => {
  const { page, close } = await browser.newPerson()
  const scripts: Promise<Buffer>[] = []
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') scripts.push(response.body())
  })
  const pageResponse = await page.goto(product.url)
  expect(gzipSync((await pageResponse?.body()) ?? '').length).toBeLessThan(30 * KIB)
  const bodies = await Promise.all(scripts)
  const total = bodies.reduce((sum, body) => sum + gzipSync(body).length, 0)
  expect(bodies.length).toBeGreaterThan(0)
  expect(total).toBeLessThan(115 * KIB)
  expect(bodies.some((body) => body.includes('hydrateRoot') || body.includes('createRoot'))).toBe(false)
  await close()
})

test.each([
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
])('nothing shifts when the fonts load late, and the largest element is text, at $width px', async (size) => {
  const { page, consoleErrors, close } = await browser.newPerson(size)
  await page.addInitScript(() => {
    type Shift = PerformanceEntry & { value: number }
    type Paint = PerformanceEntry & { element: Element | null }
    window.loadStats = { shift: 0, largest: '' }
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as Shift[]) window.loadStats.shift += entry.value
    }).observe({ type: 'layout-shift', buffered: true })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as Paint[])
        window.loadStats.largest = entry.element?.tagName ?? ''
    }).observe({ type: 'largest-contentful-paint', buffered: true })
  })
  // Delays the fonts until text has been painted without them, as on a slow connection.
  const firstPaint = Promise.withResolvers<void>()
  await page.route('**/*.woff2', async (route) => {
    await firstPaint.promise
    await route.continue()
  })
  await page.goto(product.url, { waitUntil: 'domcontentloaded' })
  await page.waitForFunction(() => window.loadStats.largest !== '')
  firstPaint.resolve()
  await page.evaluate(() => document.fonts.ready)
  await page.waitForLoadState()
  // Counts only what is visible without scrolling, because a picture further down may be larger than any text.
  const largest = await page.evaluate(() => window.loadStats.largest)
  for (const picture of await page.locator('picture img:visible').all())
    await picture.scrollIntoViewIfNeeded()
  await page.waitForFunction(() =>
    [...document.querySelectorAll<HTMLImageElement>('picture img')].every(
      (image) => image.offsetParent === null || image.complete,
    ),
  )
  const shift = await page.evaluate(() => window.loadStats.shift)
  expect(shift).toBeLessThan(0.02)
  expect(['H1', 'P']).toContain(largest)
  expect(consoleErrors).toEqual([])
  await close()
})

test('P02 P04 P05 the page works without JavaScript', async () => {
  const reader = await browser.newPerson({ script: false })
  await reader.page.goto(product.url)
  const main = reader.page.getByRole('main')
  await main.getByRole('heading', { level: 1 }).waitFor()
  const yearlyToggle = main.getByText(`$${PROFESSIONAL.yearlyPrice}`, { exact: true })
  expect(await yearlyToggle.isVisible()).toBe(false)
  await main.getByText('Yearly', { exact: true }).click()
  expect(await yearlyToggle.isVisible()).toBe(true)
  const question = main.locator('details').first()
  await question.locator('summary').click()
  expect(await question.locator('p').isVisible()).toBe(true)
  await reader.page.getByRole('banner').getByRole('link', { name: 'Pricing' }).click()
  await reader.page.waitForURL('**/#pricing')
  await reader.close()
})

test('the film downloads nothing and shows each of its five scenes for eight seconds', async () => {
  const { page, consoleErrors, close } = await browser.newPerson({ motion: true })
  const resourceTypes: string[] = []
  page.on('request', (request) => resourceTypes.push(request.resourceType()))
  await page.goto(product.url)
  await film(page).scrollIntoViewIfNeeded()
  expect(resourceTypes.filter((kind) => kind === 'media')).toEqual([])
  const html = await film(page).evaluate((element) => element.outerHTML)
  expect(html).not.toContain('<img')
  // The limit for a film is 400 KiB.
  expect(gzipSync(html).length).toBeLessThan(8 * KIB)
  const shownTitles = []
  for (const second of [1, 9, 17, 25, 33, 41]) shownTitles.push(await titlesAt(page, second))
  expect(shownTitles).toEqual([
    ['Open Today'],
    ['See why'],
    ['Know what to say'],
    ['Log it in two taps'],
    ['Keep every promise'],
    ['Open Today'],
  ])
  expect(consoleErrors).toEqual([])
  await close()
})

test('the film can be paused with the keyboard', async () => {
  const { page, close } = await browser.newPerson({ motion: true })
  await page.goto(product.url)
  await film(page).scrollIntoViewIfNeeded()
  const waitForPlayState = (state: AnimationPlayState) =>
    page.waitForFunction((expected) => {
      const states = [...document.querySelectorAll('.film')].flatMap((element) =>
        element.getAnimations({ subtree: true }).map(({ playState }) => playState),
      )
      return states.length > 0 && states.every((each) => each === expected)
    }, state)
  await waitForPlayState('running')
  await page.getByLabel('Pause the film').press('Space')
  await waitForPlayState('paused')
  await page.getByLabel('Pause the film').press('Space')
  await waitForPlayState('running')
  await close()
})

test('under reduced motion the film is a still image of its first scene, without a button', async () => {
  const { page, close } = await browser.newPerson()
  await page.goto(product.url)
  await film(page).scrollIntoViewIfNeeded()
  expect(await film(page).evaluate((element) => element.getAnimations({ subtree: true }).length)).toBe(0)
  expect(await readVisibleTitles(page)).toEqual(['Open Today'])
  expect(await page.getByLabel('Pause the film').isVisible()).toBe(false)
  await close()
})

const film = (page: Page) =>
  page.locator('figure', { has: page.getByRole('img', { name: /40-second film/ }) })

const readVisibleTitles = (page: Page) =>
  page
    .locator('.film-scene')
    .evaluateAll((scenes) =>
      scenes
        .filter((scene) => getComputedStyle(scene).visibility === 'visible')
        .map((scene) => scene.querySelector('p.font-semibold')?.textContent),
    )

/** Titles of the visible scenes at this second of the film. */
async function titlesAt(page: Page, second: number) {
  await film(page).evaluate((element, time) => {
    for (const animation of element.getAnimations({ subtree: true })) {
      animation.pause()
      animation.currentTime = time
    }
  }, second * 1000)
  return readVisibleTitles(page)
}
