import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Product, startProduct } from '#test/product/product.ts'
import { openBrowser, type Person, waitForHydration } from './person.ts'

let product: Product
let browser: Awaited<ReturnType<typeof openBrowser>>
let owner: Person
let visitor: Person
let database: pg.Client

beforeAll(async () => {
  product = await startProduct({ DEMO: '1' })
  browser = await openBrowser()
  owner = await browser.newPerson()
  visitor = await browser.newPerson()
  database = new pg.Client({ connectionString: product.database.ownerUrl })
  await database.connect()
  await owner.page.goto(product.demoLink())
  await owner.page.waitForURL('**/dashboard**')
})
afterAll(async () => {
  await browser?.close()
  await database?.end()
  await product?.stop()
})

const api = (method: string, path: string, data?: unknown) =>
  owner.page.request.fetch(`${product.url}${path}`, { method, data, headers: { origin: product.url } })

async function readEmailedUrl(emailAddress: string): Promise<string> {
  const readUrl = async () => {
    const text = await (await owner.page.request.get(`${product.url}/dev/outbox`)).text()
    return new RegExp(`${emailAddress}[\\s\\S]*?(http[^\\s"<]*/privacy/confirm\\?token=[\\w-]+)`).exec(
      text,
    )?.[1]
  }
  await expect.poll(readUrl, { timeout: 15_000 }).toBeTruthy()
  return (await readUrl())!
}

describe('privacy requests, export and erasure', () => {
  test('a visitor confirms a request by email, the operator erases the person, and no import adds them again', async () => {
    const { page } = visitor
    const createResponse = await api('POST', '/api/contacts', {
      firstName: 'Merle',
      lastName: 'Quail',
      email: 'merle.quail@example.com',
    })
    expect(createResponse.status()).toBe(201)
    const { id } = (await createResponse.json()) as { id: string }

    await page.goto(`${product.url}/privacy`)
    const form = page.getByRole('form', { name: 'Make a privacy request' })
    await form.getByRole('button', { name: 'Send request' }).click()
    await form.getByText('Please fill in this field').first().waitFor()
    await form.getByLabel('What would you like us to do?').selectOption('erasure')
    await form.getByLabel('Your name').fill('Merle Quail')
    await form.getByLabel('Email').fill('Merle.Quail@example.com')
    await form.getByRole('button', { name: 'Send request' }).click()
    await page.getByRole('heading', { name: 'Check your email' }).waitFor()

    await page.goto(await readEmailedUrl('merle.quail@example.com'))
    const readOpenRequests = () => database.query(`select 1 from privacy_requests where status = 'open'`)
    expect((await readOpenRequests()).rowCount).toBe(0)
    await page.getByRole('button', { name: 'Confirm' }).click()
    await page.getByRole('heading', { name: 'Your request is confirmed' }).waitFor()
    expect((await readOpenRequests()).rowCount).toBe(1)

    const adminPage = owner.page
    await adminPage.goto(`${product.url}/admin/privacy-requests`)
    await adminPage.getByRole('button', { name: 'Resolve' }).click()
    const dialog = adminPage.getByRole('dialog', { name: 'Resolve request' })
    await dialog.getByText('Found 1 contact in 1 organization.').waitFor()
    await dialog.getByRole('button', { name: 'Erase all matches' }).click()
    await adminPage.getByText('Request resolved', { exact: true }).waitFor()
    await expect
      .poll(async () => (await api('GET', `/api/contacts/${id}`)).status(), { timeout: 15_000 })
      .toBe(404)

    const repeatImport = async () => {
      const response = await owner.page.request.fetch(`${product.url}/api/contacts/import/csv?enrich=0`, {
        method: 'POST',
        headers: { 'content-type': 'text/csv', origin: product.url },
        data: 'First Name,Last Name,Email\nM.,Quail,merle.quail@example.com\n',
      })
      return (await response.json()) as object
    }
    expect(await repeatImport()).toMatchObject({ imported: 0, skipped: 1 })

    const suppressionList = adminPage.getByRole('region', { name: 'Global suppression list' })
    await suppressionList.getByLabel('Email address or phone number').fill('merle.quail@example.com')
    await suppressionList.getByRole('button', { name: 'Check' }).click()
    await suppressionList.getByText(/^On the list since/).waitFor()
    await suppressionList.getByRole('button', { name: 'Remove' }).click()
    await suppressionList.getByText('Enter a reason').waitFor()
    await suppressionList.getByLabel('Reason').fill('A namesake asked')
    await suppressionList.getByRole('button', { name: 'Remove' }).click()
    await adminPage.getByText('Organizations can add this person again.', { exact: true }).waitFor()
    expect(await repeatImport()).toMatchObject({ imported: 1, skipped: 0 })
    expect(visitor.consoleErrors).toEqual([])
  })

  test('the owner downloads an archive and suppresses an address by hand', async () => {
    const { page } = owner
    await page.goto(`${product.url}/settings/data`)
    await waitForHydration(page)
    await page.getByRole('button', { name: 'Export all data' }).click()
    const link = page.getByRole('list', { name: 'Exports' }).getByRole('link', { name: 'Download' })
    await link.waitFor({ timeout: 30_000 })
    const [download] = await Promise.all([page.waitForEvent('download'), link.click()])
    expect(download.suggestedFilename()).toMatch(/^export-.*\.tar\.gz$/)
    const archive = gunzipSync(readFileSync(await download.path()))
    expect(archive.toString('latin1')).toContain('manifest.json')
    expect(createHash('sha256').update(archive).digest('hex')).toHaveLength(64)

    const list = page.getByRole('region', { name: 'Suppression list' })
    await list.getByLabel('Email address or phone number').fill('keep.out@example.com')
    await list.getByRole('button', { name: 'Add', exact: true }).click()
    await list.getByText('Added to the list.').waitFor()
    await list.getByLabel('Email address or phone number').fill('keep.out@example.com')
    await list.getByRole('button', { name: 'Check' }).click()
    await list.getByText("It's on the list.").waitFor()
    await list.getByRole('button', { name: 'Remove from the list' }).click()
    await page.getByRole('button', { name: 'Remove from the list' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect(await list.getByText("It's on the list.").count()).toBe(0)
    const remainingRows = await database.query(`select 1 from suppressions where reason = 'added-by-hand'`)
    expect(remainingRows.rowCount).toBe(0)
    expect(owner.consoleErrors).toEqual([])
  })

  test('the owner types the name, erases the whole organization and is signed out', async () => {
    const { page } = owner
    await page.goto(`${product.url}/settings/data`)
    await waitForHydration(page)
    await page.getByRole('button', { name: 'Delete organization' }).click()
    const dialog = page.getByRole('dialog', { name: 'Delete organization?' })
    const { rows } = await database.query<{ id: string; name: string }>('select id, name from organizations')
    await dialog.getByLabel('Organization name').fill('Another')
    await dialog.getByRole('button', { name: 'Delete everything' }).click()
    await dialog.getByText('Type the name of your organization').waitFor()
    await dialog.getByLabel('Organization name').fill(rows[0]!.name)
    await dialog.getByRole('button', { name: 'Delete everything' }).click()
    await page.getByRole('button', { name: 'Login' }).waitFor()
    const countRemaining = async () => {
      const result = await database.query(
        `select (select count(*) from organizations)::int + (select count(*) from contacts)::int as n`,
      )
      return (result.rows[0] as { n: number }).n
    }
    await expect.poll(countRemaining, { timeout: 30_000 }).toBe(0)
  })
})
