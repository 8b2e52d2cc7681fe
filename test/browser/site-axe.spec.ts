import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Product, startProduct } from '#test/product/product.ts'
import { logMotion } from './accessibility.ts'
import { violationsOf } from './axe.ts'
import { openBrowser, type Person } from './person.ts'
import { readSitePages } from './site-pages.ts'

type Appearance = { theme: 'dark' | 'light'; width: number; height: number }

/** All rules at each width and in each theme; the other two pairs could only differ in colors. */
const APPEARANCES: (Appearance & { rules?: string[] })[] = [
  { theme: 'dark', width: 1440, height: 900 },
  { theme: 'light', width: 1440, height: 900, rules: ['color-contrast', 'link-in-text-block'] },
  { theme: 'light', width: 390, height: 844 },
  { theme: 'dark', width: 390, height: 844, rules: ['color-contrast', 'link-in-text-block', 'target-size'] },
]
const WINDOWS = 2
/** Time limit of tests that open every page, on a busy machine. */
const TIMEOUT_MS = 240_000

let product: Product
let browser: Awaited<ReturnType<typeof openBrowser>>
let visitor: Person

beforeAll(async () => {
  ;[product, browser] = await Promise.all([startProduct(), openBrowser()])
  visitor = await browser.newPerson()
  await logMotion(visitor)
})
afterAll(async () => {
  await browser?.close()
  await product?.stop()
})

test(
  'A33 no public page has accessibility violations, on desktop and phone, in either theme',
  async () => {
    const pages = await readSitePages(product.url)
    const violationsByWindow = await Promise.all(
      Array.from({ length: WINDOWS }, async (_, window) => {
        const reader = await browser.newPerson()
        await logMotion(reader)
        const { page } = reader
        const violations: string[] = []
        for (const { path } of pages.filter((_, index) => index % WINDOWS === window)) {
          await page.goto(product.url + path)
          violations.push(
            ...(await violationsInAllAppearances(page)).map((violation) => `${path} ${violation}`),
          )
        }
        await reader.close()
        return violations
      }),
    )
    expect(violationsByWindow.flat()).toEqual([])
  },
  TIMEOUT_MS,
)

test('A33 the sign-in dialog over a public page has no accessibility violations', async () => {
  const { page } = visitor
  await page.goto(`${product.url}/about`)
  await page.getByRole('button', { name: 'Login' }).click()
  await page.getByRole('dialog').waitFor()
  expect(await violationsInAllAppearances(page)).toEqual([])
})

test('A33 the message about a form has no accessibility violations', async () => {
  const { page } = visitor
  await page.goto(`${product.url}/about`)
  await page.getByRole('button', { name: 'Subscribe' }).click()
  const message = page.getByRole('region', { name: /notifications/i }).getByRole('listitem')
  await message.getByText('Please enter your email address', { exact: true }).waitFor()
  // The toast stays while the pointer is over it.
  await message.hover()
  expect(await violationsInAllAppearances(page)).toEqual([])
})

test('A33 the contact form and its field errors have no accessibility violations', async () => {
  const { page } = visitor
  await page.goto(`${product.url}/contact`)
  const form = page.getByRole('main').locator('form')
  await form.getByLabel(/^Email/).fill('nobody')
  await form.getByRole('button').last().click()
  // Waits for the fourth invalid field, because fields are marked one after the other.
  await form.locator('[aria-invalid=true]').nth(3).waitFor()
  expect(await violationsInAllAppearances(page)).toEqual([])
  expect(visitor.consoleErrors.filter((text) => !/404 \(Not Found\)/.test(text))).toEqual([])
})

/** Violations that axe finds in all themes and widths; restores theme and width. */
async function violationsInAllAppearances(page: Page): Promise<string[]> {
  const violations: string[] = []
  for (const { rules, ...appearance } of APPEARANCES) {
    await setAppearance(page, appearance)
    const foundViolations = await violationsOf(page, { rules })
    violations.push(
      ...foundViolations.map(
        ({ id, html }) => `${appearance.theme} ${appearance.width} px, ${id}: ${html.slice(0, 200)}`,
      ),
    )
  }
  await setAppearance(page, APPEARANCES[0] as Appearance)
  return violations
}

/** Waits until the page is drawn again. */
async function setAppearance(page: Page, { theme, width, height }: Appearance): Promise<void> {
  await page.setViewportSize({ width, height })
  await page.evaluate((value) => {
    document.documentElement.dataset.theme = value
    return new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  }, theme)
}
