import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Product, startProduct } from '#test/product/product.ts'
import { openBrowser, type Person } from './person.ts'
import { gzippedBytes } from './script-weight.ts'
import { readSitePages, type SitePage } from './site-pages.ts'

const KIB = 1024
const MAX_SCRIPT_LENGTH = 115 * KIB
/** The script that a page may run before any interaction. */
const MAX_STATIC_SCRIPT = 6 * KIB
const WIDTHS = [360, 768, 1920]
const MIN_LETTERS_SHORT = 40
/** Pages with a single message. */
const SHORT_ROUTES = [
  '/thank-you',
  '/newsletter/confirm',
  '/newsletter/unsubscribe',
  '/morning-five/unsubscribe',
  '/analytics/unsubscribe',
  '/privacy/confirm',
  '/*',
]
const MIN_LETTERS = 400
/** Time limit of tests that open every page, on a busy machine. */
const TIMEOUT_MS = 120_000

let product: Product
let browser: Awaited<ReturnType<typeof openBrowser>>
let pages: SitePage[]
const sizes = new Map<string, Promise<number>>()

beforeAll(async () => {
  ;[product, browser] = await Promise.all([startProduct(), openBrowser()])
  pages = await readSitePages(product.url)
})
afterAll(async () => {
  await browser?.close()
  await product?.stop()
})

test(
  'no page logs an error, scrolls sideways or runs more than one script',
  async () => {
    const [visitor, secondVisitor] = await Promise.all([browser.newPerson(), browser.newPerson()])
    const halfCount = Math.ceil(pages.length / 2)
    const problems = await Promise.all([
      visitPages(visitor, pages.slice(0, halfCount)),
      visitPages(secondVisitor, pages.slice(halfCount)),
    ])
    expect(problems.flat()).toEqual([])
    await Promise.all([visitor.close(), secondVisitor.close()])
  },
  TIMEOUT_MS,
)

test(
  'each page is readable without JavaScript',
  async () => {
    const reader = await browser.newPerson({ script: false })
    const { page } = reader
    const problems: string[] = []
    for (const { path, route } of pages) {
      await page.goto(product.url + path, { waitUntil: 'domcontentloaded' })
      const heading = page.getByRole('heading', { level: 1 })
      if (!(await heading.isVisible())) problems.push(`${path}: its heading is not shown`)
      const { letters, loadingElements } = await page.getByRole('main').evaluate(readContent)
      const minLetters = SHORT_ROUTES.includes(route) ? MIN_LETTERS_SHORT : MIN_LETTERS
      if (letters < minLetters) problems.push(`${path}: ${letters} letters can be read`)
      if (loadingElements.length > 0) problems.push(`${path}: still loading: ${loadingElements}`)
    }
    expect(problems).toEqual([])
    await reader.close()
  },
  TIMEOUT_MS,
)

test('dialog, messages and forms load on first use', async () => {
  const visitor = await browser.newPerson()
  const { page } = visitor
  const scripts = scriptsOf(page)
  await page.goto(product.url)
  await page.waitForLoadState('networkidle')
  const initialBytes = await measureBytes(scripts)
  await page.getByRole('button', { name: 'Login' }).click()
  await page.getByRole('dialog').waitFor()
  const dialogBytes = await measureBytes(scripts)
  await page.goto(`${product.url}/contact`)
  await page.waitForLoadState('networkidle')
  scripts.clear()
  await page.getByRole('main').getByRole('textbox').first().focus()
  await expect.poll(() => [...scripts].some((url) => /\/forms-/.test(url))).toBe(true)
  const formBytes = await measureBytes(scripts)
  const limit = `at most ${kib(MAX_SCRIPT_LENGTH)}`
  console.log(
    `weight /: ${kib(initialBytes)} of scripts, with the sign-in dialog ${kib(dialogBytes)} (${limit})`,
  )
  console.log(`weight /contact: ${kib(formBytes)} more of scripts for the form`)
  expect(initialBytes).toBeLessThanOrEqual(MAX_STATIC_SCRIPT)
  expect(formBytes).toBeLessThanOrEqual(MAX_STATIC_SCRIPT)
  expect(dialogBytes).toBeLessThanOrEqual(MAX_SCRIPT_LENGTH)
  expect(visitor.consoleErrors).toEqual([])
  await visitor.close()
})

test('P02 P08 a failed load is reported beside the control and works after a reload', async () => {
  const visitor = await browser.newPerson()
  const { page } = visitor
  for (const { pageUrl: path, chunk, trigger, result } of [
    {
      pageUrl: '/',
      chunk: '**/assets/islands-*',
      trigger: page.getByRole('banner').getByRole('button', { name: 'Login' }),
      result: page.getByRole('dialog'),
    },
    {
      pageUrl: '/contact',
      chunk: '**/assets/forms-*',
      trigger: page.getByRole('form', { name: 'Send us a message' }).getByRole('button'),
      result: page.getByText('Please fill in this field').first(),
    },
  ]) {
    await page.goto(product.url + path)
    await page.route(chunk, (route) => route.abort())
    await trigger.click()
    await page.getByRole('alert').filter({ hasText: "This didn't load" }).waitFor()
    await page.unroute(chunk)
    await page.reload()
    await trigger.click()
    await result.waitFor()
    expect(await page.getByRole('alert').filter({ hasText: "This didn't load" }).count()).toBe(0)
  }
  await visitor.close()
})

