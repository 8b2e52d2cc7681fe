import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { ListedOrganization } from '#contract/admin-organizations.ts'
import { type Client, signIn, signInToDemo, waitForEmailedLink } from '#test/product/client.ts'
import { rowsOf } from '#test/product/invariants.ts'
import { type Product, startProduct } from '#test/product/product.ts'
import { accessibilityViolationsOf } from './accessibility.ts'
import { openBrowser, type Person, signInAs, type Tab } from './person.ts'

const OPERATOR_EMAIL = 'demo@ninefold.local'

let product: Product
let browser: Awaited<ReturnType<typeof openBrowser>>
/** The demo user operates the instance. */
let operator: Client
let operatorsBrowser: Person
let page: Tab['page']
let consoleErrors: string[]

beforeAll(async () => {
  product = await startProduct({ DEMO: '1' })
  browser = await openBrowser()
  operator = await signInToDemo(product)
  operatorsBrowser = await browser.newPerson()
  await signInAs(operator, operatorsBrowser, product)
})
/** Deletes all organizations but the demo workspace. */
beforeEach(async () => {
  const { ownerUrl } = product.database
  await rowsOf(
    ownerUrl,
    'delete from organizations where id <> (select organization_id from users where email = $1)',
    [OPERATOR_EMAIL],
  )
  await rowsOf(ownerUrl, 'delete from users where email <> $1', [OPERATOR_EMAIL])
  await rowsOf(ownerUrl, 'delete from rate_limits')
  ;({ page, consoleErrors } = await operatorsBrowser.openPage())
})
afterEach(async () => {
  await page.close()
  expect(consoleErrors).toEqual([])
})
afterAll(async () => {
  await browser?.close()
  await product?.stop()
})

let addedCount = 0
/** Adds an organization with a unique name. @returns its name and the email of its owner */
async function addOrganization() {
  const name = `Fern & Sons ${++addedCount}`
  const ownerEmail = `fern${addedCount}@example.com`
  const { id } = await post<ListedOrganization>('/api/admin/organizations', { name, ownerEmail })
  return { id, name, ownerEmail }
}

function post<T>(path: string, body: object): Promise<T> {
  return operator.json('POST', path, body)
}

const goto = (path: string) => page.goto(product.url + path)
const tab = (name: string) =>
  page.getByRole('navigation', { name: 'Admin', exact: true }).getByRole('link', { name, exact: true })
const readStat = async (name: string) => {
  const text = await page.locator('dl > div').filter({ hasText: name }).first().innerText()
  return text.split('\n').filter(Boolean)
}
const dialog = () => page.getByRole('dialog')
const title = (name: string) => page.getByRole('heading', { name, level: 2, exact: true })
const searchBox = () => page.getByRole('searchbox', { name: 'Search', exact: true })
const tableRows = () => page.locator('tbody tr')

test('A31 the overview shows organizations, seats, contacts, credits and revenue, as a chart and a table', async () => {
  await goto('/dashboard')
  await page
    .getByRole('navigation', { name: 'Main navigation' })
    .getByRole('link', { name: 'Admin', exact: true })
    .click()
  await page.getByText('As of').waitFor()
  expect((await readStat('Organizations')).slice(0, 2)).toEqual(['Organizations', '1'])
  expect((await readStat('Seats')).slice(0, 2)).toEqual(['Seats', '1'])
  expect((await readStat('Contacts')).slice(0, 2)).toEqual(['Contacts', '250'])
  expect((await readStat('Recurring revenue'))[1]).toBe('$79')
  expect((await readStat('Revenue this month'))[1]).toBe('$79')
  expect((await readStat('Credits granted'))[1]).toBe('1,000')
  await page.getByRole('img', { name: /Revenue by month: \$79 in/ }).waitFor()
  const rows = page.getByRole('table', { name: /Revenue, recurring revenue/ }).getByRole('row')
  expect(await rows.count()).toBe(13)
  expect(await rows.nth(1).innerText()).toContain('$79')
  await page.getByRole('link', { name: '1 active' }).click()
  await page.waitForURL('**/admin/organizations?status=active')
  const manageLinks = page.getByRole('link', { name: /^Manage / })
  await manageLinks.first().waitFor()
  expect(await manageLinks.count()).toBe(1)
})

test('A31 Add Organization emails its owner a sign-in link', async () => {
  await goto('/admin/organizations')
  await page.getByRole('button', { name: 'Add Organization' }).click()
  await dialog().getByRole('button', { name: 'Add Organization' }).click()
  await dialog().getByText('Company name is required').waitFor()
  await dialog().getByLabel('Company name').fill('Oak Partners')
  await dialog().getByLabel("Owner's email").fill('oak@example.com')
  await dialog().getByRole('button', { name: 'Add Organization' }).click()
  await title('Oak Partners').waitFor()
  await page.getByRole('list', { name: 'Members' }).getByText('oak@example.com').waitFor()

  const owner = await browser.newPerson()
  await owner.page.goto(await waitForEmailedLink(product, 'oak@example.com'))
  await owner.page.getByRole('heading', { name: 'Sign in as oak@example.com?' }).waitFor()
  await owner.page.getByRole('button', { name: 'Sign in' }).click()
  await owner.page.waitForURL('**/onboarding')
  expect(owner.consoleErrors).toEqual([])
  await owner.close()
})

