import pg from 'pg'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Product, startProduct } from '#test/product/product.ts'
import { openBrowser, type Person } from './person.ts'

const SEVEN_DAYS_S = 7 * 24 * 60 * 60
const DESKTOP = { width: 1440, height: 900 }

let product: Product
let browser: Awaited<ReturnType<typeof openBrowser>>
let member: Person
let page: Page

beforeAll(async () => {
  product = await startProduct({ DEMO: '1' })
  browser = await openBrowser()
  member = await browser.person()
  page = member.page
  await page.goto(product.demoLink())
  await page.waitForURL('**/dashboard')
  await firstCard().waitFor()
})
afterAll(async () => {
  await browser?.close()
  await product?.stop()
})

const firstCard = () => page.getByRole('main').getByRole('listitem').getByRole('link').first()
const bell = (at: Page) => at.getByRole('banner').getByRole('button', { name: /^Notifications/ })
const panel = (at: Page) => at.getByRole('dialog', { name: 'Notifications' })
const palette = () => page.getByRole('dialog', { name: 'Command palette' })
const combobox = () => palette().getByRole('combobox')

/** In CSS pixels; sliding in, a box is off by less than one. */
async function widthOf(element: Locator): Promise<number> {
  return Math.round((await element.boundingBox())?.width ?? 0)
}

async function dashboard(): Promise<void> {
  await page.goto(`${product.url}/dashboard`)
  await firstCard().waitFor()
}

/** Imports one new contact; its end is told. */
async function importOne(name: string): Promise<void> {
  const status = await page.evaluate(async (csv) => {
    const headers = { 'Content-Type': 'text/csv' }
    const path = '/api/contacts/import/csv?enrich=0'
    return (await fetch(path, { method: 'POST', headers, body: csv })).status
  }, `First Name,Last Name\n${name},Quill\n`)
  expect(status).toBe(200)
}

async function sql(text: string): Promise<void> {
  const client = new pg.Client({ connectionString: product.database.ownerUrl })
  await client.connect()
  await client.query(text)
  await client.end()
}

describe('A06 the sidebar', () => {
  const sidebar = () => page.locator('aside', { has: page.locator('nav[aria-label="Main navigation"]') })

  test('is 16rem wide, 3rem after Ctrl+B, and stays so for seven days', async () => {
    await expect.poll(() => widthOf(sidebar())).toBe(256)
    await page.keyboard.press('Control+b')
    await expect.poll(() => widthOf(sidebar())).toBe(48)
    const cookie = (await page.context().cookies()).find(({ name }) => name === 'sidebar_state')
    expect(cookie?.value).toBe('false')
    expect(Math.abs((cookie?.expires ?? 0) - Date.now() / 1000 - SEVEN_DAYS_S)).toBeLessThan(60)
    await dashboard()
    await expect.poll(() => widthOf(sidebar())).toBe(48)
    await page.getByRole('button', { name: 'Toggle Sidebar' }).click()
    await expect.poll(() => widthOf(sidebar())).toBe(256)
    await page.keyboard.press('Meta+b')
    await expect.poll(() => widthOf(sidebar())).toBe(48)
    await page.keyboard.press('Meta+b')
    await expect.poll(() => widthOf(sidebar())).toBe(256)
  })

  test('is a sheet of 18rem under 768 px, by button and by key', async () => {
    await page.setViewportSize({ width: 768, height: 900 })
    expect(await sidebar().isVisible()).toBe(true)
    await page.setViewportSize({ width: 767, height: 900 })
    await sidebar().waitFor({ state: 'hidden' })
    const sheet = page.getByRole('dialog', { name: 'Ninefold' })
    for (const open of [
      () => page.getByRole('button', { name: 'Toggle Sidebar' }).click(),
      () => page.keyboard.press('Control+b'),
    ]) {
      await open()
      await sheet.getByRole('link', { name: 'Contacts', exact: true }).waitFor()
      expect(await widthOf(sheet)).toBe(288)
      await page.keyboard.press('Escape')
      await sheet.waitFor({ state: 'detached' })
    }
    await page.setViewportSize(DESKTOP)
    await sidebar().waitFor()
  })
})

