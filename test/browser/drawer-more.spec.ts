import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Product, startProduct } from '#test/product/product.ts'
import { accessibilityViolationsOf } from './accessibility.ts'
import { openBrowser, type Person } from './person.ts'
import { swipe } from './swipe.ts'

let product: Product
let browser: Awaited<ReturnType<typeof openBrowser>>
let person: Person
let page: Page
/** A contact with a suspected duplicate. */
let contactId: string

beforeAll(async () => {
  product = await startProduct({ DEMO: '1' })
  browser = await openBrowser()
  person = await browser.newPerson()
  page = person.page
  await page.goto(product.demoLink())
  await page.waitForURL('**/dashboard')
  await page.getByText('250 people').waitFor()
  contactId = await addContact({
    firstName: 'Zelda',
    lastName: 'Quist',
    email: 'zelda@example.com',
    city: 'Naperville',
  })
  await addContact({
    firstName: 'Zelda',
    lastName: 'Qvist',
    email: 'zelda@example.com',
    phone: '(212) 555-0187',
  })
})
afterEach(() => expect(person.consoleErrors).toEqual([]))
beforeEach(() => page.setViewportSize({ width: 1440, height: 900 }))
afterAll(async () => {
  await browser?.close()
  await product?.stop()
})

const drawer = () =>
  page.locator('[role="dialog"]').filter({ has: page.getByRole('tab', { name: 'Overview' }) })
const contactName = () => drawer().getByRole('heading', { level: 2 }).last()

test('A11 do not contact asks for a reason, is saved and shown', async () => {
  await page.goto(`${product.url}/dashboard?contact=${contactId}`)
  await drawer().getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Do not contact' }).click()
  const confirmation = page.getByRole('dialog', { name: 'Do not contact?' })
  await confirmation.getByLabel('Reason (optional)').fill('Asked at the open house')
  await confirmation.getByRole('button', { name: 'Do not contact' }).click()
  await confirmation.waitFor({ state: 'detached' })
  await drawer().getByText('Do not contact', { exact: true }).first().waitFor()
  const timeline = drawer().getByRole('list', { name: 'Timeline' })
  await drawer().getByRole('heading', { name: 'Timeline' }).scrollIntoViewIfNeeded()
  await timeline.getByText('Asked at the open house').waitFor()

  await drawer().getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Do not contact', checked: true }).click()
  const allowDialog = page.getByRole('dialog', { name: 'Allow contact again?' })
  await allowDialog.getByRole('button', { name: 'Allow contact' }).click()
  await allowDialog.getByText('Explain why this person can be contacted again').waitFor()
  await allowDialog.getByLabel('Reason').fill('Asked to hear from us again')
  await allowDialog.getByRole('button', { name: 'Allow contact' }).click()
  await timeline.getByText('Contact allowed again').waitFor()
  expect(await timeline.getByRole('listitem').last().innerText()).toMatch(/^Added\n/)
})

test('A11 A17 a suspected duplicate is compared by field, merged and restored', async () => {
  await page.goto(`${product.url}/dashboard?contact=${contactId}`)
  await drawer().getByText('Possible duplicate of Zelda Qvist').waitFor()
  await drawer().getByRole('button', { name: 'Review' }).click()
  const mergeDialog = page.getByRole('dialog', { name: 'Merge contacts' })
  await mergeDialog.getByRole('group', { name: 'Last Name' }).getByLabel('Qvist').check()
  const preview = mergeDialog.getByRole('region', { name: 'After the merge' })
  expect(await preview.innerText()).toContain('Zelda Qvist')
  expect(await preview.innerText()).toContain('(212) 555-0187')
  await mergeDialog.getByRole('button', { name: 'Merge' }).click()
  await mergeDialog.waitFor({ state: 'detached' })
  await page.getByText('Contacts Merged', { exact: true }).waitFor()
  await page.getByText('251 people').waitFor({ state: 'attached' })
  expect(await contactName().innerText()).toBe('Zelda Qvist')
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('Merge Undone', { exact: true }).waitFor()
  await page.getByText('252 people').waitFor({ state: 'attached' })
  await contactName().getByText('Zelda Quist').waitFor()
})

test('A11 the timeline loads more pages', async () => {
  for (let edits = 0; edits < 22; edits++) await editContact({ city: `Town ${edits}` })
  await page.goto(`${product.url}/dashboard?contact=${contactId}`)
  await drawer().getByRole('heading', { name: 'Timeline' }).scrollIntoViewIfNeeded()
  const entries = drawer().getByRole('list', { name: 'Timeline' }).getByRole('listitem')
  await entries.nth(19).waitFor()
  expect(await entries.count()).toBe(20)
  await drawer().getByRole('button', { name: 'Show more' }).click()
  await entries.nth(20).waitFor()
})

test('A11 previous and next follow the order of the list', async () => {
  await page.goto(`${product.url}/dashboard`)
  await cards().nth(2).waitFor()
  const names = await Promise.all(
    [0, 1, 2].map((index) => cards().nth(index).getByRole('link').first().innerText()),
  )
  await cards().first().getByRole('link').first().click()
  await contactName().waitFor()
  const waitForName = (name: string | undefined) =>
    contactName()
      .getByText(name ?? '', { exact: true })
      .waitFor()
  await waitForName(names[0])
  expect(await drawer().getByRole('button', { name: 'Previous contact' }).isDisabled()).toBe(true)
  await drawer().getByRole('button', { name: 'Next contact' }).click()
  await waitForName(names[1])
  // The button keeps the focus for keyboard users.
  await page.keyboard.press('Enter')
  await waitForName(names[2])
  await drawer().getByRole('button', { name: 'Previous contact' }).click()
  await waitForName(names[1])
  await page.keyboard.press('Escape')
  await drawer().waitFor({ state: 'detached' })
})

