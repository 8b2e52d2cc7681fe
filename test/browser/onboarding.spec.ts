import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { becomeSubscriber } from '#test/product/client.ts'
import { type Product, startProduct } from '#test/product/product.ts'
import { faultsOf, withoutMotion } from './looks.ts'
import { openBrowser, type Person, signInByDialog } from './person.ts'

const ADA = 'ada.okafor@example.com'
const NEWCOMER = 'lou.tardif@example.com'

let product: Product
let browser: Awaited<ReturnType<typeof openBrowser>>

beforeAll(async () => {
  product = await startProduct()
  browser = await openBrowser()
})
afterAll(async () => {
  await browser?.close()
  await product?.stop()
})

// One newcomer's way: each test goes on where the one before it ended.
describe('A23 onboarding', () => {
  let lou: Person
  beforeAll(async () => {
    lou = await browser.person()
    await signInByDialog(lou.page, product, NEWCOMER)
    await lou.page.waitForURL('**/onboarding')
  })
  afterAll(async () => {
    expect(lou.complaints).toEqual([])
    await lou.leave()
  })

  const field = (label: string) => lou.page.getByLabel(label)
  const goOn = () => lou.page.getByRole('button', { name: 'Continue' }).click()

  test('the first of two steps asks for three names; what is blank is named', async () => {
    const { page } = lou
    await page.getByText('Step 1 of 2').waitFor()
    for (const label of ['First Name', 'Last Name', 'Company Name']) await field(label).fill('  ')
    await goOn()
    for (const text of ['First name is required', 'Last name is required', 'Company name is required']) {
      await page.getByText(text, { exact: true }).waitFor()
    }
  })

  test('a name one letter over its bound is too long; at its bound it is taken', async () => {
    const { page } = lou
    const bounds = [
      ['First Name', 100, 'First name is too long'],
      ['Last Name', 100, 'Last name is too long'],
      ['Company Name', 200, 'Company name is too long'],
    ] as const
    for (const [label, most] of bounds) await field(label).fill('x'.repeat(most + 1))
    await goOn()
    for (const [, , text] of bounds) await page.getByText(text, { exact: true }).waitFor()
    for (const [label, most] of bounds) await field(label).fill('x'.repeat(most))
    await goOn()
    await page.getByText('Step 2 of 2').waitFor()
    await page.getByRole('heading', { name: 'Choose your plan', level: 1 }).waitFor()
  })

  test('the way back keeps what was entered, and the company can be named anew', async () => {
    const { page } = lou
    await page.getByRole('link', { name: 'Back to your profile' }).click()
    await page.getByText('Step 1 of 2').waitFor()
    expect(await field('First Name').inputValue()).toBe('x'.repeat(100))
    await field('First Name').fill('Lou')
    await field('Last Name').fill('Tardif')
    await field('Company Name').fill('Tardif Homes')
    await goOn()
    await page.getByText('Step 2 of 2').waitFor()
    await page.goBack()
    await page.getByText('Step 1 of 2').waitFor()
    expect(await field('Company Name').inputValue()).toBe('Tardif Homes')
    await goOn()
    await page.getByText('Step 2 of 2').waitFor()
  })

  test('Professional is recommended, and costs what the toggle says', async () => {
    const { page } = lou
    const main = page.getByRole('main')
    await main.getByText('30-day money-back guarantee. Cancel anytime.').waitFor()
    expect(await main.getByText('Recommended', { exact: true }).count()).toBe(1)
    const cards = await main.getByRole('heading', { level: 2 }).allInnerTexts()
    expect(cards).toEqual(['Professional', 'Enterprise'])
    await main.getByText('1,000 contact verifications per month').waitFor()
    await main.getByText('$79', { exact: true }).waitFor()
    await main.getByText('per month', { exact: true }).waitFor()
    await main.getByText('Save about 17%').waitFor()
    await main.getByText('Yearly', { exact: true }).click()
    await main.getByText('$790', { exact: true }).waitFor()
    await main.getByText('per year', { exact: true }).waitFor()
    await main.getByText('Custom price').waitFor()
  })

  test('Enterprise leads to a conversation', async () => {
    const { page } = lou
    const sales = page.getByRole('link', { name: 'Contact Sales' })
    expect(await sales.getAttribute('href')).toBe('/contact')
    await sales.click()
    await page.waitForURL('**/contact')
    await page.goBack()
  })

  test('A24 choosing a plan opens a payment of that organization and period, and goes there', async () => {
    const { page } = lou
    await page.getByText('Yearly', { exact: true }).click()
    const asked = page.waitForRequest('**/api/stripe/create-checkout-session')
    await page.getByRole('button', { name: 'Choose Professional' }).click()
    const order = (await asked).postDataJSON() as { organizationId: string; billingPeriod: string }
    expect(order).toEqual({
      organizationId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      billingPeriod: 'yearly',
    })
    await page.waitForURL('**/test-payments/checkout/**')
    await page.getByText('$790 per year').waitFor()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.waitForURL('**/onboarding')
    await page.getByRole('button', { name: 'Choose Professional' }).waitFor()
  })
})

