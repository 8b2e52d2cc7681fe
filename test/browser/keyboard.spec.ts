import type { Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Product, startProduct } from '#test/product/product.ts'
import { openBrowser, type Person, waitForHydration } from './person.ts'

const TABS = ['Overview', 'Signals', 'Property', 'Intelligence', 'Tasks']
/** Upper bound of Tab presses to reach an element. */
const MAX_TABS = 60

let product: Product
let browser: Awaited<ReturnType<typeof openBrowser>>
let person: Person
let page: Page
let consoleErrors: string[]

beforeAll(async () => {
  product = await startProduct({ DEMO: '1' })
  browser = await openBrowser()
  person = await browser.newPerson()
  await person.page.goto(product.demoLink())
  await person.page.waitForURL('**/dashboard')
})
afterAll(async () => {
  await browser?.close()
  await product?.stop()
})

/** Opens the list in a new page for each test. */
beforeEach(async () => {
  ;({ page, consoleErrors } = await person.openPage())
  await page.goto(`${product.url}/dashboard`)
  await card(0).waitFor()
  await waitForHydration(page)
})
afterEach(async () => {
  await page.close()
  expect(consoleErrors).toEqual([])
})

test('A06 A11 j, k and Enter open a contact, and arrow keys change its tabs', async () => {
  await press('j', 'j', 'j', 'k')
  await waitForFocus(card(1))
  await press('Enter')
  await tabTo(tab('Overview'))
  for (const name of TABS.slice(1)) {
    await press('ArrowRight')
    await waitForFocus(tab(name))
    await drawer().getByRole('tabpanel', { name }).waitFor()
  }
  await press('ArrowRight')
  await waitForFocus(tab('Overview'))
})

test('A14 a section of the property opens and closes', async () => {
  await goToBuildingSize()
  await press('Enter')
  await drawer()
    .getByRole('button', { name: /^Building size/, expanded: true })
    .waitFor()
  await press('Space')
  await drawer()
    .getByRole('button', { name: /^Building size/, expanded: false })
    .waitFor()
})

test('A17 e edits the contact, Enter saves it, and the focus returns', async () => {
  await goToBuildingSize()
  const edit = page.getByRole('dialog', { name: 'Edit Contact' })
  await press('e')
  await waitForFocus(edit.getByLabel('First Name'))
  await tabTo(edit.getByLabel('City'))
  await page.keyboard.type('Lisle')
  await press('Enter')
  await page.getByText('Your changes have been saved successfully').first().waitFor()
  await edit.waitFor({ state: 'detached' })
  await waitForFocus(drawer().getByRole('button', { name: /^Building size/ }))
  await drawer().getByText('Lisle').first().waitFor()
})

test('A16 a task is checked and unchecked, and Escape returns to the card', async () => {
  await openDrawer()
  await press('End')
  await waitForFocus(tab('Tasks'))
  const task = drawer().getByRole('listitem').getByRole('checkbox').first()
  await tabTo(task)
  await press('Space')
  await drawer().getByText('Completed').first().waitFor()
  await waitForFocus(drawer().getByRole('checkbox', { checked: true }).first())
  await press('Space')
  await drawer().getByText('Completed').first().waitFor({ state: 'detached' })
  await press('Escape')
  await drawer().waitFor({ state: 'detached' })
  await waitForFocus(card(1))
})

test('A07 / searches, and filter and sorting can be changed', async () => {
  const name = await card(0).innerText()
  await press('/')
  await page.keyboard.type(name)
  await page.waitForURL('**search=**')
  await card(0).getByText(name).waitFor()
  await press('Control+a', 'Delete')
  await page.waitForURL('**/dashboard')
  const sort = page.getByLabel('Sort by')
  await tabTo(sort)
  await page.keyboard.type('Name')
  await page.waitForURL('**sort=name**')
  await tabTo(page.getByRole('button', { name: 'Debt', exact: true }))
  await press('Space')
  await page.waitForURL('**signal=debt**')
  await waitForFocus(page.getByRole('button', { name: 'Debt', exact: true, pressed: true }))
  await card(0).waitFor()
})

test('A07 x selects, and bulk actions can be opened and closed', async () => {
  const bar = page.getByRole('region', { name: 'Selected contacts' })
  await press('j', 'x', 'j', 'x')
  await bar.getByText('2 contacts selected').waitFor()
  for (const [button, role] of [
    ['Assign', 'dialog'],
    ['Enrich', 'alertdialog'],
  ] as const) {
    await tabTo(bar.getByRole('button', { name: button }), 'Shift+Tab')
    await press('Enter')
    await page.getByRole(role).waitFor()
    await press('Escape')
    await page.getByRole(role).waitFor({ state: 'detached' })
    await waitForFocus(bar.getByRole('button', { name: button }))
  }
  await tabTo(bar.getByRole('button', { name: 'Clear selection' }))
  await press('Enter')
  await bar.waitFor({ state: 'detached' })
})

test('A04 A06 A10 dialogs and menus of the top bar and the list return the focus', async () => {
  await press('/')
  for (const [name, overlay] of [
    [/^Notifications/, page.getByRole('dialog', { name: 'Notifications' })],
    ['User menu', page.getByRole('menu')],
    ['Views', page.getByRole('menu')],
    ['Import Contacts', page.getByRole('dialog', { name: 'Import Contacts' })],
    ['Add Contact', page.getByRole('dialog', { name: 'Add Contact' })],
  ] as const) {
    const button = page.getByRole('button', { name, exact: true })
    await tabTo(button)
    await press('Enter')
    await overlay.waitFor()
    expect(await overlay.evaluate((element) => element.contains(document.activeElement))).toBe(true)
    await press('Escape')
    await overlay.waitFor({ state: 'detached' })
    await waitForFocus(button)
  }
})

const drawer = () => page.getByRole('dialog').filter({ has: page.getByRole('tab', { name: 'Overview' }) })
const tab = (name: string) => drawer().getByRole('tab', { name })

/** Opens the second contact of the list; its first tab has the focus. */
async function openDrawer(): Promise<void> {
  await press('j', 'j')
  await waitForFocus(card(1))
  await press('Enter')
  await tabTo(tab('Overview'))
}

/** Moves to the first section of the contact's property. */
async function goToBuildingSize(): Promise<void> {
  await openDrawer()
  for (const name of ['Signals', 'Property']) {
    await press('ArrowRight')
    await waitForFocus(tab(name))
  }
  await tabTo(
    drawer()
      .getByRole('tabpanel')
      .getByRole('button', { name: /^Building size/ }),
  )
}

/** The link of the card at a position in the list. */
function card(index: number): Locator {
  return page.getByRole('list', { name: 'Contacts' }).getByRole('listitem').nth(index).getByRole('link')
}

async function press(...keys: string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key)
}

function isFocused(element: Locator): Promise<boolean> {
  return element.evaluate((target) => target === document.activeElement)
}

async function waitForFocus(element: Locator): Promise<void> {
  await element.waitFor()
  await expect.poll(() => isFocused(element), { timeout: 10_000 }).toBe(true)
}

/** Presses Tab until the element has the focus. */
async function tabTo(element: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await element.waitFor()
  for (let presses = 0; presses < MAX_TABS; presses++) {
    if (await isFocused(element)) return
    await page.keyboard.press(key)
  }
  const focusedHtml = await page.evaluate(() => document.activeElement?.outerHTML.slice(0, 200))
  throw new Error(`Not reached by ${MAX_TABS} × ${key}; the focus is at ${focusedHtml}`)
}
