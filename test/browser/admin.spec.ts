import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mailedLink } from '#test/product/client.ts'
import { type Product, startProduct } from '#test/product/product.ts'
import { faultsOf } from './looks.ts'
import { openBrowser, type Person } from './person.ts'

let product: Product
let browser: Awaited<ReturnType<typeof openBrowser>>
let operator: Person
let fern: Person
let page: Page

beforeAll(async () => {
  product = await startProduct({ DEMO: '1' })
  browser = await openBrowser()
  operator = await browser.person()
  page = operator.page
  await page.goto(product.demoLink())
  await page.waitForURL('**/dashboard')
})
afterAll(async () => {
  await browser?.close()
  await product?.stop()
})

const tab = (name: string) =>
  page.getByRole('navigation', { name: 'Admin', exact: true }).getByRole('link', { name, exact: true })
const figure = async (name: string) => {
  const text = await page.locator('dl > div').filter({ hasText: name }).first().innerText()
  return text.split('\n').filter(Boolean)
}
const dialog = () => page.getByRole('dialog')
const title = (name: string) => page.getByRole('heading', { name, level: 2, exact: true })

test('A31 the overview tells organizations, seats, contacts, credits and revenue, as a chart and as a table', async () => {
  await page
    .getByRole('navigation', { name: 'Main navigation' })
    .getByRole('link', { name: 'Admin', exact: true })
    .click()
  await page.getByText('As of').waitFor()
  expect((await figure('Organizations')).slice(0, 2)).toEqual(['Organizations', '1'])
  expect((await figure('Seats')).slice(0, 2)).toEqual(['Seats', '1'])
  expect((await figure('Contacts')).slice(0, 2)).toEqual(['Contacts', '250'])
  expect((await figure('Recurring revenue'))[1]).toBe('$79')
  expect((await figure('Revenue this month'))[1]).toBe('$79')
  expect((await figure('Credits granted'))[1]).toBe('1,000')
  await page.getByRole('img', { name: /Revenue by month: \$79 in/ }).waitFor()
  const rows = page.getByRole('table', { name: /Revenue, recurring revenue/ }).getByRole('row')
  expect(await rows.count()).toBe(13)
  expect(await rows.nth(1).innerText()).toContain('$79')
  await page.getByRole('link', { name: '1 active' }).click()
  await page.waitForURL('**/admin/organizations?status=active')
  const manage = page.getByRole('link', { name: /^Manage / })
  await manage.first().waitFor()
  expect(await manage.count()).toBe(1)
})

test('A31 Add Organization makes it with its owner, who finds a sign-in link in the mail', async () => {
  await tab('Organizations').click()
  await page.getByRole('button', { name: 'Add Organization' }).click()
  await dialog().getByRole('button', { name: 'Add Organization' }).click()
  await dialog().getByText('Company name is required').waitFor()
  await dialog().getByLabel('Company name').fill('Fern & Sons')
  await dialog().getByLabel("Owner's email").fill('demo@ninefold.local')
  await dialog().getByRole('button', { name: 'Add Organization' }).click()
  await dialog().getByText('This person already belongs to an organization').waitFor()
  await dialog().getByLabel("Owner's email").fill('fern@example.com')
  await dialog().getByRole('button', { name: 'Add Organization' }).click()
  await title('Fern & Sons').waitFor()
  await page.getByRole('list', { name: 'Members' }).getByText('fern@example.com').waitFor()

  fern = await browser.person()
  await fern.page.goto(await mailedLink(product, 'fern@example.com'))
  await fern.page.getByRole('heading', { name: 'Sign in as fern@example.com?' }).waitFor()
  await fern.page.getByRole('button', { name: 'Sign in' }).click()
  await fern.page.waitForURL('**/onboarding')

  await tab('Organizations').click()
  await page.getByRole('searchbox', { name: 'Search', exact: true }).fill('fern@exa')
  await page.waitForURL('**search=fern**')
  await page.getByRole('link', { name: 'Manage Fern & Sons' }).waitFor()
  await page.waitForFunction(() => document.querySelectorAll('tbody tr').length === 1)
  await tab('Organizations').click()
  await page.waitForFunction(() => document.querySelectorAll('tbody tr').length === 2)
  expect(await page.getByRole('searchbox', { name: 'Search', exact: true }).inputValue()).toBe('')
  await page.getByRole('searchbox', { name: 'Search', exact: true }).fill('nobody')
  await page.getByRole('heading', { name: 'No matching organizations' }).waitFor()
  await page.getByRole('button', { name: 'Show all' }).click()
  await page.getByRole('link', { name: 'Manage Fern & Sons' }).waitFor()
})

