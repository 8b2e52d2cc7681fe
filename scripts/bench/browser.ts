// How long the page takes to answer a person who works in it quickly: the real product in a real browser, driven by real
// keys and buttons, beside the same on an empty page, which is as fast as this machine can be.
import assert from 'node:assert/strict'
import pg from 'pg'
import type { Page } from 'playwright-core'
import { type ContactSummary, listContacts } from '#contract/contacts.ts'
import { launchBrowser } from '#test/browser/browser.ts'
import type { BenchContext, BenchPart, Line, Workspace } from './bench-part.ts'
import { startBuilt } from './built-product.ts'
import { assertCards, assertCardsInWindow, cardsInWindow, fetchContacts } from './cards.ts'
import { WITH_DISASTER } from './fill.ts'
import { createMeter, type Meter, printInteractions } from './interactions.ts'
import { percentile } from './numbers.ts'

/** Of every interaction, so that each feels immediate. */
const GOAL_MS = 100
const BETWEEN_KEYS_MS = 90

type Bench = { page: Page; meter: Meter; url: string; amount: string }

export const part: BenchPart = { name: 'browser', sizes: 'largest', run }

async function run({ workspace }: BenchContext): Promise<Line[]> {
  const product = await startBuilt({ DATABASE_URL: workspace.ownerUrl, DEMO: '0' })
  const browser = await launchBrowser()
  const amount = (await contactsNow(workspace)).toLocaleString('en')
  try {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
    const blank = await context.newPage()
    const limit = await createMeter(blank)
    await workOnEmptyPage({ page: blank, meter: limit, url: product.url, amount })
    await blank.close()
    const page = await context.newPage()
    const meter = await createMeter(page)
    const bench = { page, meter, url: product.url, amount }
    await page.goto(product.url + (await workspace.signInPath()))
    await page.waitForURL('**/dashboard')
    await page.getByText(`${amount} people`).waitFor()
    for (const work of [searchAndFilter, scroll, select, move, openAndClose, askPalette]) await work(bench)
    // Runs last, because the enrichment may change the lists.
    await readAndCompleteTask(bench, await enrichOne(bench))
    return report(meter, limit)
  } finally {
    await browser.close()
    await product.stop()
  }
}

/** Other parts may have added some. */
async function contactsNow({ ownerUrl, organizationId }: Workspace): Promise<number> {
  const owner = new pg.Client({ connectionString: ownerUrl })
  await owner.connect()
  const { rows } = await owner.query<{ contacts: number }>(
    'select contacts from organization_counters where organization_id = $1',
    [organizationId],
  )
  await owner.end()
  return rows[0]?.contacts ?? 0
}

/** Prints each kind of interaction; the lines are the slowest of all and the one that browsers are judged by. */
function report(meter: Meter, limit: Meter): Line[] {
  console.log('interaction to next paint         count        p50        max')
  printInteractions(limit.results, GOAL_MS)
  printInteractions(meter.results, GOAL_MS)
  const all = [...meter.results.values()].flat()
  const line = (operation: string, value: number): Line => ({
    ...{ operation, value, unit: 'ms', atMost: true, goal: GOAL_MS },
  })
  return [
    line('browser: interaction to next paint, p98', percentile(all, 98)),
    line('browser: slowest interaction', Math.max(...all)),
  ]
}

/** The floor: a button that counts, and a long page without anything to do while it scrolls. */
async function workOnEmptyPage({ page, meter, url }: Bench): Promise<void> {
  await page.goto(`${url}/healthz`)
  await page.setContent(`<button>0</button><input><div style="height: 400000px"></div>`)
  await page.evaluate(() => {
    const button = document.querySelector('button')
    button?.addEventListener('click', () => {
      button.textContent = String(Number(button.textContent) + 1)
    })
  })
  await meter.measure('empty page: click', 20, async () => {
    for (let i = 0; i < 20; i++) await page.mouse.click(15, 15)
  })
  assert.equal(await page.locator('button').textContent(), '20')
  await page.locator('input').focus()
  await meter.measure('empty page: type', 20, () => typed(page, 'abcdefghijklmnopqrst'))
  assert.equal(await page.locator('input').inputValue(), 'abcdefghijklmnopqrst')
  await meter.measureFrames('empty page: wheel, longest frame', () => wheel(page))
}

