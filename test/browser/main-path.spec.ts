import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ImportStatus } from '#contract/imports.ts'
import { type Product, startProduct } from '#test/product/product.ts'
import { toastOf } from './failing-product.ts'
import { openBrowser, type Person, signInByDialog } from './person.ts'

const DATA = path.resolve(import.meta.dirname, '../data')
const FILE = 'contacts-1000.csv'
const EMAIL = 'ada.okafor@example.com'

let product: Product
let browser: Awaited<ReturnType<typeof openBrowser>>
let ada: Person
let page: Page

beforeAll(async () => {
  product = await startProduct()
  browser = await openBrowser()
  ada = await browser.newPerson({ motion: true })
  page = ada.page
})
afterAll(async () => {
  await browser?.close()
  await product?.stop()
})

/** One user's steps from the first visit to the last: each continues where the one before it ended. */
const STEPS: Record<string, () => Promise<void>> = {
  'a person signs in with the emailed link': async () => {
    await signInByDialog(page, product, EMAIL)
    await page.waitForURL('**/onboarding')
    expect(await page.evaluate(() => document.cookie)).not.toContain('sid=')
  },

  'they name their company': async () => {
    await page.getByLabel('First Name').fill('Ada')
    await page.getByLabel('Last Name').fill('Okafor')
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByText('Company name is required').waitFor()
    await page.getByLabel('Company Name').fill('Oak & Main Realty')
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('heading', { name: 'Choose your plan' }).waitFor()
  },

  'contacts are locked until a test payment': async () => {
    await page.goto(`${product.url}/dashboard`)
    await page.waitForURL('**/onboarding')
    await page.getByText('Recommended').waitFor()
    await page.getByRole('button', { name: 'Choose Professional' }).click()
    await page.waitForURL('**/test-payments/**')
    await page.getByRole('button', { name: 'Pay' }).click()
    await page.waitForURL('**/checkout-return**')
    await page.waitForURL('**/dashboard')
    await page.getByRole('button', { name: 'Add Your First Contact' }).waitFor()
  },

  'the plan includes 1,000 credits': async () => {
    await page.getByText('1,000 of 1,000 credits').waitFor()
  },

  'they import a file with correct counts': async () => {
    const expected = (JSON.parse(await readFile(path.join(DATA, 'expected.json'), 'utf8')) as Expected)[
      FILE
    ] as Expected[string]
    await page.getByRole('button', { name: 'Import Contacts' }).click()
    await page.getByRole('dialog').locator('input[type=file]').setInputFiles(path.join(DATA, FILE))
    await page.getByRole('button', { name: 'Start import' }).click()
    const report = page.getByRole('dialog', { name: 'Import Complete' })
    await report.waitFor()
    const counts = report.locator('dl > div')
    expect(await counts.allInnerTexts()).toEqual([
      `Imported\n${expected.imported}`,
      `Skipped\n${expected.skipped}`,
      `Total\n1,000`,
    ])
    const skippedRows = report
      .getByRole('region', { name: 'Rows that were not imported' })
      .getByRole('listitem')
    expect(await skippedRows.count()).toBe(expected.skipped)
    expect(await skippedRows.allInnerTexts()).toEqual(expect.arrayContaining(expected.sampleErrors))
  },

  'the import verifies, enriches and scores its contacts; each match costs one credit': async () => {
    await page.getByText('937 of 937 enriched').waitFor({ timeout: 120_000 })
    await page.getByRole('button', { name: 'Done' }).click()
    const matchCount = await queryNumber("select count(*) from enrichments where status = 'matched'")
    expect(matchCount).toBeGreaterThan(500)
    await page.getByText(`${1000 - matchCount} of 1,000 credits`).waitFor()
    expect(await queryNumber('select sum(amount) from credit_ledger')).toBe(
      await queryNumber('select sum(credits) from organizations'),
    )
    expect(
      await queryNumber("select count(*) from contacts where email_verified = 'verified'"),
    ).toBeGreaterThan(100)
  },

  'the list is ranked by score, best first': async () => {
    await page.getByText('937 people').waitFor()
    const scores = await cards().evaluateAll((cards) =>
      cards.map((card) => Number(/(\d+)\s+of 100/.exec((card as HTMLElement).innerText)?.[1] ?? 0)),
    )
    expect(scores.length).toBeGreaterThanOrEqual(8)
    expect(scores).toEqual([...scores].sort((a, b) => b - a))
    expect(scores[0]).toBeGreaterThanOrEqual(75)
  },

  'they open the first contact and see the reasons': async () => {
    await cards().first().click()
    const drawer = page.getByRole('dialog')
    await drawer.getByRole('tab', { name: 'Signals' }).click()
    await drawer
      .getByText(/^About .* (chance this leads|chance that these signals lead) to a move within 12 months/)
      .first()
      .waitFor()
    await drawer
      .getByText(/chance of moving within 12 months for any reason/)
      .first()
      .waitFor()
    await drawer.getByText('Active signals detected').waitFor()
    await drawer.getByText('Very High').waitFor()
    expect(await drawer.getByText(/% confidence/).count()).toBeGreaterThanOrEqual(1)
    await drawer.getByText('Sample data').first().waitFor()
  },

  'its signal created a task; checking it lowers the count': async () => {
    const drawer = page.getByRole('dialog')
    await drawer.getByRole('tab', { name: 'Tasks' }).click()
    const heading = drawer.getByText(/\d Active Tasks?/)
    const taskCount = Number.parseInt(await heading.innerText(), 10)
    expect(taskCount).toBeGreaterThanOrEqual(1)
    await drawer.getByText('Auto-generated').first().waitFor()
    await drawer.getByRole('checkbox').first().click()
    await drawer.getByText(`${taskCount - 1} Active Task`).waitFor()
  },

  'the other tabs show the data': async () => {
    const drawer = page.getByRole('dialog')
    await drawer.getByRole('tab', { name: 'Overview' }).click()
    await drawer.getByText('Professional History').waitFor()
    await drawer.getByRole('tab', { name: 'Property' }).click()
    await drawer.getByRole('tabpanel').waitFor()
    await drawer.getByRole('tab', { name: 'Intelligence' }).click()
    await drawer.getByText('Phone Intelligence').first().waitFor()
  },

  'logging out ends the session, and no page logged an error': async () => {
    await page.keyboard.press('Escape')
    await page
      .getByRole('link', { name: 'Logout' })
      .or(page.getByRole('button', { name: 'Logout' }))
      .first()
      .click()
    await page.waitForURL(`${product.url}/`)
    await page.goto(`${product.url}/dashboard`)
    await page.getByText('Please log in to continue').waitFor()
    await page.waitForURL(`${product.url}/`)
    expect(ada.consoleErrors.filter((text) => !text.includes('401'))).toEqual([])
  },
}

