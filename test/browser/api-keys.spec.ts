import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { becomeSubscriber } from '#test/product/client.ts'
import { type Product, startProduct } from '#test/product/product.ts'
import { violationsOf } from './axe.ts'
import { openBrowser, type Person, signInAs, waitForHydration } from './person.ts'

let product: Product
let browser: Awaited<ReturnType<typeof openBrowser>>
let ada: Person
let phone: Person

beforeAll(async () => {
  product = await startProduct()
  browser = await openBrowser()
  const { client } = await becomeSubscriber(product, 'ada.okafor@example.com')
  ;[ada, phone] = await Promise.all([browser.newPerson(), browser.newPerson({ width: 390, height: 844 })])
  await Promise.all([ada, phone].map((person) => signInAs(client, person, product)))
})
afterEach(() => {
  const errors = [...ada.consoleErrors, ...phone.consoleErrors]
  // The browser logs each refused form.
  expect(errors.filter((text) => !text.includes('status of 400'))).toEqual([])
})
afterAll(async () => {
  await browser?.close()
  await product?.stop()
})

async function openKeys({ page }: Person): Promise<void> {
  await page.goto(`${product.url}/settings/api`)
  await page.getByRole('heading', { name: 'API', level: 1 }).waitFor()
  await waitForHydration(page)
}

const statusWith = async (key: string) =>
  (await fetch(`${product.url}/api/v1/contacts`, { headers: { authorization: `Bearer ${key}` } })).status

/** Reads the key of the open dialog and closes it. */
async function takeKey({ page }: Person): Promise<string> {
  const dialog = page.getByRole('dialog', { name: 'Key for CRM sync' })
  const key = await dialog.getByLabel('API key').inputValue()
  await dialog.getByRole('button', { name: 'I saved it' }).click()
  await dialog.waitFor({ state: 'detached' })
  return key
}

test('A40 a key is created, used, rotated and revoked on the screen', async () => {
  const { page } = ada
  await openKeys(ada)
  await page.getByText('No API keys yet').waitFor()
  expect(await page.getByRole('link', { name: 'How the API works' }).getAttribute('href')).toBe(
    '/documentation/api',
  )
  expect(await violationsOf(page)).toEqual([])

  await page.getByRole('button', { name: 'Create key' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create API key' })
  await dialog.getByRole('button', { name: 'Create key' }).click()
  await dialog.getByText('Enter a name for the key').waitFor()
  await dialog.getByLabel('Name').fill('CRM sync')
  await dialog.getByRole('checkbox', { name: 'tasks:read' }).check()
  await dialog.getByRole('checkbox', { name: 'enrichment:run' }).check()
  await dialog.getByLabel('Credits a day').fill('50')
  await dialog.getByLabel('IP ranges').fill('127.0.0.1, 10.0.0.0/99')
  expect(await violationsOf(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Create key' }).click()
  await dialog.getByText('Enter an IP address or a range such as 203.0.113.0/24').waitFor()
  await dialog.getByLabel('IP ranges').fill('127.0.0.1, ::1')
  await dialog.getByRole('button', { name: 'Create key' }).click()
  const first = await takeKey(ada)
  expect(first).toMatch(/^nf_key_/)
  expect(await statusWith(first)).toBe(200)

  await openKeys(ada)
  const row = page
    .getByRole('list', { name: 'API keys' })
    .getByRole('listitem')
    .filter({ hasText: 'CRM sync' })
  await row.getByText(first.slice(0, 12)).waitFor()
  await row.getByText('Last used').waitFor()
  await row.getByText('50 credits a day').waitFor()
  expect(await page.content()).not.toContain(first)

  await row.getByRole('button', { name: 'Rotate CRM sync' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Rotate key' }).click()
  const second = await takeKey(ada)
  expect([await statusWith(first), await statusWith(second)]).toEqual([200, 200])
  await row.getByText('The previous key still works until').waitFor()
  expect(await violationsOf(page)).toEqual([])

  await row.getByRole('button', { name: 'Revoke CRM sync' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke key' }).click()
  await page.getByText('No API keys yet').waitFor()
  expect([await statusWith(first), await statusWith(second)]).toEqual([401, 401])
})

test('A40 the screen fits a phone, in the light theme too', async () => {
  const { page } = phone
  await page.emulateMedia({ colorScheme: 'light' })
  await openKeys(phone)
  await page.getByRole('button', { name: 'Create key' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create API key' })
  await dialog.getByLabel('Name').fill('Phone')
  await dialog.getByRole('button', { name: 'Create key' }).click()
  await page
    .getByRole('dialog', { name: 'Key for Phone' })
    .getByRole('button', { name: 'I saved it' })
    .click()
  await page.getByRole('button', { name: 'Rotate Phone' }).waitFor()
  const { scrollWidth, clientWidth } = await page.evaluate(() => document.documentElement)
  expect(scrollWidth).toBe(clientWidth)
  expect(await violationsOf(page)).toEqual([])
})
