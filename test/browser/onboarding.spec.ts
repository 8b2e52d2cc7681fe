import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { becomeSubscriber, signIn } from '#test/product/client.ts'
import { rowsOf } from '#test/product/invariants.ts'
import { type Product, startProduct } from '#test/product/product.ts'
import { accessibilityViolationsOf, logMotion } from './accessibility.ts'
import { openBrowser, type Person, signInAs, waitForHydration } from './person.ts'

const ADA_EMAIL = 'ada.okafor@example.com'
const NEWCOMER_EMAIL = 'lou.tardif@example.com'

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

describe('A23 onboarding', () => {
  let newcomer: Person
  /** A page of a signed-in user without names and company. */
  let lou: Pick<Person, 'page' | 'consoleErrors'>
  beforeAll(async () => {
    newcomer = await browser.newPerson()
    await signInAs(await signIn(product, NEWCOMER_EMAIL), newcomer, product)
  })
  beforeEach(async () => {
    const { ownerUrl } = product.database
    const resetUser =
      'update users set first_name = null, last_name = null, organization_id = null where email = $1'
    await rowsOf(ownerUrl, resetUser, [NEWCOMER_EMAIL])
    await rowsOf(ownerUrl, 'delete from organizations where name <> $1', ['Oak & Main Realty'])
    lou = await newcomer.openPage()
    await lou.page.goto(`${product.url}/onboarding`)
    await waitForHydration(lou.page)
  })
  afterEach(async () => {
    await lou.page.close()
    expect(lou.consoleErrors).toEqual([])
  })

  const field = (label: string) => lou.page.getByLabel(label)
  const clickContinue = () => lou.page.getByRole('button', { name: 'Continue' }).click()
  const nameCompany = async () => {
    await field('First Name').fill('Lou')
    await field('Last Name').fill('Tardif')
    await field('Company Name').fill('Tardif Homes')
    await clickContinue()
    await lou.page.getByText('Step 2 of 2').waitFor()
  }

  test('the first of two steps requires three names', async () => {
    const { page } = lou
    await page.getByText('Step 1 of 2').waitFor()
    await page.getByText('Your database stays yours.').waitFor()
    for (const label of ['First Name', 'Last Name', 'Company Name']) await field(label).fill('  ')
    await clickContinue()
    for (const text of ['First name is required', 'Last name is required', 'Company name is required']) {
      await page.getByText(text, { exact: true }).waitFor()
    }
  })

  test('names are accepted up to their limit', async () => {
    const { page } = lou
    const limits = [
      ['First Name', 100, 'First name is too long'],
      ['Last Name', 100, 'Last name is too long'],
      ['Company Name', 200, 'Company name is too long'],
    ] as const
    for (const [label, maxLength] of limits) await field(label).fill('x'.repeat(maxLength + 1))
    await clickContinue()
    for (const [, , text] of limits) await page.getByText(text, { exact: true }).waitFor()
    for (const [label, maxLength] of limits) await field(label).fill('x'.repeat(maxLength))
    await clickContinue()
    await page.getByText('Step 2 of 2').waitFor()
    await page.getByRole('heading', { name: 'Choose your plan', level: 1 }).waitFor()
  })

  test('Back preserves the input, and the company can be renamed', async () => {
    const { page } = lou
    await nameCompany()
    await page.getByRole('link', { name: 'Back to your profile' }).click()
    await page.getByText('Step 1 of 2').waitFor()
    expect(await field('First Name').inputValue()).toBe('Lou')
    await field('Company Name').fill('Tardif & Daughters')
    await clickContinue()
    await page.getByText('Step 2 of 2').waitFor()
    await page.goBack()
    await page.getByText('Step 1 of 2').waitFor()
    expect(await field('Company Name').inputValue()).toBe('Tardif & Daughters')
    await clickContinue()
    await page.getByText('Step 2 of 2').waitFor()
  })

  test('Professional is recommended, and the toggle changes its price', async () => {
    const { page } = lou
    await nameCompany()
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

  test('Enterprise leads to the contact form', async () => {
    const { page } = lou
    await nameCompany()
    const sales = page.getByRole('link', { name: 'Contact Sales' })
    expect(await sales.getAttribute('href')).toBe('/contact')
    await sales.click()
    await page.waitForURL('**/contact')
  })

  test('A24 choosing a plan opens a checkout for the organization and period', async () => {
    const { page } = lou
    await nameCompany()
    await page.getByText('Yearly', { exact: true }).click()
    const request = page.waitForRequest('**/api/stripe/create-checkout-session')
    await page.getByRole('button', { name: 'Choose Professional' }).click()
    const order = (await request).postDataJSON() as { organizationId: string; billingPeriod: string }
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

describe('A25 signing in without an active subscription', () => {
  let subscriber: Person
  let ada: Pick<Person, 'page' | 'consoleErrors'>
  let setStatus: (status: string) => Promise<unknown>
  let closeDatabase: () => Promise<void>
  beforeAll(async () => {
    const { client, organizationId } = await becomeSubscriber(product, ADA_EMAIL)
    const database = new pg.Client({ connectionString: product.database.ownerUrl })
    await database.connect()
    // Sets the status of the organization and of its subscription.
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
    closeDatabase = () => database.end()
    subscriber = await browser.newPerson()
    await signInAs(client, subscriber, product)
  })
  beforeEach(async () => {
    ada = await subscriber.openPage()
    await logMotion(ada)
  })
  afterEach(async () => {
    await ada.page.close()
    expect(ada.consoleErrors).toEqual([])
  })
  afterAll(() => closeDatabase?.())

  const openWithStatus = async (status: string) => {
    await setStatus(status)
    await ada.page.goto(`${product.url}/dashboard`)
    await ada.page.waitForURL('**/onboarding')
  }

  test('past_due: shows failed attempts, the next attempt and Update card, but no plans', async () => {
    const { page } = ada
    await openWithStatus('past_due')
    await page.getByRole('heading', { name: 'Update your card', level: 1 }).waitFor()
    const notice = page.getByRole('alert')
    await notice.getByText("Your last payment didn't go through").waitFor()
    await notice.getByText('2 attempts have failed. The next attempt is on May 4, 2031.').waitFor()
    expect(await page.getByRole('button', { name: 'Choose Professional' }).count()).toBe(0)
    expect(await accessibilityViolationsOf(page)).toEqual([])
    await notice.getByRole('button', { name: 'Update card' }).click()
    await page.waitForURL('**/test-payments/portal/**')
    await page.getByText('Test card ending 4242').first().waitFor()
  })

  test('canceled: shows how long contacts are stored, and the plans', async () => {
    const { page } = ada
    await openWithStatus('canceled')
    const notice = page.getByRole('status').filter({ hasText: 'Your subscription has ended' })
    await notice.getByText('Your contacts stay saved until Jul 31, 2031. Choose a plan').waitFor()
    expect(await accessibilityViolationsOf(page)).toEqual([])
    await page.getByRole('button', { name: 'Choose Professional' }).waitFor()
  })

  test('trialing: shows that it includes no contacts, its end, and the plans', async () => {
    const { page } = ada
    await openWithStatus('trialing')
    const notice = page.getByRole('status').filter({ hasText: "Your trial doesn't include contacts" })
    await notice.getByText('It runs until May 8, 2031.').waitFor()
    await page.getByRole('button', { name: 'Choose Professional' }).waitFor()
  })

  test('incomplete: shows only the plans', async () => {
    const { page } = ada
    await openWithStatus('incomplete')
    await page.getByRole('button', { name: 'Choose Professional' }).waitFor()
    expect(await page.getByRole('alert').count()).toBe(0)
  })
})
