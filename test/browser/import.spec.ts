import { readFile } from 'node:fs/promises'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Product, startProduct } from '#test/product/product.ts'
import { openBrowser, type Person } from './person.ts'

let product: Product
let browser: Awaited<ReturnType<typeof openBrowser>>
let visitor: Person
let page: Page

beforeAll(async () => {
  product = await startProduct({ DEMO: '1' })
  browser = await openBrowser()
  visitor = await browser.person()
  page = visitor.page
  await page.goto(product.demoLink())
  await page.waitForURL('**/dashboard')
  await people(250).waitFor()
})
afterAll(async () => {
  await browser?.close()
  await product?.stop()
})

const people = (count: number) => page.getByRole('main').getByText(`${count} people`)

function file(name: string, text: string) {
  return { name, mimeType: 'application/octet-stream', buffer: Buffer.from(text) }
}

async function openImport(): Promise<Locator> {
  await page.getByRole('button', { name: 'Import Contacts' }).click()
  const dialog = page.getByRole('dialog', { name: 'Import Contacts' })
  await dialog.waitFor()
  return dialog
}

async function choose(dialog: Locator, name: string, text: string): Promise<void> {
  await dialog.locator('input[type=file]').setInputFiles(file(name, text))
}

async function startWithoutEnrichment(dialog: Locator): Promise<Locator> {
  await dialog.getByRole('switch', { name: /Enrich and score new contacts/ }).setChecked(false)
  await dialog.getByRole('button', { name: 'Start import' }).click()
  const report = page.getByRole('dialog', { name: 'Import Complete' })
  await report.waitFor()
  return report
}

const countsOf = (report: Locator) => report.locator('dl > div').allInnerTexts()

// One person's way, told in order: each test goes on where the one before it ended.

test('A10 a file of another kind gets the Wrong File Type toast and is not taken', async () => {
  const dialog = await openImport()
  await choose(dialog, 'people.xlsx', 'x')
  await page.getByText('Wrong File Type', { exact: true }).first().waitFor()
  await page.getByText('Please choose a .csv file').first().waitFor()
  expect(await dialog.getByRole('button', { name: 'Start import' }).isDisabled()).toBe(true)
})

test('A10 a file without contacts gets the specified words', async () => {
  const dialog = page.getByRole('dialog', { name: 'Import Contacts' })
  await choose(dialog, 'empty.csv', 'First Name,Last Name\n')
  await dialog.getByText('no rows below the header').waitFor()
  await dialog.getByRole('button', { name: 'Start import' }).click()
  await page.getByText('Oops! Import Failed').first().waitFor()
  await page.getByText('Please select a valid CSV file to upload.').first().waitFor()
  await dialog.getByRole('button', { name: 'Remove the file' }).click()
})

test('A10 a file that is dropped shows how its columns are read; the person corrects them', async () => {
  const dialog = page.getByRole('dialog', { name: 'Import Contacts' })
  const text = 'First Name;Nazwisko;Miasto\nQuentin;Dropwell;Lisle\nRosa;Dropwell;Aurora\nTheo;;Aurora\n'
  const transfer = await page.evaluateHandle((content) => {
    const data = new DataTransfer()
    data.items.add(new File([content], 'dropped.CSV', { type: 'text/csv' }))
    return data
  }, text)
  const zone = dialog.getByText('or drop it here')
  await zone.dispatchEvent('dragenter', { dataTransfer: transfer })
  await zone.dispatchEvent('drop', { dataTransfer: transfer })
  const columns = dialog.getByRole('region', { name: 'Columns of the file' })
  expect(await columns.getByLabel('Field for First Name').inputValue()).toBe('firstName')
  await columns.getByText('Lisle · Aurora · Aurora').waitFor()
  await columns.getByText('Choose a column for Last Name.').waitFor()
  await columns.getByLabel('Field for Nazwisko').selectOption('Last Name')
  await columns.getByText('Choose a column for Last Name.').waitFor({ state: 'detached' })
  await columns.getByLabel('Field for Miasto').selectOption('City')
  const report = await startWithoutEnrichment(dialog)
  expect(await countsOf(report)).toEqual(['Imported\n2', 'Skipped\n1', 'Total\n3'])
})