test('A31 search filters the list of organizations and can be cleared', async () => {
  const { name } = await addOrganization()
  await goto('/admin/organizations')
  await searchBox().fill('fern')
  await page.waitForURL('**search=fern**')
  await page.getByRole('link', { name: `Manage ${name}` }).waitFor()
  await expect.poll(() => tableRows().count()).toBe(1)
  await tab('Organizations').click()
  await expect.poll(() => tableRows().count()).toBe(2)
  expect(await searchBox().inputValue()).toBe('')
  await searchBox().fill('unknown')
  await page.getByRole('heading', { name: 'No matching organizations' }).waitFor()
  await page.getByRole('button', { name: 'Show all' }).click()
  await page.getByRole('link', { name: `Manage ${name}` }).waitFor()
})

test('A31 an operator sets a custom plan with a reason', async () => {
  const { id } = await addOrganization()
  await goto(`/admin/organizations/${id}`)
  await page.getByRole('button', { name: 'Set custom plan' }).click()
  await dialog().getByLabel('Plan').selectOption('Enterprise')
  await dialog().getByLabel('Last day').fill('2020-01-01')
  await dialog().getByRole('button', { name: 'Set plan' }).click()
  await dialog().getByText('Enter a reason').waitFor()
  await dialog().getByLabel('Reason').fill('Pilot until summer')
  await dialog().getByRole('button', { name: 'Set plan' }).click()
  await dialog().getByText('Choose a future date').waitFor()
  await dialog().getByLabel('Last day').fill(futureDay())
  await dialog().getByRole('button', { name: 'Set plan' }).click()
  await dialog().waitFor({ state: 'hidden' })
  expect(await readStat('Plan')).toEqual(['Plan', 'Enterprise', 'custom plan, no card'])
  expect(await readStat('Credits')).toEqual(['Credits', '1,000'])
  await action('Pilot until summer').waitFor()
  // The browser logs the refused request.
  consoleErrors.splice(0)
})

test('A31 an operator removes credits once with a reason, but not more than there are', async () => {
  const { id } = await addOrganization()
  await setPlan(id)
  await goto(`/admin/organizations/${id}`)
  await page.getByRole('button', { name: 'Adjust credits' }).click()
  await dialog().getByLabel('Action').selectOption('Remove')
  await dialog().getByLabel('Credits', { exact: false }).fill('1001')
  await dialog().getByLabel('Reason').fill('Taken back by agreement')
  await dialog().getByRole('button', { name: 'Adjust credits' }).click()
  await dialog().getByText("The organization doesn't have that many credits").waitFor()
  await dialog().getByLabel('Credits', { exact: false }).fill('250')
  await dialog().getByRole('button', { name: 'Adjust credits' }).dblclick()
  await dialog().waitFor({ state: 'hidden' })
  expect(await readStat('Credits')).toEqual(['Credits', '750'])
  await action('Taken back by agreement').waitFor()
  // One entry each for the organization, its plan and the removed credits.
  expect(await actions().count()).toBe(3)
  // The browser logs the refused request.
  consoleErrors.splice(0)
})

test('A31 every page but billing shows the suspension of an organization until it is lifted', async () => {
  const { id, ownerEmail } = await addOrganization()
  await setPlan(id)
  const member = await browser.newPerson()
  const { page: suspendedPage } = member
  await signInAs(await signIn(product, ownerEmail), member, product)
  const eventStream = suspendedPage.waitForResponse('**/api/events*')
  await suspendedPage.goto(`${product.url}/tasks`)
  await suspendedPage.getByRole('heading', { name: 'Tasks', level: 1 }).waitFor()
  await eventStream

  await goto(`/admin/organizations/${id}`)
  await page.getByRole('button', { name: 'Suspend', exact: true }).click()
  await dialog().getByLabel('Reason').fill('Unpaid invoice')
  await dialog().getByRole('button', { name: 'Suspend' }).click()
  await page.getByText('“Unpaid invoice”. Members can sign in').waitFor()
  // The page updates without a reload.
  await suspendedPage.getByRole('heading', { name: 'Your organization is suspended' }).waitFor()
  expect(await suspendedPage.getByText('Unpaid invoice').count()).toBe(0)
  // The browser logs the end of the event stream.
  member.consoleErrors.splice(0)
  for (const path of ['/dashboard', '/settings/data', '/settings/team', '/insights']) {
    await suspendedPage.goto(product.url + path)
    await suspendedPage.getByRole('heading', { name: 'Your organization is suspended' }).waitFor()
  }
  expect(await accessibilityViolationsOf(suspendedPage)).toEqual([])
  for (const name of ['Leave', 'Delete organization', 'Delete my account'])
    await suspendedPage.getByRole('button', { name, exact: true }).waitFor()
  expect(await suspendedPage.getByRole('button', { name: 'Notifications' }).count()).toBe(0)
  await suspendedPage.getByRole('link', { name: 'Send a message' }).waitFor()
  await suspendedPage.getByRole('main').getByRole('link', { name: 'Billing' }).click()
  await suspendedPage.getByRole('heading', { name: 'Billing', level: 1 }).waitFor()
  await suspendedPage.getByRole('heading', { name: 'Credits' }).waitFor()
  await suspendedPage.goto(`${product.url}/tasks`)
  await suspendedPage.getByRole('heading', { name: 'Your organization is suspended' }).waitFor()
  await page.getByRole('button', { name: 'Lift suspension' }).click()
  await dialog().getByLabel('Reason').fill('Paid')
  await dialog().getByRole('button', { name: 'Lift suspension' }).click()
  await suspendedPage.getByRole('heading', { name: 'Tasks', level: 1 }).waitFor()
  expect(member.consoleErrors).toEqual([])
  await member.close()
})

