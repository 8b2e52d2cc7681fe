import type { Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Client, signInToDemo } from '#test/product/client.ts'
import { rowsOf } from '#test/product/invariants.ts'
import { type Product, startProduct } from '#test/product/product.ts'
import { openBrowser, type Person, signInAs, type Tab, waitForHydration } from './person.ts'

const SEVEN_DAYS_S = 7 * 24 * 60 * 60
/** Errors that the browser logs when a test cuts the connection. */
const CONNECTION_ERROR =
  /ERR_CONNECTION_REFUSED|ERR_INCOMPLETE_CHUNKED|ERR_CONNECTION_RESET|ERR_EMPTY_RESPONSE|ERR_INTERNET_DISCONNECTED|Failed to fetch/

let product: Product
let browser: Awaited<ReturnType<typeof openBrowser>>
let client: Client
let member: Person
let page: Page
/** All pages of the test. */
let tabs: Tab[]

beforeAll(async () => {
  product = await startProduct({ DEMO: '1' })
  browser = await openBrowser()
  client = await signInToDemo(product)
})
/** Opens the contact list in a new window. */
beforeEach(async () => {
  member = await browser.newPerson()
  page = member.page
  tabs = [member]
  await signInAs(client, member, product)
  await page.goto(`${product.url}/dashboard`)
  await firstCard().waitFor()
})
afterEach(async () => {
  await member.close()
  expect(tabs.flatMap(({ consoleErrors }) => consoleErrors)).toEqual([])
})
afterAll(async () => {
  await browser?.close()
  await product?.stop()
})

const firstCard = () => page.getByRole('list', { name: 'Contacts' }).getByRole('link').first()
const bell = (target: Page) => target.getByRole('banner').getByRole('button', { name: /^Notifications/ })
const panel = (target: Page) => target.getByRole('dialog', { name: 'Notifications' })
const palette = () => page.getByRole('dialog', { name: 'Command palette' })
const combobox = () => palette().getByRole('combobox')

/** Width in whole CSS pixels. */
async function widthOf(element: Locator): Promise<number> {
  return Math.round((await element.boundingBox())?.width ?? 0)
}

/** Imports one contact, which sends a notification. */
function importContact(name: string): Promise<unknown> {
  const file = `First Name,Last Name\n${name},Quill\n`
  return client.json('POST', '/api/contacts/import/csv?enrich=0', file, { 'content-type': 'text/csv' })
}

describe('A06 the sidebar', () => {
  const sidebar = () => page.locator('aside', { has: page.locator('nav[aria-label="Main navigation"]') })

  test('is 16rem wide, or 3rem after Ctrl+B, and remembers it for seven days', async () => {
    await expect.poll(() => widthOf(sidebar())).toBe(256)
    await page.keyboard.press('Control+b')
    await expect.poll(() => widthOf(sidebar())).toBe(48)
    const cookie = (await page.context().cookies()).find(({ name }) => name === 'sidebar_state')
    expect(cookie?.value).toBe('false')
    expect(Math.abs((cookie?.expires ?? 0) - Date.now() / 1000 - SEVEN_DAYS_S)).toBeLessThan(60)
    await page.reload()
    await expect.poll(() => widthOf(sidebar())).toBe(48)
    await firstCard().waitFor()
    await page.getByRole('button', { name: 'Toggle Sidebar' }).click()
    await expect.poll(() => widthOf(sidebar())).toBe(256)
    await page.keyboard.press('Meta+b')
    await expect.poll(() => widthOf(sidebar())).toBe(48)
    await page.keyboard.press('Meta+b')
    await expect.poll(() => widthOf(sidebar())).toBe(256)
  })

  test('opens as a sheet of 18rem below 768 px, by button and by key', async () => {
    await page.setViewportSize({ width: 768, height: 900 })
    expect(await sidebar().isVisible()).toBe(true)
    await page.setViewportSize({ width: 767, height: 900 })
    await sidebar().waitFor({ state: 'hidden' })
    const sheet = page.getByRole('dialog', { name: 'Ninefold' })
    for (const openSidebar of [
      () => page.getByRole('button', { name: 'Toggle Sidebar' }).click(),
      () => page.keyboard.press('Control+b'),
    ]) {
      await openSidebar()
      await sheet.getByRole('link', { name: 'Contacts', exact: true }).waitFor()
      expect(await widthOf(sheet)).toBe(288)
      await page.keyboard.press('Escape')
      await sheet.waitFor({ state: 'detached' })
    }
  })

  test('stays open when the user loads after it was opened', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    await page.route('**/api/auth/user', async (route) => {
      await released
      await route.continue()
    })
    await page.goto(`${product.url}/dashboard`)
    await waitForHydration(page)
    await page.getByRole('button', { name: 'More', exact: true }).click()
    const sheet = page.getByRole('dialog', { name: 'Ninefold' })
    await sheet.waitFor()
    release()
    await sheet.getByRole('link', { name: 'Contacts', exact: true }).click()
    await sheet.waitFor({ state: 'detached' })
  })
})

