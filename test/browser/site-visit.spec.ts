import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Product, startProduct } from '#test/product/product.ts'
import { openBrowser, type Person } from './person.ts'
import { gzippedBytes } from './script-weight.ts'
import { type SitePage, sitePages } from './site-pages.ts'

const KIB = 1024
const MAX_SCRIPT_LENGTH = 115 * KIB
/** The script that a page may run before any interaction. */
const MAX_STATIC_SCRIPT = 6 * KIB
const WIDTHS = [360, 768, 1920]
const FEW_LETTERS = 40
/** Pages with a single message. */
const SHORT = [
  '/thank-you',
  '/newsletter/confirm',
  '/newsletter/unsubscribe',
  '/morning-five/unsubscribe',
  '/privacy/confirm',
  '/*',
]
const MANY_LETTERS = 400
/** Time limit of tests that open every page, on a busy machine. */
const PATIENT_MS = 120_000

let product: Product
let browser: Awaited<ReturnType<typeof openBrowser>>
let pages: SitePage[]
const sizes = new Map<string, Promise<number>>()

beforeAll(async () => {
  ;[product, browser] = await Promise.all([startProduct(), openBrowser()])
  pages = await sitePages(product.url)
})
afterAll(async () => {
  await browser?.close()
  await product?.stop()
})

test(
  'no page logs an error, scrolls sideways or runs more than one script',
  async () => {
    const [visitor, other] = await Promise.all([browser.person(), browser.person()])
    const half = Math.ceil(pages.length / 2)
    const wrong = await Promise.all([
      visitAll(visitor, pages.slice(0, half)),
      visitAll(other, pages.slice(half)),
    ])
    expect(wrong.flat()).toEqual([])
    await Promise.all([visitor.leave(), other.leave()])
  },
  PATIENT_MS,
)

test(
  'each page is readable without JavaScript',
  async () => {
    const reader = await browser.person({ script: false })
    const { page } = reader
    const wrong: string[] = []
    for (const { address, route } of pages) {
      await page.goto(product.url + address, { waitUntil: 'domcontentloaded' })
      const heading = page.getByRole('heading', { level: 1 })
      if (!(await heading.isVisible())) wrong.push(`${address}: its heading is not shown`)
      const { letters, waiting } = await page.getByRole('main').evaluate(readingOf)
      const wanted = SHORT.includes(route) ? FEW_LETTERS : MANY_LETTERS
      if (letters < wanted) wrong.push(`${address}: ${letters} letters can be read`)
      if (waiting.length > 0) wrong.push(`${address}: waits: ${waiting}`)
    }
    expect(wrong).toEqual([])
    await reader.leave()
  },
  PATIENT_MS,
)

test('dialog, messages and forms load on first use', async () => {
  const visitor = await browser.person()
  const { page } = visitor
  const scripts = scriptsOf(page)
  await page.goto(product.url)
  await page.waitForLoadState('networkidle')
  const first = await weigh(scripts)
  await page.getByRole('button', { name: 'Login' }).click()
  await page.getByRole('dialog').waitFor()
  const dialog = await weigh(scripts)
  await page.goto(`${product.url}/contact`)
  await page.waitForLoadState('networkidle')
  scripts.clear()
  await page.getByRole('main').getByRole('textbox').first().focus()
  await expect.poll(() => [...scripts].some((url) => /\/forms-/.test(url))).toBe(true)
  const forms = await weigh(scripts)
  const limit = `at most ${kib(MAX_SCRIPT_LENGTH)}`
  console.log(`weight /: ${kib(first)} of scripts, with the sign-in dialog ${kib(dialog)} (${limit})`)
  console.log(`weight /contact: ${kib(forms)} more of scripts for whoever writes`)
  expect(first).toBeLessThanOrEqual(MAX_STATIC_SCRIPT)
  expect(forms).toBeLessThanOrEqual(MAX_STATIC_SCRIPT)
  expect(dialog).toBeLessThanOrEqual(MAX_SCRIPT_LENGTH)
  expect(visitor.complaints).toEqual([])
  await visitor.leave()
})

test('P02 P08 a failed load is reported beside the control and works after a reload', async () => {
  const visitor = await browser.person()
  const { page } = visitor
  for (const { address, chunk, reach, works } of [
    {
      address: '/',
      chunk: '**/assets/islands-*',
      reach: page.getByRole('banner').getByRole('button', { name: 'Login' }),
      works: page.getByRole('dialog'),
    },
    {
      address: '/contact',
      chunk: '**/assets/forms-*',
      reach: page.getByRole('form', { name: 'Send us a message' }).getByRole('button'),
      works: page.getByText('Please fill in this field').first(),
    },
  ]) {
    await page.goto(product.url + address)
    await page.route(chunk, (route) => route.abort())
    await reach.click()
    await page.getByRole('alert').filter({ hasText: "This didn't load" }).waitFor()
    await page.unroute(chunk)
    await page.reload()
    await reach.click()
    await works.waitFor()
    expect(await page.getByRole('alert').filter({ hasText: "This didn't load" }).count()).toBe(0)
  }
  await visitor.leave()
})