describe('A25 who comes back without an active subscription is told why', () => {
  let ada: Person
  let setStatus: (status: string) => Promise<unknown>
  let endDatabase: () => Promise<void>
  beforeAll(async () => {
    const { organizationId } = await becomeSubscriber(product, ADA)
    const database = new pg.Client({ connectionString: product.database.ownerUrl })
    await database.connect()
    // Both what the organization stands by and what its subscription was last told.
    setStatus = async (status) => {
      await database.query(
        `update subscriptions set status = $1, failed_attempts = 2, next_attempt_at = '2031-05-04T12:00:00Z',
           trial_start = '2031-05-01T12:00:00Z', trial_end = '2031-05-08T12:00:00Z', canceled_at = '2031-05-02T12:00:00Z'
          where organization_id = $2`,
        [status, organizationId],
      )
      await database.query(
        `update organizations set subscription_status = $1, trial_end_date = '2031-05-08T12:00:00Z' where id = $2`,
        [status, organizationId],
      )
    }
    endDatabase = () => database.end()
    ada = await browser.person()
    await withoutMotion(ada)
    await signInByDialog(ada.page, product, ADA)
    // Whole, so that no request of this page meets the states that follow.
    await ada.page.getByRole('heading', { name: /^Welcome to/ }).waitFor()
  })
  afterAll(() => endDatabase?.())

  const arrive = async (status: string) => {
    await setStatus(status)
    await ada.page.goto(`${product.url}/dashboard`)
    await ada.page.waitForURL('**/onboarding')
  }

  test('past_due: how often it failed, when it is tried again, and the card to update; no second plan', async () => {
    const { page } = ada
    await arrive('past_due')
    await page.getByRole('heading', { name: 'Update your card', level: 1 }).waitFor()
    const told = page.getByRole('alert')
    await told.getByText("Your last payment didn't go through").waitFor()
    await told.getByText('2 attempts have failed. The next attempt is on May 4, 2031.').waitFor()
    expect(await page.getByRole('button', { name: 'Choose Professional' }).count()).toBe(0)
    expect(await faultsOf(page)).toEqual([])
    await told.getByRole('button', { name: 'Update card' }).click()
    await page.waitForURL('**/test-payments/portal/**')
    await page.getByText('Test card ending 4242').first().waitFor()
  })

  test('canceled: until when contacts are kept, and the plans', async () => {
    const { page } = ada
    await arrive('canceled')
    const told = page.getByRole('status').filter({ hasText: 'Your subscription has ended' })
    await told.getByText('Your contacts stay saved until Jul 31, 2031. Choose a plan').waitFor()
    expect(await faultsOf(page)).toEqual([])
    await page.getByRole('button', { name: 'Choose Professional' }).waitFor()
  })

  test('trialing: that it opens no contacts, until when it runs, and the plans', async () => {
    const { page } = ada
    await arrive('trialing')
    const told = page.getByRole('status').filter({ hasText: "Your trial doesn't include contacts" })
    await told.getByText('It runs until May 8, 2031.').waitFor()
    await page.getByRole('button', { name: 'Choose Professional' }).waitFor()
  })

  test('incomplete: nothing but the plans', async () => {
    const { page } = ada
    await arrive('incomplete')
    await page.getByRole('button', { name: 'Choose Professional' }).waitFor()
    expect(await page.getByRole('alert').count()).toBe(0)
    expect(ada.complaints).toEqual([])
  })
})
