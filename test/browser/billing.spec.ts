import { readFile } from 'node:fs/promises'
import pg from 'pg'
import type { Locator } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { becomeSubscriber, type Client, signIn } from '#test/product/client.ts'
import { type Product, startProduct } from '#test/product/product.ts'
import { accessibilityViolationsOf, logMotion } from './accessibility.ts'
import { toastOf } from './failing-product.ts'
import { openBrowser, type Person, signInAs } from './person.ts'

let emailCount = 0
/** An email address that no other test uses. */
const newEmail = () => `person${emailCount++}@example.com`

let product: Product
let browser: Awaited<ReturnType<typeof openBrowser>>
let database: pg.Client
let organizationId: string
let client: Client
let ada: Person

beforeAll(async () => {
  product = await startProduct()
  browser = await openBrowser()
  database = new pg.Client({ connectionString: product.database.ownerUrl })
  await database.connect()
})
/** Each test has its own subscription, owned by Ada. */
beforeEach(async () => {
  // These tests request more links than the rate limit allows.
  await database.query('delete from rate_limits')
  ;({ organizationId, client } = await becomeSubscriber(product, newEmail()))
  ada = await openAs(client)
  await goto(ada, '/settings/billing')
})
afterEach(async () => {
  expect(ada.consoleErrors).toEqual([])
  await ada.close()
})
afterAll(async () => {
  await browser?.close()
  await database?.end()
  await product?.stop()
})

async function openAs(user: Client): Promise<Person> {
  const person = await browser.newPerson()
  await logMotion(person)
  await signInAs(user, person, product)
  return person
}

/** Opens a page and waits until it is drawn: its script loads after the document. */
async function goto({ page }: Person, path: string): Promise<void> {
  await page.goto(product.url + path)
  await page.getByRole('heading', { level: 1 }).waitFor()
}

describe('A25 the billing page', () => {
  const readFact = async (label: string) =>
    (
      await ada.page
        .locator('dl > div')
        .filter({ has: ada.page.getByText(label, { exact: true }) })
        .locator('dd')
        .first()
        .innerText()
    ).trim()

  test('shows plan, price, period, status and renewal, and that no card is charged', async () => {
    const { page } = ada
    await page.getByRole('heading', { name: 'Professional', level: 2 }).waitFor()
    await page.getByText('Active', { exact: true }).waitFor()
    await page.getByText('Test payments: no card is charged').waitFor()
    expect(await readFact('Price')).toBe('$79 per month')
    expect(await readFact('Period')).toBe('Monthly')
    expect(await readFact('Renews on')).toBe(await readDay('subscription_period_end'))
    await page.getByRole('link', { name: 'Billing', exact: true }).waitFor()
  })

  test('lists the invoices', async () => {
    const table = ada.page.getByRole('table', { name: 'Invoices' })
    await table.waitFor()
    const rows = (await table.getByRole('row').allInnerTexts()).map((row) => row.split(/\s*\t\s*|\n/))
    expect(rows).toHaveLength(2)
    expect(rows[1]).toEqual(expect.arrayContaining(['$79.00', 'Paid']))
  })

  test('A26 shows the remaining credits and their use by day, as a chart and a table', async () => {
    const { page } = ada
    await spendCredits(3)
    await page.reload()
    await page.getByText('997', { exact: true }).waitFor()
    expect(await readFact('Used this month')).toBe('3')
    expect(await readFact('Granted this month')).toBe('1,000')
    expect(await readFact('Next credits on')).toBe(await readDay('subscription_period_end'))
    await page
      .getByRole('img', { name: /^Credits used each day from .*: 3 credits, the most on .* \(3\)$/ })
      .waitFor()
    const table = page.getByRole('table', { name: 'Credits by day, in UTC' })
    const [, today] = await table.getByRole('row').allInnerTexts()
    expect(today?.split('\t').slice(1).map(Number.parseFloat)).toEqual([3, 0, 1])
  })

  test('cancels after a confirmation that gives the last day of access, and resumes', async () => {
    const { page } = ada
    const accessEnd = await readDay('subscription_period_end')
    expect(await accessibilityViolationsOf(page)).toEqual([])
    await page.getByRole('button', { name: 'Cancel subscription' }).click()
    const dialog = page.getByRole('alertdialog', { name: 'Cancel your subscription?' })
    await dialog.getByText(`You have access until ${accessEnd}.`).waitFor()
    expect(await accessibilityViolationsOf(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Keep subscription' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Cancel subscription' }).click()
    await dialog.getByRole('button', { name: 'Cancel subscription' }).click()
    expect(await toastOf(ada, 'Subscription Canceled')).toBe("Your subscription won't renew.")
    await page.getByText(`Your subscription ends on ${accessEnd}`).waitFor()
    expect(await readFact('Ends on')).toBe(accessEnd)
    await goto(ada, '/dashboard')
    await page.getByRole('heading', { name: 'Contacts', level: 1 }).waitFor()
    await goto(ada, '/settings/billing')
    await page.getByRole('button', { name: 'Resume subscription' }).click()
    expect(await toastOf(ada, 'Subscription Resumed')).toBe('Your subscription will renew as usual.')
    await page.getByText('Active', { exact: true }).waitFor()
    expect(await readFact('Renews on')).toBe(accessEnd)
  })

  test('opens the payment provider to change the card, and returns', async () => {
    const { page } = ada
    await page.getByRole('button', { name: 'Change card' }).click()
    await page.waitForURL('**/test-payments/portal/**')
    await page.getByRole('link', { name: 'Back' }).click()
    await page.waitForURL('**/settings/billing')
  })

  test('A35 shows members and admins plan and credits but no payment actions', async () => {
    await spendCredits(3)
    const email = newEmail()
    await database.query(
      `with mel as (insert into users (email, first_name, organization_id, role) values ($1, 'Mel', $2, 'MEMBER') returning *)
       insert into memberships (user_id, organization_id) select id, organization_id from mel`,
      [email, organizationId],
    )
    const mel = await openAs(await signIn(product, email))
    for (const role of ['MEMBER', 'ADMIN']) {
      await database.query('update users set role = $1 where email = $2', [role, email])
      await goto(mel, '/settings/billing')
      await mel.page.getByRole('heading', { name: 'Professional', level: 2 }).waitFor()
      await mel.page.getByText('997', { exact: true }).waitFor()
      await mel.page.getByText('Only an owner can manage the plan and payments.').waitFor()
      const buttons = await mel.page.getByRole('main').getByRole('button').count()
      expect(buttons).toBe(0)
      expect(await mel.page.getByRole('heading', { name: 'Invoices' }).count()).toBe(0)
      await goto(mel, '/settings/credits')
      await mel.page.getByRole('table', { name: 'Credit ledger' }).waitFor()
      expect(await mel.page.getByRole('button', { name: 'Export CSV' }).count()).toBe(
        role === 'ADMIN' ? 1 : 0,
      )
    }
    expect(mel.consoleErrors).toEqual([])
    await mel.close()
  })
})