test('A31 erasing an organization requires typing its name', async () => {
  const { id, name } = await addOrganization()
  await goto(`/admin/organizations/${id}`)
  await page.getByRole('button', { name: 'Erase', exact: true }).click()
  await dialog().getByLabel('Type the organization name').fill('Fern')
  await dialog().getByLabel('Reason').fill('Never used')
  await dialog().getByRole('button', { name: 'Erase permanently' }).click()
  await dialog().getByText("This name doesn't match").waitFor()
  // The browser logs the refused request.
  consoleErrors.splice(0)
  await dialog().getByLabel('Type the organization name').fill(name)
  const repeatedReads: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'GET' && request.url().includes(id)) repeatedReads.push(request.url())
  })
  const listResponse = page.waitForResponse(/\/api\/admin\/organizations(\?|$)/)
  await dialog().getByRole('button', { name: 'Erase permanently' }).click()
  await page.waitForURL('**/admin/organizations')
  await listResponse
  await tableRows().first().waitFor()
  expect(repeatedReads).toEqual([])
})

test('A31 the log lists operator actions and keeps its filter in the URL', async () => {
  const { id, name } = await addOrganization()
  await post(`/api/admin/organizations/${id}/suspend`, { reason: 'Unpaid invoice' })
  await post(`/api/admin/organizations/${id}/lift`, { reason: 'Paid' })
  await goto('/admin/log')
  await page.getByRole('combobox', { name: 'Activity' }).selectOption('Admin activity')
  await page.waitForURL('**action=operator.')
  const lines = page
    .getByRole('list', { name: 'Log', exact: true })
    .getByRole('listitem')
    .filter({ has: page.getByRole('link', { name, exact: true }) })
  await lines.filter({ hasText: '“Unpaid invoice”' }).waitFor()
  expect(await lines.first().innerText()).toMatch(/Suspension lifted[\s\S]*demo@ninefold\.local/)
})

test('A31 messages, system and data sources have separate pages', async () => {
  await goto('/admin/messages')
  await page.getByRole('heading', { name: 'No messages' }).waitFor()
  await tab('System').click()
  await page.getByRole('region', { name: 'Background jobs' }).waitFor()
  await page.getByRole('button', { name: 'Check now' }).click()
  await page.getByText('All passed').waitFor()
  await tab('Data sources').click()
  await page.getByRole('region', { name: 'Data sources' }).waitFor()
})

test('A31 the admin pages have no accessibility violations in either theme or on a narrow phone', async () => {
  const { id } = await addOrganization()
  await goto('/admin')
  for (const [name, marker] of [
    ['Overview', page.getByText('As of')],
    ['Organizations', tableRows().first()],
    ['Messages', page.getByRole('heading', { name: 'No messages' })],
    ['Privacy requests', page.getByRole('heading', { level: 2 }).first()],
    ['Log', page.getByRole('list', { name: 'Log', exact: true }).getByRole('listitem').first()],
    ['System', page.getByRole('region', { name: 'Background jobs' })],
  ] as const) {
    await tab(name).click()
    await marker.waitFor()
    expect([name, await accessibilityViolationsOf(page)]).toEqual([name, []])
  }
  await goto(`/admin/organizations/${id}`)
  await actions().first().waitFor()
  expect(await accessibilityViolationsOf(page)).toEqual([])
  await page.getByRole('button', { name: 'Adjust credits' }).click()
  await dialog().getByLabel('Reason').waitFor()
  expect(await accessibilityViolationsOf(page)).toEqual([])
})

const actions = () => page.getByRole('list', { name: 'Admin activity' }).getByRole('listitem')
const action = (reason: string) => actions().filter({ hasText: reason })

function setPlan(organizationId: string): Promise<unknown> {
  return post(`/api/admin/organizations/${organizationId}/plan`, {
    plan: 'enterprise',
    until: futureDay(),
    reason: 'Pilot until summer',
    requestId: randomUUID(),
  })
}

/** A day in the future. */
function futureDay(): string {
  return `${new Date().getUTCFullYear() + 1}-06-30`
}
