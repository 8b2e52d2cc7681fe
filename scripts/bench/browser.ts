// Response time of the page to a quick user: the real product in a real browser, driven by real keys and buttons.
import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { type ContactSummary, listContacts } from '#contract/contacts.ts'
import { launchBrowser } from '#test/browser/browser.ts'
import { numberOf } from '#test/product/invariants.ts'
import { quantile } from '#test/product/load.ts'
import { runProduct } from '#test/product/running-product.ts'
import { printTable } from '../shared/report.ts'
import type { BenchPart } from './bench-part.ts'
import { assertCards, cardsInWindow, fetchContacts } from './cards.ts'
import { createMeter, type Meter } from './interactions.ts'

/** Goal for every interaction, so that each feels immediate. */
const GOAL_MS = 100
const BETWEEN_KEYS_MS = 90
/** Accounts for contacts that other parts added. */
const COUNT = 'select contacts from organization_counters where organization_id = $1'

type Bench = { page: Page; meter: Meter; url: string; amount: string }

export const part: BenchPart = {
  name: 'browser',
  sizes: 'largest',
  async run({ workspace: { ownerUrl, organizationId, cookie } }) {
    const { url, end } = await runProduct(ownerUrl)
    const browser = await launchBrowser()
    try {
      const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
      const cookies = [cookie.split('='), ['signed_in', '1']]
      await context.addCookies(cookies.map(([name = '', value = '']) => ({ name, value, url })))
      const page = await context.newPage()
      const meter = await createMeter(page)
      const amount = (await numberOf(ownerUrl, COUNT, [organizationId])).toLocaleString('en')
      const bench = { page, meter, url, amount }
      await page.goto(`${url}/dashboard`)
      await page.getByText(`${amount} people`).waitFor()
      for (const work of [searchAndFilter, scroll, select, move, openAndClose, askPalette]) await work(bench)
      // Runs last, because the enrichment may change the lists.
      await readAndCompleteTask(bench, await enrichOne(bench))
      const kinds = [...meter.results].map(([name, values]) =>
        [name, values.length, quantile(values, 0.5), Math.max(...values)].map(String),
      )
      printTable({ rows: [['interaction to next paint', 'count', 'p50', 'max'], ...kinds], numbersFrom: 1 })
      const all = [...meter.results.values()].flat()
      const goal = { unit: 'ms', atMost: true, goal: GOAL_MS } as const
      return [
        { operation: 'browser: interaction to next paint, p98', value: quantile(all, 0.98), ...goal },
        { operation: 'browser: slowest interaction', value: Math.max(...all), ...goal },
      ]
    } finally {
      await browser.close()
      await end('SIGTERM')
    }
  },
}

async function searchAndFilter(bench: Bench): Promise<void> {
  const { page, meter } = bench
  const box = page.getByRole('searchbox', { name: 'Search contacts' })
  for (const words of ['ramirez', 'maria garcia', 'mar']) {
    await box.focus()
    await meter.measure('search, letter by letter', words.length, () => press(page, words))
    await assertCards(bench, { search: words })
    await meter.measure('search, taken back', words.length, () =>
      press(page, Array(words.length).fill('Backspace')),
    )
    await assertCards(bench, {})
  }
  const filter = page.getByRole('group', { name: 'Signal filter' })
  for (const [label, topSignal] of [...SIGNALS, ...SIGNALS]) {
    await meter.measure('signal filter', 1, () => filter.getByRole('button', { name: label }).click())
    await assertCards(bench, topSignal ? { topSignal } : {})
  }
  for (const sort of ['chance', 'name', 'enriched', 'task', 'score']) {
    await page.getByLabel('Sort by').focus()
    // The arrow key moves through the list of a closed select, and stops at its end.
    await meter.measure('order', 1, () => page.keyboard.press(sort === 'score' ? 'Home' : 'ArrowDown'))
    await assertCards(bench, { sort })
  }
}

const SIGNALS = [
  ['Debt', 'debt'],
  ['Divorce', 'divorce'],
  ['Disaster', 'disaster'],
  ['All signals', ''],
] as const

/** Scrolls through many pages, so that everything after it happens with thousands of contacts loaded. */
async function scroll(bench: Bench): Promise<void> {
  const { page, meter } = bench
  await page.getByRole('heading', { name: 'Contacts', exact: true }).click()
  await meter.measure('Page Down', 120, () => press(page, Array(120).fill('PageDown')))
  await press(page, Array(30).fill('End'))
}

