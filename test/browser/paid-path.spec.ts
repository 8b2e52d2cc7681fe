import { afterAll, beforeAll, expect, test } from 'vitest'
import { waitForEmailedLink } from '#test/product/client.ts'
import { findBrokenInvariants, numberOf } from '#test/product/invariants.ts'
import { type Product, startProduct } from '#test/product/product.ts'
import { openBrowser, type Person, signInByDialog, waitForHydration } from './person.ts'

const ADA_EMAIL = 'ada.okafor@example.com'
const LOU_EMAIL = 'lou.tardif@example.com'

let product: Product
let browser: Awaited<ReturnType<typeof openBrowser>>
/** The owner of Oak & Main Realty, who pays. */
let ada: Person
/** The member who joins it. */
let lou: Person

beforeAll(async () => {
  product = await startProduct()
  browser = await openBrowser()
  ;[ada, lou] = await Promise.all([browser.newPerson(), browser.newPerson()])
})
afterAll(async () => {
  await browser?.close()
  await product?.stop()
})

const openPage = async ({ page }: Person, path: string) => {
  await page.goto(product.url + path)
  await waitForHydration(page)
}
const press = ({ page }: Person, name: string) => page.getByRole('button', { name, exact: true }).click()

/** Checks that the contacts open, or redirect to onboarding. */
async function expectContacts(person: Person, state: 'open' | 'locked'): Promise<void> {
  await person.page.goto(`${product.url}/dashboard`)
  if (state === 'locked') await person.page.waitForURL('**/onboarding')
  else await person.page.getByRole('heading', { name: 'Contacts', level: 1 }).waitFor()
}

/** Presses a button on the payment page and waits for the updated page. */
async function pressPaymentButton(name: string): Promise<void> {
  const { page } = ada
  const [response] = await Promise.all([
    page.waitForResponse((candidate) => candidate.request().method() === 'POST'),
    press(ada, name),
  ])
  expect(response.status()).toBe(303)
  await page.getByRole('heading', { name: 'Manage your subscription' }).waitFor()
}

async function backToBilling(): Promise<void> {
  await ada.page.getByRole('link', { name: 'Back' }).click()
  await ada.page.waitForURL('**/settings/billing')
  await ada.page.getByRole('heading', { name: 'Professional', level: 2 }).waitFor()
}

// One organization's steps in order: each test continues where the one before it ended.

test('A23 A35 an owner names the company and invites a member before paying', async () => {
  const { page } = ada
  await signInByDialog(page, product, ADA_EMAIL)
  await page.waitForURL('**/onboarding')
  await page.getByLabel('First Name').fill('Ada')
  await page.getByLabel('Last Name').fill('Okafor')
  await page.getByLabel('Company Name').fill('Oak & Main Realty')
  await press(ada, 'Continue')
  await page.getByRole('heading', { name: 'Choose your plan' }).waitFor()
  await openPage(ada, '/settings/team')
  await press(ada, 'Invite')
  const dialog = page.getByRole('dialog', { name: 'Invite to the team' })
  await dialog.getByLabel('Email').fill(LOU_EMAIL)
  await dialog.getByRole('button', { name: 'Send invitation' }).click()
  await dialog.waitFor({ state: 'detached' })
})

test('A35 the member joins, and only the owner may choose the plan', async () => {
  const { page } = lou
  const invitation = await waitForEmailedLink(product, LOU_EMAIL)
  await signInByDialog(page, product, LOU_EMAIL)
  await page.waitForURL('**/onboarding')
  await page.goto(invitation)
  await press(lou, `Join as ${LOU_EMAIL}`)
  await page.waitForURL('**/onboarding')
  await page.getByText('Only an owner can choose a plan.').waitFor()
  expect(await page.getByRole('button', { name: 'Choose Professional' }).isDisabled()).toBe(true)
})

test('A24 A25 the owner pays, and both see contacts', async () => {
  const { page } = ada
  await openPage(ada, '/onboarding')
  await press(ada, 'Choose Professional')
  await page.waitForURL('**/test-payments/checkout/**')
  await press(ada, 'Pay')
  await page.waitForURL('**/checkout-return**')
  await page.waitForURL('**/dashboard')
  await expectContacts(ada, 'open')
  await expectContacts(lou, 'open')
  await lou.page.getByText('1,000 of 1,000 credits').waitFor()
})