test('A31 Manage gives a plan and credits, each with a reason that stands in the log', async () => {
  await page.getByRole('link', { name: 'Manage Fern & Sons' }).click()
  await page.getByRole('button', { name: 'Set custom plan' }).click()
  await dialog().getByLabel('Plan').selectOption('Enterprise')
  await dialog().getByLabel('Last day').fill('2020-01-01')
  await dialog().getByRole('button', { name: 'Set plan' }).click()
  await dialog().getByText('Enter a reason').waitFor()
  await dialog().getByLabel('Reason').fill('Pilot until summer')
  await dialog().getByRole('button', { name: 'Set plan' }).click()
  await dialog().getByText('Choose a future date').waitFor()
  await dialog()
    .getByLabel('Last day')
    .fill(`${new Date().getUTCFullYear() + 1}-06-30`)
  await dialog().getByRole('button', { name: 'Set plan' }).click()
  await dialog().waitFor({ state: 'hidden' })
  expect(await figure('Plan')).toEqual(['Plan', 'Enterprise', 'custom, without card'])
  expect(await figure('Credits')).toEqual(['Credits', '1,000'])

  await page.getByRole('button', { name: 'Change credits' }).click()
  await dialog().getByLabel('Direction').selectOption('Remove')
  await dialog().getByLabel('Credits', { exact: false }).fill('1001')
  await dialog().getByLabel('Reason').fill('Taken back by agreement')
  await dialog().getByRole('button', { name: 'Change credits' }).click()
  await dialog().getByText("The organization doesn't have that many credits").waitFor()
  await dialog().getByLabel('Credits', { exact: false }).fill('250')
  await dialog().getByRole('button', { name: 'Change credits' }).dblclick()
  await dialog().waitFor({ state: 'hidden' })
  expect(await figure('Credits')).toEqual(['Credits', '750'])
  const acts = page.getByRole('list', { name: 'Admin activity' }).getByRole('listitem')
  await acts.filter({ hasText: 'Taken back by agreement' }).waitFor()
  expect(await acts.count()).toBe(3)
  // The refusals above are the browser's own complaints about 400 and 409.
  operator.complaints.length = 0
})

test('A31 a suspended organization is told so on every page but billing, and is back once it is lifted', async () => {
  await fern.page.goto(`${product.url}/tasks`)
  await fern.page.getByRole('heading', { name: 'Tasks', level: 1 }).waitFor()

  await page.getByRole('button', { name: 'Suspend', exact: true }).click()
  await dialog().getByLabel('Reason').fill('Unpaid invoice')
  await dialog().getByRole('button', { name: 'Suspend' }).click()
  await page.getByText('“Unpaid invoice”. Members can sign in').waitFor()
  // Without a reload: the change is heard of live.
  const { page: suspended } = fern
  await suspended.getByRole('heading', { name: 'Your organization is suspended' }).waitFor()
  expect(await suspended.getByText('Unpaid invoice').count()).toBe(0)
  // The stream of live changes was ended and refused, as the browser notes it.
  fern.complaints.length = 0
  for (const path of ['/dashboard', '/settings/data', '/settings/team', '/insights']) {
    await suspended.goto(product.url + path)
    await suspended.getByRole('heading', { name: 'Your organization is suspended' }).waitFor()
  }
  expect(await faultsOf(suspended)).toEqual([])
  for (const name of ['Leave', 'Erase the organization', 'Delete my account'])
    await suspended.getByRole('button', { name, exact: true }).waitFor()
  expect(await suspended.getByRole('button', { name: 'Notifications' }).count()).toBe(0)
  await suspended.getByRole('link', { name: 'Send a message' }).waitFor()
  await suspended.getByRole('main').getByRole('link', { name: 'Billing' }).click()
  await suspended.getByRole('heading', { name: 'Billing', level: 1 }).waitFor()
  await suspended.getByRole('heading', { name: 'Credits' }).waitFor()
  expect(fern.complaints).toEqual([])
  await suspended.goto(`${product.url}/tasks`)
  await suspended.getByRole('heading', { name: 'Your organization is suspended' }).waitFor()
  await page.getByRole('button', { name: 'Lift suspension' }).click()
  await dialog().getByLabel('Reason').fill('Paid')
  await dialog().getByRole('button', { name: 'Lift suspension' }).click()
  await fern.page.getByRole('heading', { name: 'Tasks', level: 1 }).waitFor()
  await fern.leave()
})

