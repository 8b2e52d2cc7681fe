// Response time of the page to a quick user: the real product in a real browser, driven by real keys and buttons.
import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { type ContactSummary, listContacts } from '#contract/contacts.ts'
import { launchBrowser } from '#test/browser/browser.ts'
import { numberOf } from '#test/product/invariants.ts'
import { quantile } from '#test/product/load.ts'
import { printTable } from '../shared/report.ts'
import type { BenchContext, Measurement } from './bench-part.ts'
import { assertCards, cardsInWindow, fetchContacts } from './cards.ts'
import { createMeter, type Meter, pressKeys } from './interactions.ts'

/** Goal for every interaction, so that each feels immediate. */
const GOAL_MS = 100
/** Accounts for contacts that other parts added. */
const COUNT_CONTACTS = 'select contacts from organization_counters where organization_id = $1'
const SIGNAL_FILTERS = { Debt: 'debt', Divorce: 'divorce', Disaster: 'disaster', 'All signals': '' }
const TABS = [/^Signals/, /^Property/, /^Intelligence/, /^Tasks/, /^Overview/]

type Session = { page: Page; meter: Meter; url: string; count: string }

export async function measureBrowser(context: BenchContext): Promise<Measurement[]> {
  const { ownerUrl, organizationId, cookie } = context
  const { url } = await context.start(ownerUrl)
  const browser = await launchBrowser()
  context.after(() => browser.close())
  const browserContext = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const cookies = [cookie.split('='), ['signed_in', '1']]
  await browserContext.addCookies(cookies.map(([name = '', value = '']) => ({ name, value, url })))
  const page = await browserContext.newPage()
  const meter = await createMeter(page)
  const count = (await numberOf(ownerUrl, COUNT_CONTACTS, [organizationId])).toLocaleString('en')
  const session = { page, meter, url, count }
  await page.goto(`${url}/dashboard`)
  await page.getByText(`${count} people`).waitFor()
  for (const measureUse of [
    measureSearchAndFilters,
    measureScrolling,
    measureSelection,
    measureKeyboardMoves,
    measureDrawer,
    measurePalette,
  ])
    await measureUse(session)
  // Runs last, because the enrichment may change the lists.
  await measureTabsAndTasks(session, await enrichOne(session))
  const kinds = [...meter.results].map(([name, values]) =>
    [name, values.length, quantile(values, 0.5), Math.max(...values)].map(String),
  )
  printTable({ rows: [['interaction to next paint', 'count', 'p50', 'max'], ...kinds], firstNumberColumn: 1 })
  const times = [...meter.results.values()].flat()
  const goal = { unit: 'ms', isLowerBetter: true, goal: GOAL_MS } as const
  return [
    { operation: 'browser: interaction to next paint, p98', value: quantile(times, 0.98), ...goal },
    { operation: 'browser: slowest interaction', value: Math.max(...times), ...goal },
  ]
}

async function measureSearchAndFilters(session: Session): Promise<void> {
  const { page, meter } = session
  const box = page.getByRole('searchbox', { name: 'Search contacts' })
  for (const search of ['ramirez', 'maria garcia', 'mar']) {
    await box.focus()
    await meter.press('search, letter by letter', ...search)
    await assertCards(session, { search })
    await meter.press('search, taken back', ...Array(search.length).fill('Backspace'))
    await assertCards(session, {})
  }
  const filter = page.getByRole('group', { name: 'Signal filter' })
  for (const [label, topSignal] of [SIGNAL_FILTERS, SIGNAL_FILTERS].flatMap(Object.entries)) {
    await meter.click('signal filter', filter.getByRole('button', { name: label }))
    await assertCards(session, topSignal ? { topSignal } : {})
  }
  for (const sort of ['chance', 'name', 'enriched', 'task', 'score']) {
    await page.getByLabel('Sort by').focus()
    // The arrow key moves through the list of a closed select, and stops at its end.
    await meter.press('order', sort === 'score' ? 'Home' : 'ArrowDown')
    await assertCards(session, { sort })
  }
}

/** Scrolls through many pages, so that everything after it happens with thousands of contacts loaded. */
async function measureScrolling({ page, meter }: Session): Promise<void> {
  await page.getByRole('heading', { name: 'Contacts', exact: true }).click()
  await meter.press('Page Down', ...Array(120).fill('PageDown'))
  await pressKeys(page, Array(30).fill('End'))
}

