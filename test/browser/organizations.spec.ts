import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { becomeSubscriber, type Client } from '#test/product/client.ts'
import { rowsOf } from '#test/product/invariants.ts'
import { type Product, startProduct } from '#test/product/product.ts'
import { accessibilityViolationsOf, logMotion } from './accessibility.ts'
import { toastOf } from './failing-product.ts'
import { openBrowser, type Person, signInAs, type Tab } from './person.ts'

let product: Product
let browser: Awaited<ReturnType<typeof openBrowser>>
let person: Person
let ada: Client
let tabs: Tab[] = []
const organizations = { own: '', other: '' }

beforeAll(async () => {
  product = await startProduct()
  browser = await openBrowser()
  const own = await becomeSubscriber(product, 'ada.okafor@example.com')
  const host = await becomeSubscriber(product, 'ben.hale@example.com')
  ada = own.client
  organizations.own = own.organizationId
  organizations.other = host.organizationId
  await rowsOf(
    product.database.ownerUrl,
    `update organizations set name = case id when $1 then 'Oak & Main Realty' else 'Harbor Team' end`,
    [organizations.own],
  )
  await rowsOf(
    product.database.ownerUrl,
    `insert into memberships (user_id, organization_id) select id, $1 from users where email = 'ada.okafor@example.com'`,
    [organizations.other],
  )
  await ada.json('POST', '/api/contacts', { firstName: 'Lena', lastName: 'Quill' })
  await host.client.json('POST', '/api/contacts', { firstName: 'Otto', lastName: 'Harbor' })
})
afterAll(async () => {
  await browser?.close()
  await product?.stop()
})
afterEach(async () => {
  await Promise.all(tabs.map(({ page }) => page.close()))
  tabs = []
})

async function openContacts(): Promise<Tab> {
  if (!person) {
    person = await browser.newPerson()
    await signInAs(ada, person, product)
  }
  const tab = await person.openPage()
  tabs.push(tab)
  await logMotion(tab)
  await tab.page.goto(`${product.url}/dashboard`)
  return tab
}
const quill = ({ page }: Tab) => page.getByText('Lena Quill')
const harbor = ({ page }: Tab) => page.getByText('Otto Harbor')

test('A40 one person in two organizations works in one at a time, in all tabs', async () => {
  const first = await openContacts()
  const second = await openContacts()
  await quill(first).first().waitFor()
  await quill(second).first().waitFor()

  await first.page.getByRole('button', { name: 'User menu' }).click()
  const menu = first.page.getByRole('menu')
  await menu.getByText('Oak & Main Realty').waitFor()
  expect(await accessibilityViolationsOf(first.page)).toEqual([])
  await menu.getByRole('menuitem', { name: 'Switch organization' }).click()
  await first.page.getByRole('option', { name: 'Harbor Team' }).click()

  await Promise.all([first, second].map((tab) => toastOf(tab, "You're now in Harbor Team")))
  for (const tab of [first, second]) {
    await harbor(tab).first().waitFor()
    expect(await quill(tab).count()).toBe(0)
  }
})

test('A40 text typed and not saved survives a switch in another tab until it is dismissed', async () => {
  const first = await openContacts()
  const second = await openContacts()
  await harbor(second).first().click()
  const note = second.page.getByLabel('New note')
  await note.fill('Prefers calls after six')

  await first.page.keyboard.press('Control+Shift+O')
  const options = first.page.getByRole('listbox')
  await options.getByRole('option', { name: 'Oak & Main Realty' }).waitFor()
  await first.page.keyboard.press('Enter')
  await quill(first).first().waitFor()

  const dialog = second.page.getByRole('dialog', { name: 'You switched organizations' })
  await dialog.waitFor()
  expect(await dialog.getByRole('textbox').inputValue()).toBe('Prefers calls after six')
  expect(await harbor(second).count()).toBe(0)
  expect(await accessibilityViolationsOf(second.page)).toEqual([])
  await dialog.getByRole('button', { name: 'Close' }).first().click()
  await dialog.waitFor({ state: 'detached' })
  await quill(second).first().waitFor()
})

test('A40 a page of another organization shows no data when its tab missed the switch', async () => {
  const tab = await openContacts()
  await quill(tab).first().waitFor()
  await rowsOf(product.database.ownerUrl, 'update sessions set organization_id = $1', [organizations.other])
  await tab.page.getByRole('link', { name: 'Tasks' }).first().click()
  await toastOf(tab, "You're now in Harbor Team")
  await harbor(tab).first().waitFor()
  await rowsOf(product.database.ownerUrl, 'update sessions set organization_id = null')
})

test('A40 a person creates another organization, lands in its onboarding, and finds the way back', async () => {
  const tab = await openContacts()
  await quill(tab).first().waitFor()
  await tab.page.keyboard.press('Control+Shift+O')
  await tab.page.getByRole('option', { name: 'New organization' }).click()
  const dialog = tab.page.getByRole('dialog', { name: 'New organization' })
  await dialog.getByLabel('Company name').fill('Third Street Homes')
  await dialog.getByRole('button', { name: 'Create organization' }).click()
  await tab.page.getByRole('button', { name: 'Choose Professional' }).waitFor()
  expect(await quill(tab).count()).toBe(0)

  await tab.page.goto(`${product.url}/settings/webhooks`)
  await tab.page.getByRole('alert').getByText('You need an active subscription').waitFor()
  await tab.page.getByRole('link', { name: 'Go to billing' }).waitFor()
  await tab.page.goto(`${product.url}/dashboard`)
  await tab.page.getByRole('button', { name: 'Switch to Oak & Main Realty' }).click()
  await quill(tab).first().waitFor()
})