test('A31 an organization is erased for good once its name was typed', async () => {
  await tab('Organizations').click()
  await page.getByRole('button', { name: 'Add Organization' }).click()
  await dialog().getByLabel('Company name').fill('Short Stay')
  await dialog().getByLabel("Owner's email").fill('gale@example.com')
  await dialog().getByRole('button', { name: 'Add Organization' }).click()
  await title('Short Stay').waitFor()
  await page.getByRole('button', { name: 'Erase', exact: true }).click()
  await dialog().getByLabel('Type the organization name').fill('Short')
  await dialog().getByLabel('Reason').fill('Never used')
  await dialog().getByRole('button', { name: 'Erase permanently' }).click()
  await dialog().getByText("This name doesn't match").waitFor()
  operator.complaints.length = 0
  await dialog().getByLabel('Type the organization name').fill('Short Stay')
  await dialog().getByRole('button', { name: 'Erase permanently' }).click()
  await page.waitForURL('**/admin/organizations')
  await page.getByRole('link', { name: 'Manage Fern & Sons' }).waitFor()
})

test('A31 messages, log and system have pages of their own', async () => {
  await tab('Messages').click()
  await page.getByRole('heading', { name: 'No messages' }).waitFor()
  await tab('Log').click()
  const lines = page.getByRole('list', { name: 'Log', exact: true }).getByRole('listitem')
  await page.getByRole('combobox', { name: 'Show' }).selectOption('Admin activity')
  await page.waitForURL('**action=operator.')
  await lines.filter({ hasText: '“Unpaid invoice”' }).getByRole('link', { name: 'Fern & Sons' }).waitFor()
  await lines.filter({ hasText: '“Never used”' }).waitFor()
  expect(await lines.nth(2).innerText()).toMatch(/Suspension lifted.*Fern & Sons[\s\S]*demo@ninefold\.local/)
  await tab('System').click()
  await page.getByRole('region', { name: 'Background jobs' }).waitFor()
  await page.getByRole('button', { name: 'Check now' }).click()
  await page.getByText('All passed').waitFor()
  await tab('Data sources').click()
  await page.getByRole('region', { name: 'Data sources' }).waitFor()
  expect(operator.complaints).toEqual([])
})

test('A31 no page of the console has a fault, in the dark, in the light, and on the narrowest phone', async () => {
  for (const name of ['Overview', 'Organizations', 'Messages', 'Privacy requests', 'Log', 'System']) {
    await tab(name).click()
    await page.waitForLoadState('networkidle')
    expect([name, await faultsOf(page)]).toEqual([name, []])
  }
  await tab('Organizations').click()
  await page.getByRole('link', { name: 'Manage Fern & Sons' }).click()
  await page.getByRole('list', { name: 'Admin activity' }).waitFor()
  expect(await faultsOf(page)).toEqual([])
  await page.getByRole('button', { name: 'Change credits' }).click()
  await dialog().getByLabel('Reason').waitFor()
  expect(await faultsOf(page)).toEqual([])
})
