import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parseVCards } from '#domain/contact-files/vcard-parse.ts'
import { type Product, startProduct } from '#test/product/product.ts'
import { openBrowser, type Person } from './person.ts'

let product: Product
let browser: Awaited<ReturnType<typeof openBrowser>>
let visitor: Person
let page: Page

beforeAll(async () => {
  product = await startProduct({ DEMO: '1' }, { createsDemo: true })
  browser = await openBrowser()
  visitor = await browser.newPerson()
  page = visitor.page
})
afterAll(async () => {
  await browser?.close()
  await product?.stop()
})

const cards = () => page.getByRole('main').getByRole('list', { name: 'Contacts' }).getByRole('listitem')
const card = (name: string) => cards().getByRole('link', { name })

test('A02 the printed link opens the demo workspace once', async () => {
  const link = product.demoLink()
  await page.goto(link)
  await page.waitForURL('**/dashboard')
  await page.getByText('250 people').waitFor()

  const secondPerson = await browser.newPerson()
  await secondPerson.page.goto(link)
  await secondPerson.page.getByText('Invalid or expired magic link').waitFor()
  await secondPerson.close()
})

test('A07 search finds people by name, phone and city in any spelling, and the signal filter filters the list', async () => {
  const cardLines = (await cards().first().innerText()).split('\n')
  const name = cardLines.find((line) => /^\p{Lu}\p{L}+ \p{Lu}/u.test(line)) ?? ''
  const search = page.getByPlaceholder('Search contacts')
  await search.fill(name.normalize('NFD').replace(/\p{M}/gu, '').toUpperCase())
  await page.waitForURL('**search=**')
  await card(name).first().waitFor()
  await search.fill('zzzz nobody')
  await page.getByRole('heading', { name: 'No contacts found' }).waitFor()
  await search.fill('')
  await page.getByText('250 people').waitFor()
  await page
    .getByRole('group', { name: /signal/i })
    .getByText('Debt')
    .click()
  await page.waitForURL('**signal=debt**')
  await page.getByText('250 people').waitFor({ state: 'detached' })
  await cards().first().waitFor()
  const cardTexts = await cards().allInnerTexts()
  expect(cardTexts.length).toBeGreaterThan(0)
  expect(cardTexts.every((text) => text.includes('Debt'))).toBe(true)
  await page.goBack()
  await page.getByText('250 people').waitFor()
})

test('A09 A17 A11 a contact can be added, edited, downloaded as a vCard and deleted', async () => {
  await page.getByRole('button', { name: 'Add Contact' }).click()
  const form = page.getByRole('dialog')
  await form.getByLabel('First Name').fill('Zoë')
  await form.getByLabel('Last Name').fill('Müller; Jr, "Z"')
  await form.getByLabel('Email').fill('Zoe@Example.com')
  await form.getByLabel('Phone').fill('(630) 555-0142')
  await form.getByRole('button', { name: /Add Contact|Save/ }).click()
  await form.waitFor({ state: 'hidden' })
  await page.getByText('251 people').waitFor()

  await page.getByPlaceholder('Search contacts').fill('zoe@example.com')
  await card('Zoë').first().click()
  const drawer = page.getByRole('dialog')
  await drawer.getByRole('button', { name: 'Edit' }).click()
  const edit = page.getByRole('dialog', { name: 'Edit Contact' })
  await edit.getByLabel('City').fill('Lisle')
  await edit.getByRole('button', { name: 'Save Changes' }).click()
  await page.getByText('Your changes have been saved successfully').first().waitFor()
  await edit.waitFor({ state: 'hidden' })

  const download = page.waitForEvent('download')
  await drawer.getByRole('button', { name: 'Add to Contacts' }).click()
  const file = await (await download).path()
  const [vcard] = parseVCards(await readFile(file, 'utf8'))
  expect(vcard).toMatchObject({
    firstName: 'Zoë',
    lastName: 'Müller; Jr, "Z"',
    addresses: [{ city: 'Lisle' }],
  })

  await drawer.getByRole('button', { name: 'Delete' }).click()
  const confirmation = page.getByRole('alertdialog', { name: 'Delete Contact?' })
  await confirmation.getByRole('button', { name: 'Delete Contact' }).click()
  await page.getByText('The contact has been permanently removed').first().waitFor()
  await page.waitForURL((url) => !url.searchParams.has('contact'))
})

test('A18 enriching a new contact finds data or reports that there is none', async () => {
  await page.goto(`${product.url}/dashboard`)
  for (const [email, outcome] of [
    ['ruth@example.com', 'updated this contact with the latest verified information'],
    ['ruth@nodata.example', 'find additional data for this contact'],
  ] as const) {
    await page.getByRole('button', { name: 'Add Contact' }).click()
    const form = page.getByRole('dialog')
    await form.getByLabel('First Name').fill('Ruth')
    await form.getByLabel('Last Name').fill('Abernathy')
    await form.getByLabel('Email').fill(email)
    await form.getByRole('button', { name: /Add Contact|Save/ }).click()
    await form.waitFor({ state: 'hidden' })
    await page.getByPlaceholder('Search contacts').fill(email)
    await page.waitForURL('**search=**')
    await card('Ruth').first().click()
    await page.getByRole('dialog').getByRole('button', { name: 'Enrich' }).click()
    await page.getByText(outcome).first().waitFor()
    await page.keyboard.press('Escape')
    await page.goto(`${product.url}/dashboard`)
  }
})

test('A11 says that the contact does not exist when a link is wrong', async () => {
  await page.goto(`${product.url}/dashboard?contact=01a1fb73-0000-7000-8000-000000000000`)
  await page.getByText('Contact not found').waitFor()
})

test('P16 an unknown URL shows the 404 page with its status', async () => {
  const response = await page.goto(`${product.url}/no-such-page`)
  expect(response?.status()).toBe(404)
  await page.getByText('Did you forget to add the page to the router?').waitFor()
})

test('Trust 11 no page violated the content policy or logged an error', () => {
  const expectedErrors = /404|403|409|503/ // Responses that the tests above caused.
  expect(visitor.consoleErrors.filter((text) => !expectedErrors.test(text))).toEqual([])
})