test('A28 A31 the operator finds each data source: what for, on or off, what to set', async () => {
  await page.getByRole('navigation', { name: 'Main navigation' }).getByRole('link', { name: 'Admin' }).click()
  await page.getByRole('heading', { name: 'Admin', level: 1 }).waitFor()
  await page.getByRole('link', { name: 'Data sources' }).click()
  const sources = page.getByRole('region', { name: 'Data sources' })
  const attom = sources.getByRole('listitem').filter({ hasText: 'ATTOM' })
  expect((await attom.innerText()).split(/\n+/)).toEqual([
    'ATTOM',
    'Off',
    'Homes with their owners, sales and loans',
    'Set ATTOM_API_KEY to turn it on',
  ])
  expect(await sources.getByText('Off', { exact: true }).count()).toBe(6)
  await sources.getByText('The built-in sample provider answers every enrichment.').waitFor()
  await sources
    .getByText('None connected: answers, scripts and articles come from built-in templates.')
    .waitFor()
  await dashboard()
})

describe('A04 notifications', () => {
  let other: Page
  beforeAll(async () => {
    other = await page.context().newPage()
    await other.goto(`${product.url}/dashboard`)
    await bell(other).waitFor()
    await sql('delete from notifications')
    await dashboard()
  })
  afterAll(() => other.close())

  test('with none the panel says so', async () => {
    await bell(page).click()
    await panel(page).getByText('Nothing new').waitFor()
    await page.keyboard.press('Escape')
    await panel(page).waitFor({ state: 'detached' })
    await expect
      .poll(() => bell(page).evaluate((element) => element === document.activeElement), { timeout: 5000 })
      .toBe(true)
  })

  test('arrive in every page of the person at once, and are read in every page at once', async () => {
    await importOne('Lena')
    await importOne('Marcus')
    for (const at of [page, other]) {
      await at.getByRole('button', { name: 'Notifications, 2 unread' }).waitFor()
    }
    await bell(page).click()
    const today = panel(page).getByRole('region', { name: 'Today' })
    expect(await today.getByRole('link').allInnerTexts()).toHaveLength(2)
    await today.getByRole('link', { name: 'Import complete: 1 contact added' }).first().click()
    await panel(page).waitFor({ state: 'detached' })
    await other.getByRole('button', { name: 'Notifications, 1 unread' }).waitFor()
    await bell(other).click()
    await panel(other).getByRole('button', { name: 'Mark all as read' }).click()
    for (const at of [page, other]) {
      await at.getByRole('button', { name: 'Notifications', exact: true }).waitFor()
    }
    await panel(other).getByRole('button', { name: 'Mark all as read' }).waitFor({ state: 'detached' })
  })

  test('what happened while the connection was away is there once it is back', async () => {
    await product.kill()
    await sql(
      `insert into notifications (organization_id, id, kind, title, link, dedupe_key, created_at)
       select id, gen_random_uuid(), 'credits_low', '12 credits are left', '/subscribe', 'away', now() - interval '2 days'
         from organizations`,
    )
    await product.restart()
    for (const at of [page, other]) {
      await at.getByRole('button', { name: 'Notifications, 1 unread' }).waitFor()
    }
    await bell(page).click()
    const earlier = panel(page).getByRole('region', { name: 'Earlier' })
    await earlier.getByRole('link', { name: '12 credits are left' }).waitFor()
    await page.keyboard.press('Escape')
  })

  test('are a sheet on phones', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await bell(page).click()
    await panel(page).getByRole('heading', { name: 'Notifications' }).waitFor()
    expect(await widthOf(panel(page))).toBe(390)
    await panel(page).getByRole('button', { name: 'Close' }).click()
    await panel(page).waitFor({ state: 'detached' })
    await page.setViewportSize(DESKTOP)
  })
})

