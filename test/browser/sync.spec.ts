import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Product, startProduct } from '#test/product/product.ts'
import { openBrowser, type Person, waitForHydration } from './person.ts'
import { toneOf } from './tone.ts'

let product: Product
let browser: Awaited<ReturnType<typeof openBrowser>>
let visitor: Person
let page: Page

beforeAll(async () => {
  product = await startProduct({ DEMO: '1' })
  browser = await openBrowser()
  visitor = await browser.newPerson({ width: 390, height: 844 })
  page = visitor.page
  await page.goto(product.demoLink())
  await page.waitForURL('**/dashboard')
})
afterAll(async () => {
  await browser?.close()
  await product?.stop()
})

/** The response of the contact picker: contacts, an error, or one that a test controls. */
type PickerResult = { contacts: unknown[] } | { error: string } | 'pending'

/** Gives the browser a contact picker that records the requested properties. */
async function fakePicker(result: PickerResult): Promise<void> {
  await page.evaluate((response) => {
    const picker = window as unknown as { requests: unknown[]; finish: (contacts: unknown[]) => void }
    picker.requests = []
    const select = (...request: unknown[]) => {
      picker.requests.push(request)
      if (response === 'pending') {
        return new Promise((resolve) => {
          picker.finish = resolve
        })
      }
      if ('contacts' in response) return Promise.resolve(response.contacts)
      return Promise.reject(new Error(response.error))
    }
    Object.defineProperty(navigator, 'contacts', { value: { select }, configurable: true })
  }, result)
}

const button = () => page.getByRole('button', { name: /Sync My Contacts|Syncing\.\.\./ })
const seeText = (text: string) => page.getByText(text, { exact: true }).waitFor()

beforeEach(async () => {
  await page.goto(`${product.url}/sync-contacts`)
  await waitForHydration(page)
})
// One test expects a 402 response.
afterEach(() => expect(visitor.consoleErrors.filter((text) => !text.includes('402'))).toEqual([]))

test('A19 the sidebar opens the page, which explains how it works', async () => {
  await page.goto(`${product.url}/dashboard`)
  await page
    .getByRole('main')
    .getByText(/^\d+ people$/)
    .waitFor()
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('link', { name: 'Sync Contacts' }).click()
  await page.waitForURL('**/sync-contacts')
  await page.getByRole('heading', { name: 'Sync Contacts', level: 1 }).waitFor()
  await page
    .getByText(/By selecting contacts you consent to share their names, phone numbers and emails/)
    .waitFor()
  await page.getByText(/Only the data you select is accessed/).waitFor()
  const steps = page.getByRole('region', { name: 'How it works' }).getByRole('listitem')
  expect(await steps.count()).toBe(4)
  expect(await steps.first().innerText()).toContain('Select Sync My Contacts.')
  const browsers = page.getByRole('region', { name: 'Browser compatibility' }).getByRole('listitem')
  expect(await browsers.allInnerTexts()).toEqual([
    'Android Chrome\nSupported',
    'Android Edge\nSupported',
    'Desktop Chrome\nSupported',
    'iPhone Safari 17 or later\nMay not work. On iOS Safari, you may need to add this site to your home screen first.',
  ])
})

test('A19 a browser without a contact list says so', async () => {
  await page.evaluate(() =>
    Object.defineProperty(navigator, 'contacts', { value: undefined, configurable: true }),
  )
  await button().click()
  await seeText('Not Supported')
  expect(await toneOf(page.getByText('Not Supported', { exact: true }))).toBe('red')
  await seeText("Your browser doesn't support direct contact access. Try using Chrome or Safari on mobile.")
})

test('A19 sends nothing when no contact is selected', async () => {
  await fakePicker({ contacts: [] })
  let sentRequests = 0
  page.on('request', (request) => {
    if (request.url().includes('/import/bulk')) sentRequests += 1
  })
  await button().click()
  await seeText('No Contacts Selected')
  expect(await toneOf(page.getByText('No Contacts Selected', { exact: true }))).toBeUndefined()
  await seeText('Please select at least one contact to import.')
  expect(sentRequests).toBe(0)
})