test('A10 a refused row is put right in a form that holds what could be read', async () => {
  await page.getByRole('button', { name: 'Fix rows' }).click()
  const fix = page.getByRole('dialog', { name: 'Fix rows' })
  await fix.getByText('Row 4: Last Name is missing').waitFor()
  expect(await fix.getByLabel('First Name').inputValue()).toBe('Theo')
  expect(await fix.getByLabel('City').inputValue()).toBe('Aurora')
  await fix.getByRole('button', { name: 'Add contact' }).click()
  await fix.getByText('Required').waitFor()
  await fix.getByLabel('Last Name').fill('Fixwell')
  await fix.getByRole('button', { name: 'Add contact' }).click()
  await fix.getByText('All rows reviewed').waitFor()
  await fix.getByRole('button', { name: 'Back to report' }).click()
  const report = page.getByRole('dialog', { name: 'Import Complete' })
  await report.getByText('Imported').waitFor()
  expect(await countsOf(report)).toEqual(['Imported\n3', 'Skipped\n0', 'Total\n3'])
  expect(await report.getByRole('button', { name: 'Fix rows' }).count()).toBe(0)
})

test('A10 undo takes everything back, the corrected row with it', async () => {
  await page.getByRole('button', { name: 'Undo import' }).click()
  await page
    .getByRole('alertdialog', { name: 'Undo import?' })
    .getByRole('button', { name: 'Undo import' })
    .click()
  await page.getByText('3 contacts were removed.').first().waitFor()
  await page.getByRole('button', { name: 'Done' }).click()
  await people(250).waitFor()
})

test('A10 an address book is imported card by card, and refused rows can be saved as CSV', async () => {
  const dialog = await openImport()
  const cards = ['N:Cardwell;Una;;;', 'N:;=Mum;;;'].map(
    (name) => `BEGIN:VCARD\r\nVERSION:3.0\r\n${name}\r\nEND:VCARD\r\n`,
  )
  await choose(dialog, 'contacts.vcf', cards.join(''))
  await dialog.getByText('2 cards').waitFor()
  const report = await startWithoutEnrichment(dialog)
  expect(await countsOf(report)).toEqual(['Imported\n1', 'Skipped\n1', 'Total\n2'])
  await report.getByText('Card 2: Last Name is missing').waitFor()
  const download = page.waitForEvent('download')
  await report.getByRole('link', { name: 'Download as CSV' }).click()
  const saved = await download
  expect(saved.suggestedFilename()).toBe('skipped_rows.csv')
  expect((await readFile(await saved.path(), 'utf8')).split('\r\n').slice(0, 2)).toEqual([
    'First Name,Last Name,Email,Phone,Address,City,State,Zip,Problem',
    "'=Mum,,,,,,,,Card 2: Last Name is missing",
  ])
  await page.getByRole('button', { name: 'Done' }).click()
  await people(251).waitFor()
})

test('A10 the columns of a recognised file need no look: one click starts it', async () => {
  const dialog = await openImport()
  await choose(dialog, 'plain.csv', 'Name,E-mail\nVera Plainwell,vera@example.com\n')
  const sent = page.waitForRequest(/\/api\/contacts\/import\/csv/)
  const report = await startWithoutEnrichment(dialog)
  const headers = await (await sent).allHeaders()
  expect([(await sent).method(), headers['content-type']]).toEqual(['POST', 'text/plain'])
  expect(headers.cookie).toContain('sid=')
  expect(await countsOf(report)).toEqual(['Imported\n1', 'Skipped\n0', 'Total\n1'])
  await page.getByRole('button', { name: 'Done' }).click()
  await people(252).waitFor()
})

test('A10 the pages have complained about nothing but the empty file', async () => {
  expect(visitor.complaints.filter((text) => !text.includes('422'))).toEqual([])
})