test('A28 A31 the data sources page shows the purpose, state and setting of each source', async () => {
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
  await sources.getByText('Enrichment uses the built-in sample provider.').waitFor()
  await sources
    .getByText('No model connected. Answers, scripts and articles come from built-in templates.')
    .waitFor()
})

describe('A04 notifications', () => {
  beforeEach(async () => {
    await rowsOf(product.database.ownerUrl, 'delete from notifications')
    await openLivePage(page)
  })

  /** Opens a page and waits for its event stream, which doesn't repeat earlier events. */
  async function openLivePage(target: Page): Promise<void> {
    const eventStream = target.waitForResponse('**/api/events*')
    await target.goto(`${product.url}/dashboard`)
    await bell(target).waitFor()
    await eventStream
  }

  async function openSecondPage(): Promise<Page> {
    const secondTab = await member.openPage()
    tabs.push(secondTab)
    await openLivePage(secondTab.page)
    return secondTab.page
  }

  test('an empty panel says so and returns the focus when closed', async () => {
    await bell(page).click()
    await panel(page).getByText('Nothing new').waitFor()
    await page.keyboard.press('Escape')
    await panel(page).waitFor({ state: 'detached' })
    await expect.poll(() => bell(page).evaluate((element) => element === document.activeElement)).toBe(true)
  })

  test('arrive, and are marked as read, in every open page of the user', async () => {
    const secondPage = await openSecondPage()
    await importContact('Lena')
    await importContact('Marcus')
    for (const target of [page, secondPage]) {
      await target.getByRole('button', { name: 'Notifications, 2 unread' }).waitFor()
    }
    await bell(page).click()
    const todaySection = panel(page).getByRole('region', { name: 'Today' })
    await expect.poll(() => todaySection.getByRole('link').count()).toBe(2)
    await todaySection.getByRole('link', { name: 'Import complete: 1 contact added' }).first().click()
    await panel(page).waitFor({ state: 'detached' })
    await secondPage.getByRole('button', { name: 'Notifications, 1 unread' }).waitFor()
    await bell(secondPage).click()
    await panel(secondPage).getByRole('button', { name: 'Mark all as read' }).click()
    for (const target of [page, secondPage]) {
      await target.getByRole('button', { name: 'Notifications', exact: true }).waitFor()
    }
    await panel(secondPage).getByRole('button', { name: 'Mark all as read' }).waitFor({ state: 'detached' })
  })

  test('appear after a restart of the server, in every open page', async () => {
    const secondPage = await openSecondPage()
    await product.kill()
    await rowsOf(
      product.database.ownerUrl,
      `insert into notifications (organization_id, id, kind, title, link, dedupe_key, created_at)
       select id, gen_random_uuid(), 'credits_low', '12 credits are left', '/subscribe', 'away', now() - interval '2 days'
         from organizations`,
    )
    await product.restart()
    for (const target of [page, secondPage]) {
      await target.getByRole('button', { name: 'Notifications, 1 unread' }).waitFor()
    }
    await bell(page).click()
    const earlierSection = panel(page).getByRole('region', { name: 'Earlier' })
    await earlierSection.getByRole('link', { name: '12 credits are left' }).waitFor()
    dropConnectionErrors()
  })

  test('open as a sheet on phones', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await bell(page).click()
    await panel(page).getByRole('heading', { name: 'Notifications' }).waitFor()
    expect(await widthOf(panel(page))).toBe(390)
    await panel(page).getByRole('button', { name: 'Close' }).click()
    await panel(page).waitFor({ state: 'detached' })
  })
})

