import ICAL from 'ical.js'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { becomeSubscriber, type Client } from '#test/product/client.ts'
import { type Product, startProduct } from '#test/product/product.ts'
import { violationsOf } from './axe.ts'
import { openBrowser, type Person, signInAs, waitForHydration } from './person.ts'

let product: Product
let browser: Awaited<ReturnType<typeof openBrowser>>
let client: Client
let ada: Person
let phone: Person

beforeAll(async () => {
  product = await startProduct()
  browser = await openBrowser()
  ;({ client } = await becomeSubscriber(product, 'ada.okafor@example.com'))
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

async function openCalendar({ page }: Person): Promise<void> {
  await page.goto(`${product.url}/tasks`)
  await waitForHydration(page)
  await page.getByRole('link', { name: 'Add to calendar' }).click()
  await page.getByText('No calendar addresses yet').waitFor()
}

test('A40 an address is created, read by a calendar and revoked in the settings', async () => {
  const { page } = ada
  const user = await client.json<{ id: string }>('GET', '/api/auth/user')
  const contact = await client.json<{ id: string }>('POST', '/api/contacts', {
    ...{ firstName: 'Rosa', lastName: 'Quigley' },
  })
  const dueDate = new Date(Date.now() + 5 * 86_400_000).toISOString()
  await client.json('POST', '/api/tasks', {
    ...{ contactId: contact.id, title: 'Call back', dueDate, assignedTo: user.id },
  })

  await openCalendar(ada)
  await page.getByText('Google Calendar every 8 to 24 hours').waitFor()
  expect(await violationsOf(page)).toEqual([])
  await page.getByRole('button', { name: 'Create address' }).click()
  const form = page.getByRole('dialog', { name: 'Create calendar address' })
  await form.getByRole('button', { name: 'Create address' }).click()
  await form.getByText('Enter a name for the calendar').waitFor()
  await form.getByRole('textbox', { name: /^Name/ }).fill('My phone')
  await form.getByLabel('Whose tasks').selectOption("Everyone's")
  expect(await form.getByLabel('Include contact names').isChecked()).toBe(false)
  await form.getByLabel('Include contact names').check()
  expect(await violationsOf(page)).toEqual([])
  await form.getByRole('button', { name: 'Create address' }).click()

  const dialog = page.getByRole('dialog', { name: 'Address for My phone' })
  const url = await dialog.getByLabel('Calendar address').inputValue()
  expect(url).toMatch(/\/feeds\/tasks\/nf_feed_\w{36}\.ics$/)
  const hrefOf = (name: string) => dialog.getByRole('link', { name }).getAttribute('href')
  const subscription = url.replace('http:', 'webcal:')
  expect(await hrefOf('Apple Calendar')).toBe(subscription)
  expect(await hrefOf('Google Calendar')).toBe(
    `https://calendar.google.com/calendar/r?cid=${encodeURIComponent(subscription)}`,
  )
  expect(await hrefOf('Outlook.com')).toContain(`addfromweb?url=${encodeURIComponent(url)}`)
  expect(await violationsOf(page)).toEqual([])
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await dialog.getByRole('button', { name: 'Copy address' }).click()
  await page.getByText('Copied', { exact: true }).waitFor()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(url)
  await dialog.getByRole('button', { name: 'Done' }).click()

  const response = await fetch(url)
  expect(response.status).toBe(200)
  const [event] = new ICAL.Component(ICAL.parse(await response.text())).getAllSubcomponents('vevent')
  expect(event?.getFirstPropertyValue('summary')).toBe('Call back (Rosa Quigley)')

  await page.reload()
  await page.getByText("Everyone's tasks · With contact names").waitFor()
  await page.getByText('Last read').waitFor()
  expect(await page.content()).not.toContain(url.split('/').at(-1))
  await page.getByRole('button', { name: 'Revoke My phone' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke address' }).click()
  await page.getByText('Address Revoked', { exact: true }).waitFor()
  await page.getByText('No calendar addresses yet').waitFor()
  expect((await fetch(url)).status).toBe(404)
})

test('A40 the calendar page fits a phone, in the light theme too', async () => {
  const { page } = phone
  await page.emulateMedia({ colorScheme: 'light' })
  await openCalendar(phone)
  await page.getByRole('button', { name: 'Create address' }).click()
  const form = page.getByRole('dialog', { name: 'Create calendar address' })
  await form.getByRole('textbox', { name: /^Name/ }).fill('Phone')
  await form.getByRole('button', { name: 'Create address' }).click()
  const dialog = page.getByRole('dialog', { name: 'Address for Phone' })
  expect(await violationsOf(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('button', { name: 'Revoke Phone' }).waitFor()
  const { scrollWidth, clientWidth } = await page.evaluate(() => document.documentElement)
  expect(scrollWidth).toBe(clientWidth)
  expect(await violationsOf(page)).toEqual([])
})
