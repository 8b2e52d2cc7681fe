import { readFile } from 'node:fs/promises'
import type { Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Product, startProduct } from '#test/product/product.ts'
import { fetchResponse } from './fetch-response.ts'
import { openBrowser, type Person } from './person.ts'

let product: Product
let browser: Awaited<ReturnType<typeof openBrowser>>
let visitor: Person
let page: Page

beforeAll(async () => {
  product = await startProduct({ DEMO: '1' })
  browser = await openBrowser()
  visitor = await browser.newPerson()
  page = visitor.page
  await page.goto(product.demoLink())
  await page.waitForURL('**/dashboard')
})
afterAll(async () => {
  await browser?.close()
  await product?.stop()
})

/** People in the list when a test starts. */
let initialCount: number
beforeEach(async () => {
  await page.goto(`${product.url}/dashboard`)
  const countText = page.getByRole('main').getByText(/^\d+ people$/)
  initialCount = Number.parseInt(await countText.innerText(), 10)
})
// The server responds with 422 to a file without contacts.
afterEach(() => expect(visitor.consoleErrors.filter((text) => !text.includes('422'))).toEqual([]))

const totalText = (count: number) => page.getByRole('main').getByText(`${count} people`)

function file(name: string, text: string) {
  return { name, mimeType: 'application/octet-stream', buffer: Buffer.from(text) }
}

async function openImport(): Promise<Locator> {
  await page.getByRole('button', { name: 'Import Contacts' }).click()
  const dialog = page.getByRole('dialog', { name: 'Import Contacts' })
  await dialog.waitFor()
  return dialog
}