describe('A06 the command palette', () => {
  test('finds and opens a contact with the keyboard alone', async () => {
    await client.json('POST', '/api/contacts', { firstName: 'Ottoline', lastName: 'Quill' })
    await page.keyboard.press('Control+k')
    await combobox().waitFor()
    await page.keyboard.type('ottoline qui')
    const option = palette().getByRole('option', { name: /^Ottoline Quill/ })
    await option.waitFor()
    await palette().getByRole('status').getByText('1 result', { exact: true }).waitFor()
    expect(await option.getAttribute('aria-selected')).toBe('true')
    expect(await combobox().getAttribute('aria-activedescendant')).toBe(await option.getAttribute('id'))
    await page.keyboard.press('Enter')
    await page.waitForURL('**contact=**')
    await page.getByRole('dialog', { name: 'Ottoline Quill' }).waitFor()
  })

  test('lists pages and actions, and arrow keys move between them', async () => {
    await page.getByRole('button', { name: 'Command palette' }).click()
    await combobox().waitFor()
    const options = palette().getByRole('option')
    const labels = await options.allInnerTexts()
    for (const label of [
      'Contacts',
      'Settings',
      'Billing',
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

  test('? opens the list of keys', async () => {
    await page.keyboard.press('?')
    await help().waitFor()
    const rows = await help().locator('dl > div').allInnerTexts()
    const keyTexts = rows.map((row) => row.replace(/\s+/g, ' '))
    for (const row of [
      'Search contacts /',
      'Show or hide the sidebar Ctrl B',
      'Next contact J',
      'Edit the contact E',
    ])
      expect(keyTexts).toContain(row)
    await page.keyboard.press('Escape')
    await help().waitFor({ state: 'detached' })
  })

  test('keys work unless the user is typing', async () => {
    const search = page.getByRole('searchbox', { name: 'Search contacts' })
    await page.keyboard.press('j')
    expect(await firstCard().evaluate((card) => card === document.activeElement)).toBe(true)
    await page.keyboard.press('/')
    await page.keyboard.type('?jke')
    expect(await search.inputValue()).toBe('?jke')
    expect(await help().count()).toBe(0)
  })
})

test('A06 without a connection the page and the list that failed to load say so', async () => {
  const debtFilter = page.getByRole('group', { name: /signal/i }).getByText('Debt')
  await page.context().setOffline(true)
  await page.getByRole('status').getByText("You're offline.").waitFor()
  await debtFilter.click()
  await page.getByRole('heading', { name: "We couldn't load the contacts" }).waitFor()
  await page.context().setOffline(false)
  await page.getByText("You're offline.").waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Try again' }).click()
  await firstCard().waitFor()
  dropConnectionErrors()
})

/** Drops the errors that the browser logged because the test cut the connection. */
function dropConnectionErrors(): void {
  for (const { consoleErrors } of tabs) {
    consoleErrors.splice(
      0,
      consoleErrors.length,
      ...consoleErrors.filter((text) => !CONNECTION_ERROR.test(text)),
    )
  }
}