describe('A26 the credit ledger', () => {
  const rows = () => ada.page.getByRole('table', { name: 'Credit ledger' }).locator('tbody').getByRole('row')

  test('lists every entry in pages, newest first', async () => {
    const { page } = ada
    await spendCredits(63)
    await page.reload()
    await page.getByRole('link', { name: 'Credit ledger' }).click()
    await page.waitForURL('**/settings/credits')
    await page.getByText('937 credits left').waitFor()
    await rows().first().waitFor()
    expect(await rows().count()).toBe(50)
    expect(await accessibilityViolationsOf(page)).toEqual([])
    await page.getByRole('button', { name: 'Show more' }).click()
    await page.getByRole('button', { name: 'Show more' }).waitFor({ state: 'detached' })
    expect(await rows().count()).toBe(64)
    expect(await rows().last().innerText()).toMatch(/Granted[\s\S]*\+1,000/)
  })

  test('filters by operation, days and contact, and keeps the filter in the URL', async () => {
    const { page } = ada
    await spendCredits(63)
    await goto(ada, '/settings/credits')
    await page.getByRole('button', { name: 'Show more' }).click()
    await page.waitForFunction(() => document.querySelectorAll('tbody tr').length === 64)
    await page.getByLabel('Operation').selectOption('Granted')
    await page.waitForURL('**/settings/credits?operation=grant')
    await page.waitForFunction(() => document.querySelectorAll('tbody tr').length === 1)
    await page.getByLabel('To', { exact: true }).fill('2020-01-01')
    await page.getByRole('heading', { name: 'No matching entries' }).waitFor()
    await page.getByLabel('From', { exact: true }).fill('2020-02-01')
    await page.getByText('Choose a date on or after the From date.').waitFor()
    expect(await accessibilityViolationsOf(page)).toEqual([])
    await page.getByRole('button', { name: 'Show all entries' }).click()
    // Both pages are loaded again.
    await page.waitForFunction(() => document.querySelectorAll('tbody tr').length === 64)
    expect(new URL(page.url()).search).toBe('')

    const contact = await addContactWithEntry()
    await goto(ada, `/settings/credits?contact=${contact}`)
    await page.getByRole('button', { name: 'One contact only' }).waitFor()
    await page.waitForFunction(() => document.querySelectorAll('tbody tr').length === 1)
    await rows().first().getByRole('link', { name: 'Hazel Abernathy' }).first().click()
    await page.waitForURL(`**/dashboard?contact=${contact}`)
    await page.getByRole('dialog').getByText('Hazel Abernathy').first().waitFor()
  })

  test('downloads all matching entries, including pages not loaded yet', async () => {
    const { page } = ada
    await spendCredits(64)
    await goto(ada, '/settings/credits')
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export CSV' }).click()
    const file = await download
    expect(file.suggestedFilename()).toBe('credits.csv')
    const lines = (await readFile(await file.path(), 'utf8')).trim().split(/\r?\n/)
    expect(lines).toHaveLength(1 + 65)
    expect(lines[0]).toMatch(/^"?Time \(UTC\)/)
  })

  test('explains a failed request and loads on Try again', async () => {
    const { page } = ada
    const path = /\/credits\?/
    await page.route(path, (route) => route.fulfill({ status: 500, body: '' }))
    await goto(ada, '/settings/credits')
    await page.getByRole('alert').getByText("We couldn't load the ledger").waitFor()
    await page.unroute(path)
    await page.getByRole('button', { name: 'Try again' }).click()
    await rows().first().waitFor()
    ada.consoleErrors.splice(0)
  })
})

test('A25 a refund needs a confirmation, ends the subscription at once and is offered once', async () => {
  const { page } = ada
  await page.getByRole('button', { name: 'Request a refund' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Request a refund?' })
  await dialog.getByText('Your subscription ends right away: contacts are locked').waitFor()
  await dialog.getByRole('button', { name: 'End now and refund' }).click()
  expect(await toastOf(ada, 'Payment Refunded')).toBe('The money is on its way to your payment method.')
  await page.getByText('Your subscription has ended').waitFor()
  await page.getByText('Canceled', { exact: true }).waitFor()
  expect(await accessibilityViolationsOf(page)).toEqual([])
  await page.getByRole('table', { name: 'Invoices' }).getByText('Refunded').waitFor()
  expect(await page.getByRole('button', { name: 'Request a refund' }).count()).toBe(0)
  await goto(ada, '/dashboard')
  await page.waitForURL('**/onboarding')
})

/** The day in a column of the organization, in the format of the page. */
async function readDay(column: 'subscription_period_end'): Promise<string> {
  const { rows } = await database.query(`select ${column} as at from organizations where id = $1`, [
    organizationId,
  ])
  return new Date(rows[0].at).toLocaleDateString('en-US', { dateStyle: 'medium' })
}

/** Uses credits as enrichments do: changes the balance and adds an entry for each. */
async function spendCredits(credits: number): Promise<void> {
  await database.query('begin')
  await database.query('update organizations set credits = credits - $2::int where id = $1', [
    organizationId,
    credits,
  ])
  await database.query(
    `insert into credit_ledger (organization_id, amount, operation, description, idempotency_key)
     select $1, -1, 'enrich', 'Enrichment', gen_random_uuid() from generate_series(1, $2::int)`,
    [organizationId, credits],
  )
  await database.query('commit')
}

/** Adds a contact that one entry refers to. @returns its id */
async function addContactWithEntry(): Promise<string> {
  await spendCredits(1)
  const { id } = await client.json<{ id: string }>('POST', '/api/contacts', {
    firstName: 'Hazel',
    lastName: 'Abernathy',
  })
  await database.query(
    `update credit_ledger set contact_id = $2
      where id = (select id from credit_ledger where organization_id = $1 and contact_id is null and operation = 'enrich' limit 1)`,
    [organizationId, id],
  )
  return id
}

test('an owner sees the cost of yearly billing, switches to it and back to monthly', async () => {
  const { page } = ada
  let isSwitching = false
  let quotesWhileSwitching = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/billing/period')) isSwitching = true
    if (request.url().endsWith('/period-quote') && isSwitching) quotesWhileSwitching++
  })
  /** Waits until a switch is done. */
  const waitForPeriod = async (period: string, text: Locator) => {
    await page.getByText(period, { exact: true }).waitFor()
    await text.waitFor({ state: 'detached' })
    isSwitching = false
  }
  await page.getByRole('button', { name: 'Switch to yearly billing' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Switch to yearly billing?' })
  await dialog.getByText('Credit for unused time').waitFor()
  await dialog.getByText('$790', { exact: true }).waitFor()
  expect(await accessibilityViolationsOf(page)).toEqual([])
  await dialog.getByRole('button', { name: /^Switch and pay \$71\d/ }).click()
  expect(await toastOf(ada, 'Billing Period Changed')).toBe('Your subscription is now billed yearly.')
  await waitForPeriod('Yearly', dialog)
  await page.getByRole('button', { name: 'Switch to monthly billing' }).click()
  const monthlyDialog = page.getByRole('alertdialog', { name: 'Switch to monthly billing?' })
  await monthlyDialog.getByText(/^The remaining \$71\d/).waitFor()
  await monthlyDialog.getByRole('button', { name: 'Switch to monthly' }).click()
  await waitForPeriod('Monthly', monthlyDialog)

  // The credit of the second switch pays for the third, so nothing is due.
  await page.getByRole('button', { name: 'Switch to yearly billing' }).click()
  const creditAmount = dialog.getByText('Credit from earlier switches').locator('+ dd')
  expect(await creditAmount.textContent()).toMatch(/^−\$71\d/)
  await dialog.getByRole('button', { name: 'Switch to yearly', exact: true }).click()
  await waitForPeriod('Yearly', dialog)
  expect(quotesWhileSwitching).toBe(0)
})
