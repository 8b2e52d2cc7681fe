import { readFile } from 'node:fs/promises'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { becomeSubscriber, type Client } from '#test/product/client.ts'
import { type Product, startProduct } from '#test/product/product.ts'
import { toastOf } from './failing-product.ts'
import { faultsOf, withoutMotion } from './looks.ts'
import { openBrowser, type Person, signInByDialog } from './person.ts'

const ADA = 'ada.okafor@example.com'
const MEL = 'mel.brandt@example.com'

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
  ;({ organizationId, client } = await becomeSubscriber(product, ADA))
  ada = await signedIn(ADA)
})
afterAll(async () => {
  await browser?.close()
  await database?.end()
  await product?.stop()
})

async function signedIn(email: string): Promise<Person> {
  const person = await browser.person()
  await withoutMotion(person)
  await signInByDialog(person.page, product, email)
  await person.page.waitForURL(/\/(dashboard|onboarding)$/)
  return person
}

const goto = ({ page }: Person, path: string) => page.goto(product.url + path)

describe('A25 the billing page', () => {
  const fact = async (label: string) =>
    (
      await ada.page
        .locator('dl > div')
        .filter({ has: ada.page.getByText(label, { exact: true }) })
        .locator('dd')
        .first()
        .innerText()
    ).trim()

  test('says plan, price, period, status and when it renews, and that no card is charged', async () => {
    const { page } = ada
    await goto(ada, '/settings/billing')
    await page.getByRole('heading', { name: 'Professional', level: 2 }).waitFor()
    await page.getByText('Active', { exact: true }).waitFor()
    await page.getByText('Test payments: no card is charged').waitFor()
    expect(await fact('Price')).toBe('$79 per month')
    expect(await fact('Period')).toBe('Monthly')
    expect(await fact('Renews on')).toBe(await dayIn('subscription_period_end'))
    await page.getByRole('link', { name: 'Billing', exact: true }).waitFor()
  })

  test('lists what was charged', async () => {
    const table = ada.page.getByRole('table', { name: 'Invoices' })
    await table.waitFor()
    const rows = (await table.getByRole('row').allInnerTexts()).map((row) => row.split(/\s*\t\s*|\n/))
    expect(rows).toHaveLength(2)
    expect(rows[1]).toEqual(expect.arrayContaining(['$79.00', 'Paid']))
  })

  test('A26 says how many credits are left, and shows their use by day as picture and table', async () => {
    const { page } = ada
    await spend(3)
    await page.reload()
    await page.getByText('997', { exact: true }).waitFor()
    expect(await fact('Used this month')).toBe('3')
    expect(await fact('Granted this month')).toBe('1,000')
    expect(await fact('Next credits on')).toBe(await dayIn('subscription_period_end'))
    await page
      .getByRole('img', { name: /^Credits used each day from .*: 3 credits, most on .* with 3$/ })
      .waitFor()
    const table = page.getByRole('table', { name: 'Credits by day, in UTC' })
    const [, today] = await table.getByRole('row').allInnerTexts()
    expect(today?.split('\t').slice(1).map(Number.parseFloat)).toEqual([3, 0, 1])
  })

  test('a cancellation is asked about, says until when there is access, and can be taken back', async () => {
    const { page } = ada
    const until = await dayIn('subscription_period_end')
    expect(await faultsOf(page)).toEqual([])
    await page.getByRole('button', { name: 'Cancel subscription' }).click()
    const asked = page.getByRole('alertdialog', { name: 'Cancel your subscription?' })
    await asked.getByText(`You have access until ${until}.`).waitFor()
    expect(await faultsOf(page)).toEqual([])
    await asked.getByRole('button', { name: 'Keep subscription' }).click()
    await asked.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Cancel subscription' }).click()
    await asked.getByRole('button', { name: 'Cancel subscription' }).click()
    expect(await toastOf(ada, 'Subscription Canceled')).toBe("Your subscription won't renew.")
    await page.getByText(`Your subscription ends on ${until}`).waitFor()
    expect(await fact('Ends on')).toBe(until)
    await goto(ada, '/dashboard')
    await page.getByRole('heading', { name: 'Contacts', level: 1 }).waitFor()
    await goto(ada, '/settings/billing')
    await page.getByRole('button', { name: 'Resume subscription' }).click()
    expect(await toastOf(ada, 'Subscription Resumed')).toBe('Your subscription will renew as usual.')
    await page.getByText('Active', { exact: true }).waitFor()
    expect(await fact('Renews on')).toBe(until)
  })

  test('leads to the provider for the card, and back', async () => {
    const { page } = ada
    await page.getByRole('button', { name: 'Change card' }).click()
    await page.waitForURL('**/test-payments/portal/**')
    await page.getByRole('link', { name: 'Back' }).click()
    await page.waitForURL('**/settings/billing')
  })

  test('A35 a member and an admin see plan and credits, and nothing that moves money', async () => {
    await database.query(
      `insert into users (email, first_name, organization_id, role) values ($1, 'Mel', $2, 'MEMBER')`,
      [MEL, organizationId],
    )
    const mel = await signedIn(MEL)
    for (const role of ['MEMBER', 'ADMIN']) {
      await database.query('update users set role = $1 where email = $2', [role, MEL])
      await goto(mel, '/settings/billing')
      await mel.page.getByRole('heading', { name: 'Professional', level: 2 }).waitFor()
      await mel.page.getByText('997', { exact: true }).waitFor()
      await mel.page.getByText('Only an owner can change the plan, the card and payments.').waitFor()
      const buttons = await mel.page.getByRole('main').getByRole('button').count()
      expect(buttons).toBe(0)
      expect(await mel.page.getByRole('heading', { name: 'Invoices' }).count()).toBe(0)
      await goto(mel, '/settings/credits')
      await mel.page.getByRole('table', { name: 'Credit ledger' }).waitFor()
      expect(await mel.page.getByRole('button', { name: 'Export CSV' }).count()).toBe(
        role === 'ADMIN' ? 1 : 0,
      )
    }
    expect(mel.complaints).toEqual([])
    await mel.leave()
  })
})