test.each(['light', 'dark'])('A33 a page uses the chosen %s theme from its first frame', async (theme) => {
  const visitor = await browser.person()
  const { page } = visitor
  await page.addInitScript((chosen) => {
    localStorage.setItem('theme', chosen)
    // The theme of the root element when the first frame can be drawn.
    new MutationObserver((_, observer) => {
      if (!document.body) return
      observer.disconnect()
      document.documentElement.dataset.atFirst = document.documentElement.dataset.theme
    }).observe(document, { childList: true, subtree: true })
  }, theme)
  for (const address of ['/', '/blog', '/no-such-page']) {
    await page.goto(product.url + address)
    const root = page.locator('html')
    expect(await root.getAttribute('data-at-first'), address).toBe(theme)
    expect(await root.getAttribute('data-theme'), address).toBe(theme)
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe(theme)
  }
  await visitor.leave()
})

test('the preloaded font is used, and nothing loads from other sites', async () => {
  const visitor = await browser.person()
  const { page } = visitor
  const fonts: string[] = []
  const foreign: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'font') fonts.push(request.url())
    if (!request.url().startsWith(product.url) && !request.url().startsWith('data:'))
      foreign.push(request.url())
  })
  for (const address of ['/', '/about', '/blog', '/documentation', '/contact']) {
    fonts.length = 0
    await page.goto(product.url + address)
    await page.evaluate(() => document.fonts.ready)
    const preloaded = await page
      .locator('link[rel=preload][as=font]')
      .evaluate((link: HTMLLinkElement) => link.href)
    const used = await page.evaluate(() =>
      [...document.fonts].filter(({ status }) => status === 'loaded').map(({ family }) => family),
    )
    expect(used.length, address).toBeGreaterThan(0)
    expect(
      fonts.filter((url) => url !== preloaded && !/mono/.test(url)),
      address,
    ).toEqual([])
  }
  expect(foreign).toEqual([])
  expect(visitor.complaints).toEqual([])
  await visitor.leave()
})

/** Checks each page at all widths. @returns the problems */
async function visitAll({ page, complaints }: Person, those: readonly SitePage[]): Promise<string[]> {
  const wrong: string[] = []
  const scripts = scriptsOf(page)
  for (const { address, status } of those) {
    scripts.clear()
    await page.goto(product.url + address)
    const bytes = await weigh(scripts)
    if (bytes > MAX_STATIC_SCRIPT) wrong.push(`${address}: runs ${kib(bytes)} of scripts`)
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 })
      const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      if (over > 0) wrong.push(`${address}: ${over} px too wide at ${width} px`)
    }
    const pictures = await page.evaluate(picturesThatFail)
    wrong.push(...pictures.map((picture) => `${address}: not shown: ${picture}`))
    const own = complaints.splice(0).filter((text) => status === 200 || !/404 \(Not Found\)/.test(text))
    wrong.push(...own.map((text) => `${address}: ${text}`))
  }
  return wrong
}

/** Runs in the page: loads everything that loads on scroll. */
async function picturesThatFail(): Promise<string[]> {
  const failed: string[] = []
  for (const picture of document.images) {
    picture.loading = 'eager'
    // Not `decode()`, which also fails when a new width has just selected another source.
    while (!picture.complete)
      await new Promise((settle) => {
        picture.addEventListener('load', settle, { once: true })
        picture.addEventListener('error', settle, { once: true })
      })
    if (picture.naturalWidth === 0) failed.push(picture.currentSrc || picture.outerHTML.slice(0, 160))
  }
  return failed
}

/** Runs in the page. */
function readingOf(main: Element): { letters: number; waiting: string[] } {
  const isShown = (element: Element) => element.checkVisibility()
  const waiting = [
    ...main.querySelectorAll('[aria-busy="true"], [role="progressbar"], .skeleton, .animate-spin'),
  ]
  const texts = [...main.querySelectorAll('*')].filter(({ textContent }) =>
    /^(loading|please wait)\b.{0,12}$/i.test((textContent ?? '').trim()),
  )
  return {
    letters: (main as HTMLElement).innerText.replace(/\s+/g, ' ').length,
    waiting: [...waiting, ...texts].filter(isShown).map(({ outerHTML }) => outerHTML.slice(0, 120)),
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
async function weigh(scripts: ReadonlySet<string>): Promise<number> {
  const each = await Promise.all(
    [...scripts].map((url) => {
      const size = sizes.get(url) ?? gzippedBytes(url)
      sizes.set(url, size)
      return size
    }),
  )
  return each.reduce((sum, bytes) => sum + bytes, 0)
}

const kib = (bytes: number) => `${(bytes / KIB).toFixed(1)} KiB`