test.each(['light', 'dark'])('A33 a page uses the chosen %s theme from its first frame', async (theme) => {
  const visitor = await browser.newPerson()
  const { page } = visitor
  await page.addInitScript((value) => {
    localStorage.setItem('theme', value)
    // The theme of the root element when the first frame can be drawn.
    new MutationObserver((_, observer) => {
      if (!document.body) return
      observer.disconnect()
      document.documentElement.dataset.atFirst = document.documentElement.dataset.theme
    }).observe(document, { childList: true, subtree: true })
  }, theme)
  for (const path of ['/', '/blog', '/no-such-page']) {
    await page.goto(product.url + path)
    const root = page.locator('html')
    expect(await root.getAttribute('data-at-first'), path).toBe(theme)
    expect(await root.getAttribute('data-theme'), path).toBe(theme)
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe(theme)
  }
  await visitor.close()
})

test('the preloaded font is used, and nothing loads from other sites', async () => {
  const visitor = await browser.newPerson()
  const { page } = visitor
  const fonts: string[] = []
  const foreignRequests: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'font') fonts.push(request.url())
    if (!request.url().startsWith(product.url) && !request.url().startsWith('data:'))
      foreignRequests.push(request.url())
  })
  for (const path of ['/', '/about', '/blog', '/documentation', '/contact']) {
    fonts.length = 0
    await page.goto(product.url + path)
    await page.evaluate(() => document.fonts.ready)
    const preloadedFonts = await page
      .locator('link[rel=preload][as=font]')
      .evaluate((link: HTMLLinkElement) => link.href)
    const usedFonts = await page.evaluate(() =>
      [...document.fonts].filter(({ status }) => status === 'loaded').map(({ family }) => family),
    )
    expect(usedFonts.length, path).toBeGreaterThan(0)
    expect(
      fonts.filter((url) => url !== preloadedFonts && !/mono/.test(url)),
      path,
    ).toEqual([])
  }
  expect(foreignRequests).toEqual([])
  expect(visitor.consoleErrors).toEqual([])
  await visitor.close()
})

/** Checks each page at all widths. @returns the problems */
async function visitPages(
  { page, consoleErrors }: Person,
  visitedPages: readonly SitePage[],
): Promise<string[]> {
  const problems: string[] = []
  const scripts = scriptsOf(page)
  for (const { path, status } of visitedPages) {
    scripts.clear()
    await page.goto(product.url + path)
    const bytes = await measureBytes(scripts)
    if (bytes > MAX_STATIC_SCRIPT) problems.push(`${path}: runs ${kib(bytes)} of scripts`)
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 })
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      if (overflow > 0) problems.push(`${path}: ${overflow} px too wide at ${width} px`)
    }
    const pictures = await page.evaluate(findBrokenPictures)
    problems.push(...pictures.map((picture) => `${path}: not shown: ${picture}`))
    const errors = consoleErrors.splice(0).filter((text) => status === 200 || !/404 \(Not Found\)/.test(text))
    problems.push(...errors.map((text) => `${path}: ${text}`))
  }
  return problems
}

/** Loads the lazy pictures and lists those that fail; runs in the page. */
async function findBrokenPictures(): Promise<string[]> {
  const brokenPictures: string[] = []
  for (const picture of document.images) {
    picture.loading = 'eager'
    // Not `decode()`, which also fails when a new width has just selected another source.
    while (!picture.complete)
      await new Promise((resolve) => {
        picture.addEventListener('load', resolve, { once: true })
        picture.addEventListener('error', resolve, { once: true })
      })
    if (picture.naturalWidth === 0) brokenPictures.push(picture.currentSrc || picture.outerHTML.slice(0, 160))
  }
  return brokenPictures
}

/** Counts the visible letters and finds loading indicators; runs in the page. */
function readContent(main: Element): { letters: number; loadingElements: string[] } {
  const isShown = (element: Element) => element.checkVisibility()
  const loadingElements = [
    ...main.querySelectorAll('[aria-busy="true"], [role="progressbar"], .skeleton, .animate-spin'),
  ]
  const loadingTexts = [...main.querySelectorAll('*')].filter(({ textContent }) =>
    /^(loading|please wait)\b.{0,12}$/i.test((textContent ?? '').trim()),
  )
  return {
    letters: (main as HTMLElement).innerText.replace(/\s+/g, ' ').length,
    loadingElements: [...loadingElements, ...loadingTexts]
      .filter(isShown)
      .map(({ outerHTML }) => outerHTML.slice(0, 120)),
  }
}

/** URLs of the scripts that the page requests from now on. */
function scriptsOf(page: Page): Set<string> {
  const scripts = new Set<string>()
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.add(request.url())
  })
  return scripts
}

/** Size of the scripts in bytes, gzipped. */
async function measureBytes(scripts: ReadonlySet<string>): Promise<number> {
  const byteCounts = await Promise.all(
    [...scripts].map((url) => {
      const size = sizes.get(url) ?? gzippedBytes(url)
      sizes.set(url, size)
      return size
    }),
  )
  return byteCounts.reduce((sum, bytes) => sum + bytes, 0)
}

const kib = (bytes: number) => `${(bytes / KIB).toFixed(1)} KiB`
