import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CATEGORIES } from '#domain/signals/categories.ts'
import { type Product, startProduct } from '#test/product/product.ts'
import { openBrowser } from './person.ts'

let product: Product
let browser: Awaited<ReturnType<typeof openBrowser>>
let page: Page

beforeAll(async () => {
  product = await startProduct({ DEMO: '1' })
  browser = await openBrowser()
  ;({ page } = await browser.newPerson())
  // The demo is still being verified, and each live change would reload the list that the second test stubs.
  await page.route('**/api/events*', (route) => route.abort())
  await page.goto(product.demoLink())
  await page.waitForURL('**/dashboard')
})
afterAll(async () => {
  await browser?.close()
  await product?.stop()
})

const tab = (name: RegExp) => page.getByRole('tablist', { name: 'Changes' }).getByRole('tab', { name })
const list = (name: string) => page.getByRole('list', { name, exact: true }).getByRole('listitem')

test('A30 Insights lists whose score rose and why, and opens the contact beside the list', async () => {
  await page
    .getByRole('navigation', { name: 'Main navigation' })
    .getByRole('link', { name: 'Insights' })
    .click()
  await page.getByRole('heading', { name: 'Insights', level: 1 }).waitFor()
  await tab(/^Up\s*[1-9]/).waitFor()
  const row = list('Up')
    .filter({ hasText: /up from \d+ to \d+/ })
    .first()
  const [, from, to] = /up from (\d+) to (\d+)/.exec(await row.innerText()) ?? []
  expect(Number(to)).toBeGreaterThan(Number(from))
  await row.getByText(new RegExp(`^(${CATEGORIES.join('|')})$`, 'i')).waitFor()
  await row.getByRole('link').click()
  await page.waitForURL('**/insights?**contact=**')
  const drawer = page.locator('[role="dialog"]').filter({ has: page.locator('[role="tab"]') })
  await drawer.getByRole('tab', { name: /Signals/ }).click()
  // A13: each step of the curve names its cause.
  const steps = drawer.getByRole('list', { name: 'What changed the score' }).getByRole('listitem')
  await steps.first().waitFor()
  expect(await steps.first().innerText()).toMatch(new RegExp(`${from} → ${to}[\\s\\S]*After enrichment`))
  await drawer.getByRole('button', { name: /^Show all \d+ changes/ }).click()
  await drawer.getByRole('button', { name: 'Show fewer changes' }).waitFor()
  await page.keyboard.press('Escape')
})

test('A30 a person can be marked as moved in the list', async () => {
  const row = list('Up').first()
  await row.getByRole('button', { name: /^Mark as moved: / }).click()
  const dialog = page.getByRole('dialog', { name: 'Mark as moved' })
  await dialog.getByRole('button', { name: 'Mark as moved' }).click()
  await page.getByText('Move Recorded', { exact: true }).waitFor()
  await list('Up').getByText('Moved', { exact: true }).waitFor()
})

test('A30 new signals have their own list, and an empty list and a failure say so', async () => {
  await tab(/^New signals\s*[1-9]/).click()
  await page.waitForURL('**show=newSignals**')
  await list('New signals').nth(10).waitFor()
  const monthResponse = page.waitForResponse('**/api/changes?*')
  await page.getByRole('combobox', { name: 'Period' }).selectOption('Last 30 days')
  await page.waitForURL('**days=30**')
  await monthResponse
  await list('New signals').first().waitFor()

  const emptyPage = { items: [], next: null }
  const responses = [
    { status: 500, body: '{}' },
    {
      status: 200,
      body: JSON.stringify({
        since: '2026-01-01T00:00:00Z',
        counts: { risen: 0, fallen: 0, firstScores: 0, newSignals: 0 },
        risen: emptyPage,
        fallen: emptyPage,
        firstScores: emptyPage,
        newSignals: emptyPage,
      }),
    },
  ]
  await page.route('**/api/changes?*', (route) =>
    route.fulfill({ contentType: 'application/json', ...responses.shift() }),
  )
  await tab(/^Down/).click()
  await page.getByRole('alert').getByText("We couldn't load the changes").waitFor()
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('heading', { name: 'No scores went down' }).waitFor()
})