async function select({ page, meter, amount }: Bench): Promise<void> {
  const bar = page.getByRole('region', { name: 'Selected contacts' })
  for (let i = 1; i <= 10; i++) {
    const box = (await cardsInWindow(page)).nth((i * 2) % 8).getByRole('checkbox')
    const on = !(await box.isChecked())
    await meter.measure('select a card', 1, () => box.click())
    assert.equal(await box.isChecked(), on)
  }
  const first = (await cardsInWindow(page)).nth(1)
  await first.getByRole('link').focus()
  for (let i = 0; i < 10; i++) {
    const was = await first.getByRole('checkbox').isChecked()
    await meter.measure('select by key', 1, () => page.keyboard.press('x'))
    assert.equal(await first.getByRole('checkbox').isChecked(), !was)
  }
  await first.getByRole('checkbox').check()
  await meter.measure('select all that match', 1, () =>
    bar.getByRole('button', { name: /^Select all/ }).click(),
  )
  await bar.getByText(`${amount} contacts selected`).waitFor()
  await meter.measure('clear the selection', 1, () => bar.getByRole('button', { name: 'Clear' }).click())
  await bar.waitFor({ state: 'detached' })
}

async function move({ page, meter }: Bench): Promise<void> {
  const start = Number(await (await cardsInWindow(page)).first().getAttribute('data-card'))
  await page.locator(`[data-card="${start}"] a`).focus()
  // Up first, because the rest of the list may still be loading.
  for (const [key, steps] of [
    ['k', 40],
    ['j', 40],
  ] as const) {
    await meter.measure('j and k', steps, () => press(page, Array(steps).fill(key)))
    const at = await page.evaluate(
      () => document.activeElement?.closest<HTMLElement>('[data-card]')?.dataset.card,
    )
    assert.equal(Number(at), key === 'k' ? start - steps : start)
  }
}

async function openAndClose({ page, meter }: Bench): Promise<void> {
  for (let i = 0; i < 8; i++) {
    const link = (await cardsInWindow(page)).nth(i % 4).getByRole('link')
    const name = (await link.textContent()) ?? ''
    if (i % 2 === 0) {
      await meter.measure('open by click', 1, () => link.click())
    } else {
      await link.focus()
      await meter.measure('open by Enter', 1, () => page.keyboard.press('Enter'))
    }
    const drawer = page.getByRole('dialog', { name })
    await drawer.getByRole('heading', { name }).first().waitFor()
    await meter.measure('close by Esc', 1, () => page.keyboard.press('Escape'))
    await drawer.waitFor({ state: 'detached' })
  }
}

async function askPalette({ page, meter }: Bench): Promise<void> {
  const palette = page.getByRole('dialog', { name: 'Command palette' })
  for (let i = 0; i < 3; i++) {
    await meter.measure('palette: Ctrl K', 1, () => page.keyboard.press('Control+k'))
    await palette.waitFor()
    await meter.measure('palette: letter by letter', 5, () => press(page, 'marti'))
    await palette.getByRole('option', { name: /Mart/ }).first().waitFor()
    await meter.measure('palette: Esc', 1, () => page.keyboard.press('Escape'))
    await palette.waitFor({ state: 'detached' })
  }
}

/** The tabs of a fully enriched contact, and the tasks of a contact with some. */
async function readAndCompleteTask({ page, meter, url }: Bench, enriched: ContactSummary): Promise<void> {
  await page.goto(`${url}/dashboard?contact=${enriched.id}`)
  const drawer = page.getByRole('dialog', { name: `${enriched.firstName} ${enriched.lastName}` })
  await drawer.getByRole('tab', { name: 'Overview', selected: true }).waitFor()
  for (const name of [...TABS, ...TABS]) {
    await meter.measure('drawer tab', 1, () => drawer.getByRole('tab', { name }).click())
    await drawer.getByRole('tab', { name, selected: true }).waitFor()
    await drawer.getByRole('tabpanel', { name }).waitFor()
  }
  await drawer.getByRole('tab', { name: /^Tasks/ }).click()
  for (let i = 0; i < 6; i++) {
    const box = drawer.getByRole('tabpanel').getByRole('checkbox', { name: `Task ${1 + (i % 3)}` })
    const on = !(await box.isChecked())
    await meter.measure('tick a task', 1, () => box.click())
    await box.and(page.locator(on ? ':checked' : ':not(:checked)')).waitFor()
  }
}

const TABS = [/^Signals/, /^Property/, /^Intelligence/, /^Tasks/, /^Overview/]

/** Finds the best contact with known facts, so that its drawer has everything to show. */
async function enrichOne({ page, url }: Bench): Promise<ContactSummary> {
  for (const contact of await fetchContacts(page, url, {})) {
    const answer = await page.request.post(`${url}${listContacts.path}/${contact.id}/enrich`)
    if (answer.ok()) return contact
    assert.equal(answer.status(), 404, await answer.text())
  }
  throw new Error('Nothing is known about anybody')
}

/** Presses keys one after another at human speed. */
async function press(page: Page, keys: Iterable<string>): Promise<void> {
  for (const key of keys) {
    await page.keyboard.press(key === ' ' ? 'Space' : key)
    await page.waitForTimeout(BETWEEN_KEYS_MS)
  }
}
