import pg from 'pg'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Product, startProduct } from '#test/product/product.ts'
import { openBrowser, type Person } from './person.ts'

const FILE_NAME = 'leads 2026.csv'
const CSV = [
  'First Name,Last Name,Email,Phone,City',
  'Quentin,Dropwell,quentin@example.com,,',
  '"Rosa\n",Dropwell,rosa@example.com,,"Aurora"',
  'Theo,,theo@example.com,,Lisle',
  'Quentin,Dropwell,quentin@example.com,630-555-0142,Naperville',
].join('\n')

let product: Product
let browser: Awaited<ReturnType<typeof openBrowser>>
let member: Person
let page: Page

beforeAll(async () => {
  product = await startProduct({ DEMO: '1' })
  browser = await openBrowser()
  member = await browser.newPerson()
  page = member.page
  await page.goto(product.demoLink())
  await page.waitForURL('**/dashboard')
})
afterAll(async () => {
  await browser?.close()
  await product?.stop()
})

async function runSql(text: string, values: unknown[] = []): Promise<void> {
  const client = new pg.Client({ connectionString: product.database.ownerUrl })
  await client.connect()
  await client.query(text, values)
  await client.end()
}

const main = () => page.getByRole('main')
const fixDialog = () => page.getByRole('dialog', { name: 'Fix rows' })
const readCounts = () => main().locator('dl > div').allInnerTexts()

// One user's steps in order: each test continues where the one before it ended.

test('A10 the preview counts people, not line breaks in cells', async () => {
  await page.getByRole('button', { name: 'Import Contacts' }).click()
  const dialog = page.getByRole('dialog', { name: 'Import Contacts' })
  const file = { name: FILE_NAME, mimeType: 'text/csv', buffer: Buffer.from(CSV) }
  await dialog.locator('input[type=file]').setInputFiles(file)
  await dialog.getByText('up to 4 rows').waitFor()
  await dialog.getByRole('switch', { name: /Enrich and score new contacts/ }).setChecked(false)
  await dialog.getByRole('button', { name: 'Start import' }).click()
  await page.getByRole('dialog', { name: 'Import Complete' }).getByRole('button', { name: 'Done' }).click()
})

test('A04 A10 the notification of an import opens its report', async () => {
  await page.getByRole('button', { name: /^Notifications, / }).click()
  await page.getByRole('link', { name: 'Import complete: 2 contacts added' }).click()
  await main().getByRole('heading', { name: FILE_NAME, level: 1 }).waitFor()
  expect(await readCounts()).toEqual(['Imported\n2', 'Skipped\n2', 'Total\n4'])
  await main()
    .getByText(/Can be undone until/)
    .waitFor()
})

test('A10 one of two skipped rows is fixed at its missing field', async () => {
  await page.getByRole('button', { name: 'Fix rows' }).click()
  await fixDialog().getByText('1 of 2').waitFor()
  await expect
    .poll(() =>
      fixDialog()
        .getByLabel('Last Name')
        .evaluate((element) => element === document.activeElement),
    )
    .toBe(true)
  // These values match an existing contact.
  await fixDialog().getByLabel('First Name').fill('Rosa')
  await fixDialog().getByLabel('Last Name').fill('Dropwell')
  await fixDialog().getByLabel('Email').fill('rosa@example.com')
  await fixDialog().getByRole('button', { name: 'Add contact' }).click()
  await fixDialog().getByRole('alert').getByText('Already in your contacts').waitFor()
  const link = fixDialog().getByRole('link', { name: 'Open the existing contact' })
  expect(await link.getAttribute('href')).toMatch(/^\/dashboard\?contact=/)
  // These values make it another person.
  await fixDialog().getByLabel('First Name').fill('Theo')
  await fixDialog().getByLabel('Email').fill('theo@example.com')
  await fixDialog().getByRole('button', { name: 'Update existing contact' }).click()
  await fixDialog().getByText('None of your contacts matches this person. Add the contact instead.').waitFor()
  await fixDialog().getByRole('button', { name: 'Add contact' }).click()
  await fixDialog().getByText('2 of 2').waitFor()
})

test('A10 a row of an existing contact fills in missing fields', async () => {
  await fixDialog().getByText('Row 5: Already in your contacts').waitFor()
  await fixDialog().getByRole('button', { name: 'Update existing contact' }).click()
  await page.getByText('Filled in: Phone, City.').first().waitFor()
  await fixDialog().getByText('All rows reviewed').waitFor()
  await fixDialog().getByRole('button', { name: 'Back to report' }).click()
  await expect.poll(readCounts).toEqual(['Imported\n3', 'Updated\n1', 'Skipped\n0', 'Total\n4'])
})

test('A10 the history lists every import', async () => {
  await page
    .getByRole('navigation', { name: 'Main navigation' })
    .getByRole('link', { name: 'Imports' })
    .click()
  const row = main().getByRole('link', { name: new RegExp(FILE_NAME) })
  await row.getByText('Complete').waitFor()
  await row.getByText('3 imported · 1 updated · 4 total').waitFor()
})

test('A11 an opt-out from a file is confirmed, or lifted with a reason', async () => {
  await runSql(
    `with blocked as (update contacts set opted_out_channels = '{call}' where import_id is not null returning *)
     insert into contact_consents (organization_id, contact_id, channel, allowed, reason, source, import_id)
     select organization_id, id, 'call', false, 'Column "Do Not Call": Yes', 'import', import_id from blocked`,
  )
  await main()
    .getByRole('link', { name: new RegExp(FILE_NAME) })
    .click()
  await page.reload()
  await main().getByText('3 people in this file opted out of some or all contact.').waitFor()
  await main().getByRole('link', { name: 'Review 3' }).click()
  const optOuts = main().getByRole('region', { name: /^Opt-outs from files/ })
  await optOuts.getByText('3 to review').waitFor()
  const item = (name: string) => optOuts.getByRole('listitem').filter({ hasText: name })
  await item('Rosa').getByRole('button', { name: 'Keep' }).click()
  await optOuts.getByText('2 to review').waitFor()
  await item('Theo').getByRole('button', { name: 'Remove…' }).click()
  const liftDialog = page.getByRole('dialog', { name: 'Remove opt-out?' })
  await liftDialog.getByRole('button', { name: 'Remove opt-out' }).click()
  await liftDialog.getByText('Explain why this person can be contacted again').waitFor()
  await liftDialog.getByLabel('Reason').fill('Asked for a call')
  await liftDialog.getByRole('button', { name: 'Remove opt-out' }).click()
  await optOuts.getByText('1 to review').waitFor()
  await optOuts.getByLabel('Show', { exact: true }).selectOption('All')
  await item('Theo').getByText('Removed').waitFor()
  await item('Rosa').getByText('No calls').waitFor()
  await item('Rosa').getByRole('link', { name: 'Rosa Dropwell' }).click()
  await page.getByRole('heading', { name: 'Rosa Dropwell' }).waitFor()
})

test('A10 an import can be undone from its report', async () => {
  await page.goto(`${product.url}/imports`)
  await main()
    .getByRole('link', { name: new RegExp(FILE_NAME) })
    .click()
  await page.getByRole('button', { name: 'Undo import' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Undo import' }).click()
  await main().getByText('We removed the contacts this import added.').waitFor()
  expect(member.consoleErrors.filter((text) => !text.includes('409'))).toEqual([])
})