async function measureSelection({ page, meter, count }: Session): Promise<void> {
  const bar = page.getByRole('region', { name: 'Selected contacts' })
  for (let i = 1; i <= 10; i++) {
    const box = (await cardsInWindow(page)).nth((i * 2) % 8).getByRole('checkbox')
    const wasChecked = await box.isChecked()
    await meter.click('select a card', box)
    assert.equal(await box.isChecked(), !wasChecked)
  }
  const card = (await cardsInWindow(page)).nth(1)
  const box = card.getByRole('checkbox')
  await card.getByRole('link').focus()
  for (let i = 0; i < 10; i++) {
    const wasChecked = await box.isChecked()
    await meter.press('select by key', 'x')
    assert.equal(await box.isChecked(), !wasChecked)
  }
  await box.check()
  await meter.click('select all that match', bar.getByRole('button', { name: /^Select all/ }))
  await bar.getByText(`${count} contacts selected`).waitFor()
  await meter.click('clear the selection', bar.getByRole('button', { name: 'Clear' }))
  await bar.waitFor({ state: 'detached' })
}

async function measureKeyboardMoves({ page, meter }: Session): Promise<void> {
  const start = Number(await (await cardsInWindow(page)).first().getAttribute('data-card'))
  const focused = page.locator('[data-card]:focus-within')
  await page.locator(`[data-card="${start}"] a`).focus()
  // Up first, because the rest of the list may still be loading.
  await meter.press('j and k', ...'k'.repeat(40))
  assert.equal(Number(await focused.getAttribute('data-card')), start - 40)
  await meter.press('j and k', ...'j'.repeat(40))
  assert.equal(Number(await focused.getAttribute('data-card')), start)
}

async function measureDrawer({ page, meter }: Session): Promise<void> {
  for (let i = 0; i < 8; i++) {
    const link = (await cardsInWindow(page)).nth(i % 4).getByRole('link')
    const name = (await link.textContent()) ?? ''
    if (i % 2 === 0) await meter.click('open by click', link)
    else {
      await link.focus()
      await meter.press('open by Enter', 'Enter')
    }
    const drawer = page.getByRole('dialog', { name })
    await drawer.getByRole('heading', { name }).first().waitFor()
    await meter.press('close by Esc', 'Escape')
    await drawer.waitFor({ state: 'detached' })
  }
}

async function measurePalette({ page, meter }: Session): Promise<void> {
  const palette = page.getByRole('dialog', { name: 'Command palette' })
  for (let i = 0; i < 3; i++) {
    await meter.press('palette: Ctrl K', 'Control+k')
    await palette.waitFor()
    await meter.press('palette: letter by letter', ...'marti')
    await palette.getByRole('option', { name: /Mart/ }).first().waitFor()
    await meter.press('palette: Esc', 'Escape')
    await palette.waitFor({ state: 'detached' })
  }
}

/** The tabs of a fully enriched contact, and the tasks of a contact with some. */
async function measureTabsAndTasks({ page, meter, url }: Session, contact: ContactSummary): Promise<void> {
  await page.goto(`${url}/dashboard?contact=${contact.id}`)
  const drawer = page.getByRole('dialog', { name: `${contact.firstName} ${contact.lastName}` })
  await drawer.getByRole('tab', { name: 'Overview', selected: true }).waitFor()
  for (const name of [...TABS, ...TABS]) {
    await meter.click('drawer tab', drawer.getByRole('tab', { name }))
    await drawer.getByRole('tab', { name, selected: true }).waitFor()
    await drawer.getByRole('tabpanel', { name }).waitFor()
  }
  await drawer.getByRole('tab', { name: /^Tasks/ }).click()
  for (let i = 0; i < 6; i++) {
    const box = drawer.getByRole('tabpanel').getByRole('checkbox', { name: `Task ${1 + (i % 3)}` })
    const wasChecked = await box.isChecked()
    await meter.click('tick a task', box)
    await box.and(page.locator(wasChecked ? ':not(:checked)' : ':checked')).waitFor()
  }
}

/** Finds the best contact with known facts, so that its drawer has everything to show. */
async function enrichOne({ page, url }: Session): Promise<ContactSummary> {
  for (const contact of await fetchContacts(page, url, {})) {
    const response = await page.request.post(`${url}${listContacts.path}/${contact.id}/enrich`)
    if (response.ok()) return contact
    assert.equal(response.status(), 404, await response.text())
  }
  throw new Error('No contact of the first page has known facts')
}