async function searchAndFilter(bench: Bench): Promise<void> {
  const { page, meter } = bench
  const box = page.getByRole('searchbox', { name: 'Search contacts' })
  for (const words of ['ramirez', 'maria garcia', 'mar']) {
    await box.focus()
    await meter.measure('search, letter by letter', words.length, () => typed(page, words))
    await assertCards(bench, { search: words })
    await meter.measure('search, taken back', words.length, () => typed(page, words, 'Backspace'))
    await assertCards(bench, {})
  }
  const filter = page.getByRole('group', { name: 'Signal filter' })
  for (const [label, topSignal] of [...SIGNALS, ...SIGNALS]) {
    await meter.measure('signal filter', 1, () => filter.getByRole('button', { name: label }).click())
    await assertCards(bench, topSignal ? { topSignal } : {})
  }
  await filter.getByRole('button', { name: 'Disaster' }).click()
  await page.getByText(`${WITH_DISASTER} people`).waitFor()
  for (const narrowed of [true, false]) {
    if (!narrowed) await filter.getByRole('button', { name: 'All signals' }).click()
    for (const sort of ['chance', 'name', 'enriched', 'task', 'score']) {
      await page.getByLabel('Sort by').focus()
      // The list of a closed select goes on with the arrow key, and stands still at its end.
      await meter.measure('order', 1, () => page.keyboard.press(sort === 'score' ? 'Home' : 'ArrowDown'))
      await assertCards(bench, { sort, ...(narrowed && { topSignal: 'disaster' }) })
    }
  }
}

const SIGNALS = [
  ['Debt', 'debt'],
  ['Divorce', 'divorce'],
  ['Disaster', 'disaster'],
  ['All signals', ''],
] as const

/** Through many pages, and from there on everything happens with thousands of contacts loaded. */
async function scroll(bench: Bench): Promise<void> {
  const { page, meter } = bench
  await page.getByRole('heading', { name: 'Contacts', exact: true }).click()
  await meter.measure('Page Down', 120, async () => {
    for (let i = 0; i < 120; i++) {
      await page.keyboard.press('PageDown')
      await page.waitForTimeout(BETWEEN_KEYS_MS)
    }
  })
  await assertCardsInWindow(bench)
  await meter.measureFrames('wheel, longest frame', () => wheel(page))
  await assertCardsInWindow(bench)
  for (let i = 0; i < 30; i++) {
    await page.keyboard.press('End')
    await page.waitForTimeout(BETWEEN_KEYS_MS)
  }
  await assertCardsInWindow(bench)
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
  // Up first: further down the list may still be on its way.
  for (const [key, steps] of [
    ['k', 40],
    ['j', 40],
  ] as const) {
    await meter.measure('j and k', steps, async () => {
      for (let i = 0; i < steps; i++) {
        await page.keyboard.press(key)
        await page.waitForTimeout(BETWEEN_KEYS_MS)
      }
    })
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
    await meter.measure('palette: letter by letter', 5, () => typed(page, 'marti'))
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

/** Looks the best contact up of whom something is known, so that its drawer has everything to show. */
async function enrichOne({ page, url }: Bench): Promise<ContactSummary> {
  for (const contact of await fetchContacts(page, url, {})) {
    const answer = await page.request.post(`${url}${listContacts.path}/${contact.id}/enrich`)
    if (answer.ok()) return contact
    assert.equal(answer.status(), 404, await answer.text())
  }
  throw new Error('Nothing is known about anybody')
}

/** Types at human speed; with `key`, presses that key as often as there are letters. */
async function typed(page: Page, text: string, key?: string): Promise<void> {
  for (const letter of text) {
    await page.keyboard.press(key ?? (letter === ' ' ? 'Space' : letter))
    await page.waitForTimeout(BETWEEN_KEYS_MS)
  }
}

async function wheel(page: Page): Promise<void> {
  await page.mouse.move(700, 500)
  for (let i = 0; i < 120; i++) {
    await page.mouse.wheel(0, 400)
    await page.waitForTimeout(16)
  }
}
