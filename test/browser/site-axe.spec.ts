import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Product, startProduct } from '#test/product/product.ts'
import { violationsOf } from './axe.ts'
import { withoutMotion } from './looks.ts'
import { openBrowser, type Person } from './person.ts'
import { sitePages } from './site-pages.ts'

type Look = { theme: 'dark' | 'light'; width: number; height: number }

/** All rules at each width and in each theme; the other two pairs could only differ in colors. */
const LOOKS: (Look & { only?: string[] })[] = [
  { theme: 'dark', width: 1440, height: 900 },
  { theme: 'light', width: 1440, height: 900, only: ['color-contrast', 'link-in-text-block'] },
  { theme: 'light', width: 390, height: 844 },
  { theme: 'dark', width: 390, height: 844, only: ['color-contrast', 'link-in-text-block', 'target-size'] },
]
const WINDOWS = 2
/** Time limit of tests that open every page, on a busy machine. */
const PATIENT_MS = 240_000

let product: Product
let browser: Awaited<ReturnType<typeof openBrowser>>
let visitor: Person

beforeAll(async () => {
  ;[product, browser] = await Promise.all([startProduct(), openBrowser()])
  visitor = await browser.person()
  await withoutMotion(visitor)
})
afterAll(async () => {
  await browser?.close()
  await product?.stop()
})

test(
  'A33 no public page has accessibility faults, on desktop and phone, in either theme',
  async () => {
    const pages = await sitePages(product.url)
    const found = await Promise.all(
      Array.from({ length: WINDOWS }, async (_, window) => {
        const reader = await browser.person()
        await withoutMotion(reader)
        const { page } = reader
        const faults: string[] = []
        for (const { address } of pages.filter((_, i) => i % WINDOWS === window)) {
          await page.goto(product.url + address)
          faults.push(...(await faultsOf(page)).map((fault) => `${address} ${fault}`))
        }
        await reader.leave()
        return faults
      }),
    )
    expect(found.flat()).toEqual([])
  },
  PATIENT_MS,
)

test('A33 the sign-in dialog over a public page has no accessibility faults', async () => {
  const { page } = visitor
  await page.goto(`${product.url}/about`)
  await page.getByRole('button', { name: 'Login' }).click()
  await page.getByRole('dialog').waitFor()
  expect(await faultsOf(page)).toEqual([])
})

test('A33 the message about a form has no accessibility faults', async () => {
  const { page } = visitor
  await page.goto(`${product.url}/about`)
  await page.getByRole('button', { name: 'Subscribe' }).click()
  const message = page.getByRole('region', { name: /notifications/i }).getByRole('listitem')
  await message.getByText('Please enter your email address', { exact: true }).waitFor()
  // It stays while the pointer is over it.
  await message.hover()
  expect(await faultsOf(page)).toEqual([])
})

test('A33 the contact form and its field errors have no accessibility faults', async () => {
  const { page } = visitor
  await page.goto(`${product.url}/contact`)
  const form = page.getByRole('main').locator('form')
  await form.getByLabel(/^Email/).fill('nobody')
  await form.getByRole('button').last().click()
  // The fourth invalid field: fields are marked one after the other.
  await form.locator('[aria-invalid=true]').nth(3).waitFor()
  expect(await faultsOf(page)).toEqual([])
  expect(visitor.complaints.filter((text) => !/404 \(Not Found\)/.test(text))).toEqual([])
})

/** Faults that axe finds in all themes and widths; restores theme and width. */
async function faultsOf(page: Page): Promise<string[]> {
  const faults: string[] = []
  for (const { only, ...look } of LOOKS) {
    await show(page, look)
    const found = await violationsOf(page, { rules: only })
    faults.push(
      ...found.map(({ id, html }) => `${look.theme} ${look.width} px, ${id}: ${html.slice(0, 200)}`),
    )
  }
  await show(page, LOOKS[0] as Look)
  return faults
}

/** Waits until the page is drawn again. */
async function show(page: Page, { theme, width, height }: Look): Promise<void> {
  await page.setViewportSize({ width, height })
  await page.evaluate((next) => {
    document.documentElement.dataset.theme = next
    return new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  }, theme)
}
