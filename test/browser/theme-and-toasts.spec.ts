import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Product, startProduct } from '#test/product/product.ts'
import { openBrowser } from './person.ts'

let product: Product
let browser: Awaited<ReturnType<typeof openBrowser>>
let page: Page

beforeAll(async () => {
  product = await startProduct({ DEMO: '1' })
  browser = await openBrowser()
  page = (await browser.newPerson()).page
  await page.goto(product.demoLink())
  await page.waitForURL('**/dashboard')
})
afterAll(async () => {
  await browser?.close()
  await product?.stop()
})

async function openDashboard(): Promise<void> {
  await page.goto(`${product.url}/dashboard`)
  await page.getByRole('main').getByRole('listitem').getByRole('link').first().waitFor()
}

test('A33 the theme is dark by default, and the chosen one is remembered', async () => {
  const theme = () => page.evaluate(() => document.documentElement.dataset.theme)
  await openDashboard()
  expect(await theme()).toBe('dark')
  await page.getByRole('button', { name: 'Switch to light theme' }).click()
  expect([await theme(), await page.evaluate(() => localStorage.getItem('theme'))]).toEqual([
    'light',
    'light',
  ])
  await openDashboard()
  expect(await theme()).toBe('light')
  await page.getByRole('button', { name: 'Switch to dark theme' }).click()
  expect([await theme(), await page.evaluate(() => localStorage.getItem('theme'))]).toEqual(['dark', 'dark'])
})

describe('A32 toasts', () => {
  const toasts = () => page.getByRole('region', { name: 'Notifications (F8)' }).getByRole('listitem')
  const showToast = async () => {
    await page.getByRole('button', { name: 'Sample data' }).click()
    await toasts().first().waitFor()
  }
  /** Drags the toast to the right by a number of pixels. */
  const dragToast = async (pixels: number) => {
    const box = await toasts().first().boundingBox()
    const [x, y] = [(box?.x ?? 0) + 40, (box?.y ?? 0) + 20]
    await page.mouse.move(x, y)
    await page.mouse.down()
    for (let distance = 0; distance <= pixels; distance += 5) await page.mouse.move(x + distance, y)
    await page.mouse.up()
    await page.mouse.move(5, 5)
  }

  beforeAll(async () => {
    await page.clock.install()
    await openDashboard()
  })

  test('show one at a time, at most 420 px wide, for 5000 ms', async () => {
    await page.getByRole('button', { name: 'Import Contacts' }).click()
    const file = { name: 'people.xlsx', mimeType: 'text/plain', buffer: Buffer.from('x') }
    await page.getByRole('dialog').locator('input[type=file]').setInputFiles(file)
    await page.getByText('Wrong File Type', { exact: true }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Sample data' }).click()
    await toasts().filter({ hasText: 'Sample data' }).waitFor()
    expect(await toasts().count()).toBe(1)
    const list = toasts().locator('..')
    expect(await list.evaluate((element) => getComputedStyle(element).maxWidth)).toBe('420px')
    expect((await list.boundingBox())?.width).toBe(420)
    await page.clock.runFor(4000)
    expect(await toasts().count()).toBe(1)
    await page.clock.runFor(1200)
    await toasts().waitFor({ state: 'detached' })
  })

  test('get the focus with F8', async () => {
    await showToast()
    await page.keyboard.press('F8')
    const readFocusedText = () =>
      page.evaluate(() => document.activeElement?.closest('ol, li')?.textContent ?? '')
    expect(await readFocusedText()).toContain('Sample data')
    await page.keyboard.press('Escape')
    await toasts().waitFor({ state: 'detached' })
  })

  test('are dismissed by a swipe of 50 px to the right, not a shorter one', async () => {
    await showToast()
    await dragToast(45)
    expect(await toasts().count()).toBe(1)
    await dragToast(55)
    await toasts().waitFor({ state: 'detached' })
  })
})