test('A11 on a phone a swipe changes the contact, and a swipe from the edge closes it', async () => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`${product.url}/dashboard`)
  await cards().first().getByRole('link').first().click()
  const first = await contactName().innerText()
  await swipeDrawer([300, 500], [120, 505])
  await expect.poll(() => contactName().innerText(), { timeout: 20_000 }).not.toBe(first)
  await swipeDrawer([100, 500], [280, 505])
  await expect.poll(() => contactName().innerText(), { timeout: 20_000 }).toBe(first)
  await swipeDrawer([5, 500], [200, 505])
  await drawer().waitFor({ state: 'detached' })
})

const SCRIPT_FOLDER = path.resolve(import.meta.dirname, '../../build/client/assets')

/** Blocks scripts that contain one of these texts. */
async function blockScripts(...texts: string[]): Promise<void> {
  for (const name of readdirSync(SCRIPT_FOLDER)) {
    if (!name.endsWith('.js')) continue
    const code = readFileSync(path.join(SCRIPT_FOLDER, name), 'utf8')
    if (texts.some((text) => code.includes(text)))
      await page.route(`**/assets/${name}`, (route) => route.abort())
  }
}
const FAILURE_TITLE = "We couldn't load this part of the page"

test('A11 a part of the drawer whose code fails to load says so and loads after a reload', async () => {
  await blockScripts('Delete this activity?')
  await page.goto(`${product.url}/dashboard?contact=${contactId}`)
  const failure = drawer().getByRole('alert').filter({ hasText: FAILURE_TITLE })
  await failure.waitFor()
  await drawer().getByRole('heading', { name: 'Contact information' }).waitFor()
  expect(await accessibilityViolationsOf(page)).toEqual([])
  await page.unrouteAll({ behavior: 'wait' })
  await failure.getByRole('button', { name: 'Reload page' }).click()
  await drawer().getByRole('heading', { name: 'Timeline' }).waitFor()
  expect(await failure.count()).toBe(0)
  // The browser logs the failed requests.
  person.consoleErrors.splice(0)
})

test.each([1440, 390])(
  'A11 a dialog whose code fails to load keeps the drawer open at %i px',
  async (width) => {
    await page.setViewportSize({ width, height: 844 })
    await blockScripts('Undo the move?', 'Edit Contact')
    await page.goto(`${product.url}/dashboard?contact=${contactId}`)
    const failure = page.getByRole('alertdialog', { name: FAILURE_TITLE })
    const openMove = async () => {
      await drawer().getByRole('button', { name: 'More actions' }).click()
      await page.getByRole('menuitem', { name: 'Mark as moved' }).click()
      await failure.waitFor()
    }
    await openMove()
    await failure.getByRole('button', { name: 'Close' }).click()
    await failure.waitFor({ state: 'detached' })
    await openMove()
    await page.keyboard.press('Escape')
    await failure.waitFor({ state: 'detached' })
    await drawer().getByRole('button', { name: 'Edit', exact: true }).click()
    await failure.waitFor()
    await page.unrouteAll({ behavior: 'wait' })
    await failure.getByRole('button', { name: 'Reload page' }).click()
    await contactName().getByText('Zelda').waitFor()
    await drawer().getByRole('button', { name: 'Edit', exact: true }).click()
    await page.getByRole('dialog', { name: 'Edit Contact' }).getByLabel('City').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog', { name: 'Edit Contact' }).waitFor({ state: 'detached' })
    await contactName().getByText('Zelda').waitFor()
    person.consoleErrors.splice(0)
  },
)

test('A11 a drawer whose code fails to load keeps the list', async () => {
  await blockScripts('Back to contacts')
  await page.goto(`${product.url}/dashboard?contact=${contactId}`)
  await page.getByText(FAILURE_TITLE).waitFor()
  await page.unrouteAll({ behavior: 'wait' })
  await page.getByRole('button', { name: 'Reload page' }).click()
  await contactName().getByText('Zelda').waitFor()
  await page.getByRole('button', { name: 'Close' }).first().click()
  await cards().first().waitFor()
  person.consoleErrors.splice(0)
})

function cards() {
  return page.getByRole('main').getByRole('list').getByRole('listitem')
}

/** Swipes over the drawer once it has slid in. */
async function swipeDrawer(from: [number, number], to: [number, number]): Promise<void> {
  await page.waitForFunction(
    ([x, y]) => document.elementFromPoint(x, y)?.closest('[data-contact-drawer]'),
    from,
  )
  await swipe(page, from, to)
}

const addContact = (contact: Record<string, string>) => callApi('POST', '/api/contacts', contact)
const editContact = (changes: Record<string, string>) =>
  callApi('PATCH', `/api/contacts/${contactId}`, changes)

/** Calls the API as the signed-in user. @returns the id in the response */
function callApi(method: string, url: string, fields: Record<string, string>): Promise<string> {
  return page.evaluate(
    async ([requestMethod, requestUrl, body]) => {
      const headers = { 'content-type': 'application/json' }
      const response = await fetch(requestUrl, { method: requestMethod, headers, body: JSON.stringify(body) })
      return ((await response.json()) as { id: string }).id
    },
    [method, url, fields] as const,
  )
}
