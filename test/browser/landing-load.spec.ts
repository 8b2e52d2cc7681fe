import { gzipSync } from 'node:zlib'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PROFESSIONAL } from '#domain/billing/plans.ts'
import { type Product, startProduct } from '#test/product/product.ts'
import { openBrowser } from './person.ts'

const KIB = 1024

type LoadFigures = { shift: number; largest: string }
declare global {
  interface Window {
    seen: LoadFigures
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
  const { page, leave } = await browser.person()
  const scripts: Promise<Buffer>[] = []
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') scripts.push(response.body())
  })
  const answer = await page.goto(product.url)
  expect(gzipSync((await answer?.body()) ?? '').length).toBeLessThan(30 * KIB)
  const read = await Promise.all(scripts)
  const total = read.reduce((sum, body) => sum + gzipSync(body).length, 0)
  expect(read.length).toBeGreaterThan(0)
  expect(total).toBeLessThan(115 * KIB)
  expect(read.some((body) => body.includes('hydrateRoot') || body.includes('createRoot'))).toBe(false)
  await leave()
})

test.each([
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
])('nothing shifts when the fonts load late, and the largest element is text, at $width px', async (size) => {
  const { page, complaints, leave } = await browser.person(size)
  await page.addInitScript(() => {
    type Shift = PerformanceEntry & { value: number }
    type Paint = PerformanceEntry & { element: Element | null }
    window.seen = { shift: 0, largest: '' }
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as Shift[]) window.seen.shift += entry.value
    }).observe({ type: 'layout-shift', buffered: true })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as Paint[]) window.seen.largest = entry.element?.tagName ?? ''
    }).observe({ type: 'largest-contentful-paint', buffered: true })
  })
  // Holds the fonts back until text has been painted without them, as on a slow connection.
  const painted = Promise.withResolvers<void>()
  await page.route('**/*.woff2', async (route) => {
    await painted.promise
    await route.continue()
  })
  await page.goto(product.url, { waitUntil: 'domcontentloaded' })
  await page.waitForFunction(() => window.seen.largest !== '')
  painted.resolve()
  await page.evaluate(() => document.fonts.ready)
  await page.waitForLoadState()
  // Counts only what is visible without scrolling, because a picture further down may be larger than any text.
  const largest = await page.evaluate(() => window.seen.largest)
  for (const picture of await page.locator('picture img:visible').all())
    await picture.scrollIntoViewIfNeeded()
  await page.waitForFunction(() =>
    [...document.querySelectorAll<HTMLImageElement>('picture img')].every(
      (image) => image.offsetParent === null || image.complete,
    ),
  )
  const shift = await page.evaluate(() => window.seen.shift)
  expect(shift).toBeLessThan(0.02)
  expect(['H1', 'P']).toContain(largest)
  expect(complaints).toEqual([])
  await leave()
})

test('P02 P04 P05 the page works without JavaScript', async () => {
  const reader = await browser.person({ script: false })
  await reader.page.goto(product.url)
  const main = reader.page.getByRole('main')
  await main.getByRole('heading', { level: 1 }).waitFor()
  const yearly = main.getByText(`$${PROFESSIONAL.yearlyPrice}`, { exact: true })
  expect(await yearly.isVisible()).toBe(false)
  await main.getByText('Yearly', { exact: true }).click()
  expect(await yearly.isVisible()).toBe(true)
  const question = main.locator('details').first()
  await question.locator('summary').click()
  expect(await question.locator('p').isVisible()).toBe(true)
  await reader.page.getByRole('banner').getByRole('link', { name: 'Pricing' }).click()
  await reader.page.waitForURL('**/#pricing')
  await reader.leave()
})

test('the film downloads nothing and shows each of its five scenes for eight seconds', async () => {
  const { page, complaints, leave } = await browser.person({ motion: true })
  const requested: string[] = []
  page.on('request', (request) => requested.push(request.resourceType()))
  await page.goto(product.url)
  await film(page).scrollIntoViewIfNeeded()
  expect(requested.filter((kind) => kind === 'media')).toEqual([])
  const html = await film(page).evaluate((element) => element.outerHTML)
  expect(html).not.toContain('<img')
  // With its markup, far below the 400 KiB that a film may have.
  expect(gzipSync(html).length).toBeLessThan(8 * KIB)
  const shown = []
  for (const second of [1, 9, 17, 25, 33, 41]) shown.push(await titleAt(page, second))
  expect(shown).toEqual([
    ['Open Today'],
    ['See why'],
    ['Know what to say'],
    ['Log it in two taps'],
    ['Keep every promise'],
    ['Open Today'],
  ])
  expect(complaints).toEqual([])
  await leave()
})

test('the film can be paused with the keyboard', async () => {
  const { page, leave } = await browser.person({ motion: true })
  await page.goto(product.url)
  await film(page).scrollIntoViewIfNeeded()
  const areAll = (state: AnimationPlayState) =>
    page.waitForFunction((wanted) => {
      const states = [...document.querySelectorAll('.film')].flatMap((each) =>
        each.getAnimations({ subtree: true }).map(({ playState }) => playState),
      )
      return states.length > 0 && states.every((each) => each === wanted)
    }, state)
  await areAll('running')
  await page.getByLabel('Pause the film').press('Space')
  await areAll('paused')
  await page.getByLabel('Pause the film').press('Space')
  await areAll('running')
  await leave()
})

test('under reduced motion the film is a still image of its first scene, without a button', async () => {
  const { page, leave } = await browser.person()
  await page.goto(product.url)
  await film(page).scrollIntoViewIfNeeded()
  expect(await film(page).evaluate((element) => element.getAnimations({ subtree: true }).length)).toBe(0)
  expect(await visibleTitles(page)).toEqual(['Open Today'])
  expect(await page.getByLabel('Pause the film').isVisible()).toBe(false)
  await leave()
})

const film = (page: Page) =>
  page.locator('figure', { has: page.getByRole('img', { name: /40-second film/ }) })

const visibleTitles = (page: Page) =>
  page
    .locator('.film-scene')
    .evaluateAll((scenes) =>
      scenes
        .filter((scene) => getComputedStyle(scene).visibility === 'visible')
        .map((scene) => scene.querySelector('p.font-semibold')?.textContent),
    )

/** Titles of the scenes on screen that many seconds after the film began. */
async function titleAt(page: Page, second: number) {
  await film(page).evaluate((element, time) => {
    for (const animation of element.getAnimations({ subtree: true })) {
      animation.pause()
      animation.currentTime = time
    }
  }, second * 1000)
  return visibleTitles(page)
}