async function chooseFile(dialog: Locator, name: string, text: string): Promise<void> {
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

test('A10 another kind of file shows the Wrong File Type toast and is rejected', async () => {
  const dialog = await openImport()
  await chooseFile(dialog, 'people.xlsx', 'x')
  await page.getByText('Wrong File Type', { exact: true }).first().waitFor()
  await page.getByText('Please choose a .csv file').first().waitFor()
  expect(await dialog.getByRole('button', { name: 'Start import' }).isDisabled()).toBe(true)
})

test('A10 a file without contacts shows the specified text', async () => {
  const dialog = await openImport()
  await chooseFile(dialog, 'empty.csv', 'First Name,Last Name\n')
  await dialog.getByText('no rows below the header').waitFor()
  await dialog.getByRole('button', { name: 'Start import' }).click()
  await page.getByText('Oops! Import Failed').first().waitFor()
  await page.getByText('Please select a valid CSV file to upload.').first().waitFor()
  await dialog.getByRole('button', { name: 'Remove the file' }).click()
  await dialog.getByText('or drop it here').waitFor()
})

test('A10 a dropped file shows the meaning of its columns, which can be corrected', async () => {
  const dialog = await openImport()
  const text = 'First Name;Nazwisko;Miasto\nQuentin;Dropwell;Lisle\nRosa;Dropwell;Aurora\nTheo;;Aurora\n'
  const transfer = await page.evaluateHandle((content) => {
    const data = new DataTransfer()
    data.items.add(new File([content], 'dropped.CSV', { type: 'text/csv' }))
    return data
  }, text)
  const dropZone = dialog.getByText('or drop it here')
  await dropZone.dispatchEvent('dragenter', { dataTransfer: transfer })
  await dropZone.dispatchEvent('drop', { dataTransfer: transfer })
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

test('A10 a skipped row is fixed in a form with its readable fields; undo removes it too', async () => {
  const dialog = await openImport()
  await chooseFile(dialog, 'gaps.csv', 'First Name,Last Name,City\nOlga,Fixwell,Lisle\nTheo,,Aurora\n')
  const report = await startWithoutEnrichment(dialog)
  expect(await countsOf(report)).toEqual(['Imported\n1', 'Skipped\n1', 'Total\n2'])
  await page.getByRole('button', { name: 'Fix rows' }).click()
  const fix = page.getByRole('dialog', { name: 'Fix rows' })
  await fix.getByText('Row 3: Last Name is missing').waitFor()
  expect(await fix.getByLabel('First Name').inputValue()).toBe('Theo')
  expect(await fix.getByLabel('City').inputValue()).toBe('Aurora')
  await fix.getByRole('button', { name: 'Add contact' }).click()
  await fix.getByText('Required').waitFor()
  await fix.getByLabel('Last Name').fill('Fixwell')
  await fix.getByRole('button', { name: 'Add contact' }).click()
  await fix.getByText('All rows reviewed').waitFor()
  await fix.getByRole('button', { name: 'Back to report' }).click()
  await report.getByText('Imported').waitFor()
  expect(await countsOf(report)).toEqual(['Imported\n2', 'Skipped\n0', 'Total\n2'])
  expect(await report.getByRole('button', { name: 'Fix rows' }).count()).toBe(0)

  await page.getByRole('button', { name: 'Undo import' }).click()
  await page
    .getByRole('alertdialog', { name: 'Undo import?' })
    .getByRole('button', { name: 'Undo import' })
    .click()
  await page.getByText('2 contacts were removed.').first().waitFor()
  await page.getByRole('button', { name: 'Done' }).click()
  await totalText(initialCount).waitFor()
})

test('A10 an address book is imported card by card, and skipped rows can be downloaded as CSV', async () => {
  const dialog = await openImport()
  const cards = ['N:Cardwell;Una;;;', 'N:;=Mum;;;'].map(
    (name) => `BEGIN:VCARD\r\nVERSION:3.0\r\n${name}\r\nEND:VCARD\r\n`,
  )
  await chooseFile(dialog, 'contacts.vcf', cards.join(''))
  await dialog.getByText('2 cards').waitFor()
  const report = await startWithoutEnrichment(dialog)
  expect(await countsOf(report)).toEqual(['Imported\n1', 'Skipped\n1', 'Total\n2'])
  await report.getByText('Card 2: Last Name is missing').waitFor()
  const download = page.waitForEvent('download')
  await report.getByRole('link', { name: 'Download as CSV' }).click()
  const skippedFile = await download
  expect(skippedFile.suggestedFilename()).toBe('skipped_rows.csv')
  expect((await readFile(await skippedFile.path(), 'utf8')).split('\r\n').slice(0, 2)).toEqual([
    'First Name,Last Name,Email,Phone,Address,City,State,Zip,Problem',
    "'=Mum,,,,,,,,Card 2: Last Name is missing",
  ])
  await page.getByRole('button', { name: 'Done' }).click()
  await totalText(initialCount + 1).waitFor()
})

test('A10 a recognized file needs one click to start', async () => {
  const dialog = await openImport()
  await chooseFile(dialog, 'plain.csv', 'Name,E-mail\nVera Plainwell,vera@example.com\n')
  const request = page.waitForRequest(/\/api\/contacts\/import\/csv/)
  const report = await startWithoutEnrichment(dialog)
  const headers = await (await request).allHeaders()
  expect([(await request).method(), headers['content-type']]).toEqual(['POST', 'text/plain'])
  expect(headers.cookie).toContain('sid=')
  expect(await countsOf(report)).toEqual(['Imported\n1', 'Skipped\n0', 'Total\n1'])
  await page.getByRole('button', { name: 'Done' }).click()
  await totalText(initialCount + 1).waitFor()
})

test('A10 an import ends with the best contacts to call, the first one open', async () => {
  const dialog = await openImport()
  const rows = ['Ines,Calloway,6305550171', 'Jonas,Calloway,6305550172', 'Mara,Calloway,']
  await chooseFile(dialog, 'calls.csv', ['First Name,Last Name,Phone', ...rows].join('\n'))
  const report = await startWithoutEnrichment(dialog)
  await report.getByRole('heading', { name: '2 worth a call', exact: true }).waitFor()
  const list = report.getByRole('list', { name: '2 worth a call' })
  const firstItem = list.getByRole('listitem').first()
  await firstItem.getByRole('button', { expanded: true }).waitFor()
  expect(await list.getByRole('button', { expanded: false }).count()).toBe(1)
  const callLink = firstItem.getByRole('link', { name: /^Call (Ines|Jonas) Calloway$/ })
  expect(await callLink.getAttribute('href')).toMatch(/^tel:\+1630555017[12]$/)
  await firstItem.getByText('Not checked against the do-not-call registries.').waitFor()
  await page.route('**/call-permission', async (route) => {
    const callPermission = await (await fetchResponse(route)).json()
    await route.fulfill({ json: { ...callPermission, asksFirst: true } })
  })
  await callLink.click()
  const question = page.getByRole('dialog', { name: /^Call (Ines|Jonas) Calloway\?$/ })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await question.waitFor({ state: 'detached' })
  await firstItem.getByRole('link', { name: /^Open / }).click()
  await page.waitForURL('**/dashboard?contact=**')
  await report.waitFor({ state: 'detached' })
})