test("A19 shows the device's error message, or the specified one", async () => {
  await fakePicker({ error: 'The user said no' })
  await button().click()
  await seeText('Sync Failed')
  expect(await toneOf(page.getByText('Sync Failed', { exact: true }))).toBe('red')
  await seeText('The user said no')
  await fakePicker({ error: '' })
  await button().click()
  await seeText('Permission denied or error accessing contacts.')
})

test('A19 the button shows progress and is disabled meanwhile', async () => {
  await fakePicker('pending')
  await button().click()
  await page.getByRole('button', { name: 'Syncing...' }).waitFor()
  expect(await button().isDisabled()).toBe(true)
  await page.evaluate(() => (window as unknown as { finish(contacts: unknown[]): void }).finish([]))
  await page.getByRole('button', { name: 'Sync My Contacts' }).waitFor()
  expect(await button().isDisabled()).toBe(false)
})

test('A19 imports the selected contacts with counts, skipped contacts and the consent', async () => {
  const namelessContacts = Array.from({ length: 12 }, (_, index) => ({ name: [`Word${index}`] }))
  await fakePicker({
    contacts: [
      {
        name: ['Wanda Picked', 'W'],
        tel: ['(630) 555-0142', '2'],
        email: ['wanda@example.com'],
        address: [{ addressLine: ['1 Main St', 'Apt 4'] }],
      },
      { name: ['Xaver Picked'], tel: [], email: [], address: [] },
      ...namelessContacts,
    ],
  })
  const request = page.waitForRequest((each) => each.url().includes('/api/contacts/import/bulk'))
  await button().click()
  expect((await request).postDataJSON().contacts.slice(0, 2)).toEqual([
    { name: 'Wanda Picked', phone: '(630) 555-0142', email: 'wanda@example.com', address: '1 Main St' },
    { name: 'Xaver Picked', phone: '', email: '', address: '' },
  ])
  await seeText('Contacts Synced')
  await seeText('Successfully imported 2 contacts. Background enrichment in progress.')
  expect(await page.evaluate(() => (window as unknown as { requests: unknown[] }).requests)).toEqual([
    [['name', 'tel', 'email', 'address'], { multiple: true }],
  ])
  const result = page.getByRole('region', { name: 'Import Complete' })
  expect(await result.locator('dl > div').allInnerTexts()).toEqual([
    'Imported\n2',
    'Skipped\n12',
    'Total\n14',
  ])
  await result.getByText('12 contacts need attention').waitFor()
  const list = result.getByRole('list')
  expect(await list.getByRole('listitem').first().innerText()).toBe('Contact 3: Last Name is missing')
  const { height, content } = await list.evaluate((element) => ({
    height: element.clientHeight,
    content: element.scrollHeight,
  }))
  expect(height).toBeLessThanOrEqual(130)
  expect(content).toBeGreaterThan(height)
  expect(await consents()).toEqual([{ version: '2026-11-21', contacts: 14 }])
})

test('A19 shows Upload failed for any other response', async () => {
  await page.route('**/api/contacts/import/bulk**', (route) => route.fulfill({ status: 402, body: '{}' }))
  await fakePicker({ contacts: [{ name: ['Yara Picked'] }] })
  await button().click()
  await seeText('Sync Failed')
  await seeText('Upload failed')
  await button().isEnabled()
  await page.unroute('**/api/contacts/import/bulk**')
})

async function consents(): Promise<unknown[]> {
  const { default: pg } = await import('pg')
  const client = new pg.Client({ connectionString: product.database.ownerUrl })
  await client.connect()
  const { rows } = await client.query(`select details from audit_log where action = 'sync.consented'`)
  await client.end()
  return rows.map(({ details }) => details)
}