test('A25 a declined renewal locks contacts, and tells owner and member what to do', async () => {
  const { page } = ada
  await openPage(ada, '/settings/billing')
  await press(ada, 'Change card')
  await page.waitForURL('**/test-payments/portal/**')
  await pressPaymentButton('Simulate next renewal: declined')
  await backToBilling()
  await page.getByText('Payment overdue', { exact: true }).waitFor()
  await page.getByRole('alert').getByText("Your last payment didn't go through").waitFor()
  await expectContacts(ada, 'locked')
  await page.getByRole('heading', { name: 'Update your card', level: 1 }).waitFor()
  await expectContacts(lou, 'locked')
  await lou.page.getByText('Ask an owner to update the card.').waitFor()
  expect(await lou.page.getByRole('button', { name: 'Update card' }).count()).toBe(0)
})

test('A25 after two more failed attempts the banner shows their number and the next date', async () => {
  const { page } = ada
  await press(ada, 'Update card')
  await page.waitForURL('**/test-payments/portal/**')
  await pressPaymentButton('Simulate next attempt: declined')
  await pressPaymentButton('Simulate next attempt: declined')
  await backToBilling()
  await page.getByRole('alert').getByText('3 attempts have failed. The next attempt is on').waitFor()
  // Subscribing again leads to the open invoice instead of a second payment.
  await openPage(ada, '/subscribe')
  await page.waitForURL('**/settings/billing')
})

test('A25 A26 paying the invoice unlocks contacts and grants the credits of the new month', async () => {
  const { page } = ada
  await press(ada, 'Update card')
  await page.waitForURL('**/test-payments/portal/**')
  await pressPaymentButton('Recover: pay the open invoice')
  await backToBilling()
  await page.getByText('Active', { exact: true }).waitFor()
  expect(await page.getByRole('alert').count()).toBe(0)
  const invoices = page.getByRole('table', { name: 'Invoices' })
  await invoices.waitFor()
  expect(await invoices.getByText('Paid', { exact: true }).count()).toBe(2)
  await expectContacts(ada, 'open')
  await expectContacts(lou, 'open')
  await page.getByText('1,000 of 1,000 credits').waitFor()
  expect(await countGrants()).toBe(2)
})

test('A25 a canceled subscription stays open until its period ends', async () => {
  const { page } = ada
  await openPage(ada, '/settings/billing')
  await press(ada, 'Cancel subscription')
  const dialog = page.getByRole('alertdialog', { name: 'Cancel your subscription?' })
  await dialog.getByText('You have access until').waitFor()
  await dialog.getByRole('button', { name: 'Cancel subscription' }).click()
  await page.getByRole('status').getByText('Your subscription ends on').waitFor()
  await page.getByText('Ending', { exact: true }).waitFor()
  await expectContacts(ada, 'open')
  await expectContacts(lou, 'open')
})

test('A25 after the end contacts are locked but stored, and a plan can be chosen again', async () => {
  const { page } = ada
  await openPage(ada, '/settings/billing')
  await press(ada, 'Change card')
  await page.waitForURL('**/test-payments/portal/**')
  await pressPaymentButton('Simulate the end of the period')
  await backToBilling()
  await page.getByText('Canceled', { exact: true }).waitFor()
  await expectContacts(lou, 'locked')
  await expectContacts(ada, 'locked')
  const notice = page.getByRole('status').filter({ hasText: 'Your subscription has ended' })
  await notice.getByText(/^Your contacts stay saved until \w+ \d+, \d{4}\. Choose a plan/).waitFor()
  expect(await page.getByRole('button', { name: 'Choose Professional' }).isEnabled()).toBe(true)
})

test('Trust 17 all billing rules hold and no page logged an error', async () => {
  expect(await findBrokenInvariants(product.database.ownerUrl)).toEqual([])
  expect(await countGrants()).toBe(2)
  expect([...ada.consoleErrors, ...lou.consoleErrors]).toEqual([])
})

function countGrants(): Promise<number> {
  return numberOf(product.database.ownerUrl, "select count(*) from credit_ledger where operation = 'grant'")
}