describe('A06 the command palette', () => {
  test('finds a contact by name and opens it, by keyboard alone', async () => {
    await dashboard()
    await page.keyboard.press('Control+k')
    await combobox().waitFor()
    await page.keyboard.type('lena qui')
    const option = palette().getByRole('option', { name: /^Lena Quill/ })
    await option.waitFor()
    await palette().getByRole('status').getByText('1 result', { exact: true }).waitFor()
    expect(await option.getAttribute('aria-selected')).toBe('true')
    expect(await combobox().getAttribute('aria-activedescendant')).toBe(await option.getAttribute('id'))
    await page.keyboard.press('Enter')
    await page.waitForURL('**contact=**')
    await page.getByRole('dialog', { name: 'Lena Quill' }).waitFor()
    await page.getByRole('button', { name: 'Close' }).first().click()
  })

  test('offers pages and actions, and the arrows move between them', async () => {
    await dashboard()
    await page.getByRole('button', { name: 'Command palette' }).click()
    await combobox().waitFor()
    const options = palette().getByRole('option')
    const labels = await options.allInnerTexts()
    for (const label of [
      'Contacts',
      'Subscribe',
      'Add contact',
      'Import contacts',
      'Toggle theme',
      'Log out',
    ]) {
      expect(labels.map((text) => text.split('\n')[0])).toContain(label)
    }
    await page.keyboard.press('ArrowUp')
    expect(await options.last().getAttribute('aria-selected')).toBe('true')
    await page.keyboard.press('ArrowDown')
    expect(await options.first().getAttribute('aria-selected')).toBe('true')
    await page.keyboard.press('Control+k')
    await palette().waitFor({ state: 'detached' })
  })

  test.each([
    ['add con', 'Add Contact'],
    ['import con', 'Import Contacts'],
    ['keyb', 'Keyboard shortcuts'],
  ])('"%s" opens %s', async (text, dialog) => {
    await dashboard()
    await page.keyboard.press('Control+k')
    await combobox().waitFor()
    await page.keyboard.type(text)
    await palette().getByRole('option').first().waitFor()
    await palette().getByRole('status').getByText('1 result', { exact: true }).waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: dialog }).waitFor()
    expect(page.url()).toBe(`${product.url}/dashboard`)
  })
})

describe('A06 the keyboard map', () => {
  const help = () => page.getByRole('dialog', { name: 'Keyboard shortcuts' })

  test('? lists the keys', async () => {
    await dashboard()
    await page.keyboard.press('?')
    await help().waitFor()
    const rows = await help().locator('dl > div').allInnerTexts()
    const listed = rows.map((row) => row.replace(/\s+/g, ' '))
    for (const row of [
      'Search contacts /',
      'Show or hide the sidebar Ctrl B',
      'Next contact J',
      'Edit the contact E',
    ])
      expect(listed).toContain(row)
    await page.keyboard.press('Escape')
    await help().waitFor({ state: 'detached' })
  })

  test('the listed keys do what they say, but not while somebody types', async () => {
    const search = page.getByRole('searchbox', { name: 'Search contacts' })
    await page.keyboard.press('j')
    expect(await firstCard().evaluate((card) => card === document.activeElement)).toBe(true)
    await page.keyboard.press('/')
    await page.keyboard.type('?jke')
    expect(await search.inputValue()).toBe('?jke')
    expect(await help().count()).toBe(0)
    await search.fill('')
    await page.keyboard.press('Escape')
  })
})

test('A06 without a connection the page says so, and so does what cannot be loaded', async () => {
  await dashboard()
  const debt = page.getByRole('group', { name: /signal/i }).getByText('Debt')
  await page.context().setOffline(true)
  await page.getByRole('status').getByText("You're offline.").waitFor()
  await debt.click()
  await page.getByRole('heading', { name: "We couldn't load the contacts" }).waitFor()
  await page.context().setOffline(false)
  await page.getByText("You're offline.").waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Try again' }).click()
  await firstCard().waitFor()
})

test('Trust 11 no page has complained, but of the connection that was cut on purpose', () => {
  const cut =
    /ERR_CONNECTION_REFUSED|ERR_INCOMPLETE_CHUNKED|ERR_CONNECTION_RESET|ERR_EMPTY_RESPONSE|ERR_INTERNET_DISCONNECTED|Failed to fetch manifest patches/
  expect(member.complaints.filter((text) => !cut.test(text))).toEqual([])
})