describe('A26 the credit ledger', () => {
  const rows = () => ada.page.getByRole('table', { name: 'Credit ledger' }).locator('tbody').getByRole('row')

  test('lists every movement, newest first, and pages through them', async () => {
    const { page } = ada
    await spend(60)
    await goto(ada, '/settings/billing')
    await page.getByRole('link', { name: 'Credit ledger' }).click()
    await page.waitForURL('**/settings/credits')
    await page.getByText('937 credits left').waitFor()
    await rows().first().waitFor()
    expect(await rows().count()).toBe(50)
    expect(await faultsOf(page)).toEqual([])
    await page.getByRole('button', { name: 'Show more' }).click()
    await page.getByRole('button', { name: 'Show more' }).waitFor({ state: 'detached' })
    expect(await rows().count()).toBe(64)
    expect(await rows().last().innerText()).toMatch(/Granted[\s\S]*\+1,000/)
  })

  test('shows one kind, some days or one contact, as the address says', async () => {
    const { page } = ada
    await page.getByLabel('Operation').selectOption('Granted')
    await page.waitForURL('**/settings/credits?operation=grant')
    await page.waitForFunction(() => document.querySelectorAll('tbody tr').length === 1)
    await page.getByLabel('To', { exact: true }).fill('2020-01-01')
    await page.getByRole('heading', { name: 'No matching entries' }).waitFor()
    await page.getByLabel('From', { exact: true }).fill('2020-02-01')
    await page.getByText('Choose a date on or after the From date.').waitFor()
    expect(await faultsOf(page)).toEqual([])
    await page.getByRole('button', { name: 'Show all entries' }).click()
    // Both pages, as they were read before.
    await page.waitForFunction(() => document.querySelectorAll('tbody tr').length === 64)
    expect(new URL(page.url()).search).toBe('')

    const contact = await contactWithEntry()
    await goto(ada, `/settings/credits?contact=${contact}`)
    await page.getByRole('button', { name: 'One contact only' }).waitFor()
    await page.waitForFunction(() => document.querySelectorAll('tbody tr').length === 1)
    await rows().first().getByRole('link', { name: 'Hazel Abernathy' }).first().click()
    await page.waitForURL(`**/dashboard?contact=${contact}`)
    await page.getByRole('dialog').getByText('Hazel Abernathy').first().waitFor()
  })

  test('downloads what the filter shows, beyond what was read', async () => {
    const { page } = ada
    await goto(ada, '/settings/credits')
    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export CSV' }).click()
    const file = await saved
    expect(file.suggestedFilename()).toBe('credits.csv')
    const lines = (await readFile(await file.path(), 'utf8')).trim().split(/\r?\n/)
    expect(lines).toHaveLength(1 + 65)
    expect(lines[0]).toMatch(/^"?Time \(UTC\)/)
  })

  test('says so when it cannot be read, and reads it when asked again', async () => {
    const { page } = ada
    const path = /\/credits\?/
    await page.route(path, (route) => route.fulfill({ status: 500, body: '' }))
    await goto(ada, '/settings/credits')
    await page.getByRole('alert').getByText("We couldn't load the ledger").waitFor()
    await page.unroute(path)
    await page.getByRole('button', { name: 'Try again' }).click()
    await rows().first().waitFor()
    ada.complaints.splice(0)
  })
})

test('A25 money back is asked about, ends everything at once, and is offered once', async () => {
  const { page } = ada
  await goto(ada, '/settings/billing')
  await page.getByRole('button', { name: 'Request a refund' }).click()
  const asked = page.getByRole('alertdialog', { name: 'Request a refund?' })
  await asked.getByText('Your subscription ends right away: contacts are locked').waitFor()
  await asked.getByRole('button', { name: 'End now and refund' }).click()
  expect(await toastOf(ada, 'Payment Refunded')).toBe('The money is on its way to your payment method.')
  await page.getByText('Your subscription has ended').waitFor()
  await page.getByText('Canceled', { exact: true }).waitFor()
  expect(await faultsOf(page)).toEqual([])
  await page.getByRole('table', { name: 'Invoices' }).getByText('Refunded').waitFor()
  expect(await page.getByRole('button', { name: 'Request a refund' }).count()).toBe(0)
  await goto(ada, '/dashboard')
  await page.waitForURL('**/onboarding')
  expect(ada.complaints).toEqual([])
})

/** The day of a column of the organization, as the page writes it. */
async function dayIn(column: 'subscription_period_end'): Promise<string> {
  const { rows } = await database.query(`select ${column} as at from organizations where id = $1`, [
    organizationId,
  ])
  return new Date(rows[0].at).toLocaleDateString('en-US', { dateStyle: 'medium' })
}

/** Uses credits as look-ups do: the balance and the entry that says so. */
async function spend(credits: number): Promise<void> {
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

/** A contact that one entry names. @returns its id */
async function contactWithEntry(): Promise<string> {
  await spend(1)
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

test('an owner sees what a change to yearly billing costs, makes it, and goes back to monthly', async () => {
  const email = 'flo@example.com'
  await becomeSubscriber(product, email)
  const flo = await signedIn(email)
  const { page } = flo
  await goto(flo, '/settings/billing')
  await page.getByRole('button', { name: 'Switch to yearly billing' }).click()
  const asked = page.getByRole('alertdialog', { name: 'Switch to yearly billing?' })
  await asked.getByText('Credit for unused time').waitFor()
  await asked.getByText('$790', { exact: true }).waitFor()
  expect(await faultsOf(page)).toEqual([])
  await asked.getByRole('button', { name: /^Switch and pay \$71\d/ }).click()
  expect(await toastOf(flo, 'Billing Period Changed')).toBe('Your subscription is now billed yearly.')
  await page.getByText('Yearly', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Switch to monthly billing' }).click()
  const back = page.getByRole('alertdialog', { name: 'Switch to monthly billing?' })
  await back.getByText(/^The remaining \$71\d/).waitFor()
  await back.getByRole('button', { name: 'Switch and pay $0' }).click()
  await page.getByText('Monthly', { exact: true }).waitFor()
})