/** Time for nine hundred enrichments on a busy machine. */
const TIMEOUT_MS = 300_000

test(
  'A01 A02 A03 A05 A07 A08 A10 A11 A12 A13 A14 A15 A16 A18 A21 A23 A24 A25 A26 A27 A28 A30 the main path: sign-in, onboarding, payment, import, enrichment, the first contact, sign-out',
  async () => {
    for (const [step, run] of Object.entries(STEPS)) {
      await run().catch((cause) => Promise.reject(new Error(`Failed at: ${step}`, { cause })))
    }
  },
  TIMEOUT_MS,
)

test('A36 a plan cannot be chosen after the organization was deleted, with or without its users', async () => {
  const jo = await browser.newPerson()
  const completeProfile = async () => {
    await jo.page.getByLabel('First Name').fill('Jo')
    await jo.page.getByLabel('Last Name').fill('Vance')
    await jo.page.getByLabel('Company Name').fill('Vance Homes')
    await jo.page.getByRole('button', { name: 'Continue' }).click()
  }
  const choosePlan = async () => {
    await jo.page.getByRole('button', { name: 'Choose Professional' }).click()
    expect(await toastOf(jo, 'Error')).toBe('No organization found. Please contact support.')
  }
  await signInByDialog(jo.page, product, 'jo.vance@example.com')
  await jo.page.waitForURL('**/onboarding')
  await completeProfile()
  await jo.page.getByRole('button', { name: 'Choose Professional' }).waitFor()
  await queryNumber(
    `with ended as (delete from memberships m using users u where u.id = m.user_id and u.email = 'jo.vance@example.com')
     update users set organization_id = null where email = 'jo.vance@example.com' returning 1`,
  )
  await choosePlan()
  // A user without an organization returns to the step that creates one.
  await jo.page.getByRole('button', { name: 'Close' }).click()
  await completeProfile()
  await jo.page.getByRole('button', { name: 'Choose Professional' }).waitFor()
  await queryNumber(`delete from organizations where name = 'Vance Homes' returning 1`)
  await choosePlan()
  await jo.page.waitForURL(`${product.url}/`)
  await jo.close()
})

function cards() {
  return page.getByRole('list', { name: 'Contacts' }).getByRole('listitem')
}

type Expected = Record<
  string,
  Pick<ImportStatus, 'imported' | 'skipped' | 'total'> & { sampleErrors: string[] }
>

async function queryNumber(sql: string): Promise<number> {
  const { default: pg } = await import('pg')
  const client = new pg.Client({ connectionString: product.database.ownerUrl })
  await client.connect()
  const { rows } = await client.query({ text: sql, rowMode: 'array' })
  await client.end()
  return Number(rows[0]?.[0])
}
