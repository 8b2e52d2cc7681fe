import pg from 'pg'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Product, startProduct } from '#test/product/product.ts'
import { openBrowser, type Person } from './person.ts'

let product: Product
let browser: Awaited<ReturnType<typeof openBrowser>>
let person: Person
let page: Page

beforeAll(async () => {
  product = await startProduct({ DEMO: '1' })
  browser = await openBrowser()
  person = await browser.person()
  page = person.page
  await page.goto(product.demoLink())
  await page.waitForURL('**/dashboard')
})
afterAll(async () => {
  await browser?.close()
  await product?.stop()
})

const sidebar = () => page.getByRole('navigation', { name: 'Main navigation' })
const rows = () => page.getByRole('tabpanel').getByRole('listitem')
const row = (title: string) => rows().filter({ hasText: title })
const tab = (name: RegExp) => page.getByRole('tablist', { name: 'Views' }).getByRole('tab', { name })
const toast = (text: string | RegExp) => page.getByText(text).first().waitFor()

test('A21 tasks stand there by themselves once signals were detected', async () => {
  await sidebar().getByRole('link', { name: 'Tasks' }).click()
  await page.getByRole('heading', { name: 'Tasks', level: 1 }).waitFor()
  await tab(/^All open\s*[1-9]/).waitFor()
  await rows().first().waitFor()
  expect(await rows().count()).toBeGreaterThan(20)
})

test('A21 all automatic tasks are mine when I work alone', async () => {
  const open = /\d+/.exec(await tab(/^All open/).innerText())?.[0]
  await tab(new RegExp(`^Mine\\s*${open}$`)).waitFor()
  // From here on it is about tasks of one's own making.
  const database = new pg.Client({ connectionString: product.database.ownerUrl })
  await database.connect()
  await database.query('update tasks set assigned_to = null')
  await database.end()
  await page.reload()
  await tab(/^Mine\s*0/).waitFor()
})

test('A20 A21 a template is chosen, applied to somebody, and becomes tasks', async () => {
  await sidebar().getByRole('link', { name: 'Playbooks' }).click()
  await page.getByRole('heading', { name: 'Playbook Templates' }).waitFor()
  const card = page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ hasText: 'Relocation with a start date' })
  await card.getByText('Destinations').waitFor()
  await card
    .getByText('A new job sets the timeline. Make leaving here and arriving there one plan.')
    .waitFor()
  // Sixty days: begun weeks count whole.
  await card.getByText('7 steps · 9 weeks').waitFor()
  expect(
    await page.getByRole('button', { name: 'Use Template', exact: true }).count(),
  ).toBeGreaterThanOrEqual(9)

  await card.getByRole('button', { name: 'Use Template', exact: true }).click()
  await toast('Playbook Selected')
  const dialog = page.getByRole('dialog', { name: 'Relocation with a start date' })
  await dialog.getByRole('searchbox', { name: 'Contacts' }).fill('naperville')
  const found = dialog.getByRole('list', { name: 'Search results' }).getByRole('listitem')
  await found.filter({ hasText: 'Naperville' }).first().waitFor()
  await found.filter({ hasText: 'Naperville' }).first().getByRole('checkbox').click()
  await dialog.getByRole('button', { name: 'Add tasks for 1 person' }).click()
  await toast('7 tasks added')

  await sidebar().getByRole('link', { name: 'Tasks' }).click()
  await tab(/^Mine\s*7/).click()
  await page.waitForURL('**view=mine**')
  await row('Find out the fixed dates').waitFor()
  // The previous view's list may still be on screen for a moment.
  await expect.poll(() => rows().count()).toBe(7)
})

test('A20 a failure and an instance without templates say so', async () => {
  const other = await browser.person()
  await other.page.context().addCookies(await page.context().cookies())
  const answers = [
    { status: 500, body: '{}' },
    { status: 200, body: '[]' },
  ]
  await other.page.route('**/api/playbooks?*', (route) =>
    route.fulfill({ contentType: 'application/json', ...answers.shift() }),
  )
  await other.page.goto(`${product.url}/playbooks`)
  await other.page.getByRole('heading', { name: 'Failed to load playbooks' }).waitFor()
  await other.page.getByRole('button', { name: 'Try again' }).click()
  await other.page.getByRole('heading', { name: 'No playbook templates available yet.' }).waitFor()
  await other.leave()
})

test('A21 the keyboard walks the list, ticks a task and opens the contact', async () => {
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await page.keyboard.press('k')
  expect(await page.locator(':focus').innerText()).toContain('Find out the fixed dates')
  await page.keyboard.press('x')
  await tab(/^Mine\s*6/).waitFor()
  await row('Find out the fixed dates').waitFor({ state: 'hidden' })
  // The keyboard goes on with the task that took its place.
  await page.waitForFunction(() =>
    document.activeElement?.textContent?.includes('Give a value and a time frame'),
  )
  await page.keyboard.press('Enter')
  const drawer = page.getByRole('dialog')
  await drawer.getByRole('heading', { name: /^\d+ Active Tasks$/ }).waitFor()
  await page.waitForURL('**tab=tasks**')
  await page.keyboard.press('Escape')
  await drawer.waitFor({ state: 'hidden' })
  await tab(/^Done/).click()
  await row('Find out the fixed dates').getByRole('checkbox').click()
  await tab(/^Mine\s*7/).waitFor()
  await page.getByRole('heading', { name: 'No completed tasks yet' }).waitFor()
})

test('A21 a task is added for somebody, given away, moved to another day and found where it belongs', async () => {
  await page.getByRole('button', { name: 'New Task' }).click()
  const dialog = page.getByRole('dialog', { name: 'New Task' })
  await dialog.getByLabel('Title').fill('Bring the keys')
  await dialog.getByRole('button', { name: 'Add Task' }).click()
  await dialog.getByText('Choose a contact').waitFor()
  await dialog.getByRole('list', { name: 'Search results' }).getByRole('checkbox').first().check()
  await dialog.getByLabel('Due date').fill('2020-05-04')
  await dialog.getByLabel('Priority').selectOption('High')
  await dialog.getByRole('button', { name: 'Add Task' }).click()
  await toast('Task Added')

  await tab(/^Overdue\s*1/).click()
  const task = row('Bring the keys')
  await task.getByText('Overdue').waitFor()
  await task.getByText('High').waitFor()
  await page.getByRole('heading', { name: 'May 4, 2020' }).waitFor()
  await task.getByLabel('Assigned to: Bring the keys').selectOption('Unassigned')
  await tab(/^Mine\s*7/).waitFor()
  const tomorrow = new Date(Date.now() + 86_400_000)
  await task.getByLabel('Due date: Bring the keys').fill(dayOf(tomorrow))
  await page.getByRole('heading', { name: 'No overdue tasks' }).waitFor()
  await tab(/^This week/).click()
  const section = page.getByRole('region', { name: 'Tomorrow' })
  await section.getByRole('listitem').filter({ hasText: 'Bring the keys' }).waitFor()
})

test('A16 the drawer adds, ticks, changes and deletes a task with the stated texts', async () => {
  await row('Bring the keys').getByRole('link').click()
  const drawer = page.getByRole('dialog')
  await drawer.getByText('Auto-generated').or(drawer.getByText('Bring the keys')).first().waitFor()
  const card = (title: string) => drawer.getByRole('listitem').filter({ hasText: title })
  await card('Bring the keys').getByText('Due in 1 day').waitFor()
  await card('Bring the keys').getByText('Pending').waitFor()

  await drawer.getByRole('button', { name: 'Add Task' }).click()
  const dialog = page.getByRole('dialog', { name: 'New Task' })
  await dialog.getByLabel('Title').fill('Send the plan')
  await dialog.getByRole('button', { name: 'Add Task' }).click()
  await card('Send the plan').waitFor()

  await card('Send the plan').getByRole('button', { name: 'Edit task: Send the plan' }).click()
  const edit = page.getByRole('dialog', { name: 'Edit Task' })
  await edit.getByLabel('Priority').selectOption('Low')
  await edit.getByLabel('Due date').fill('2020-01-02')
  await edit.getByRole('button', { name: 'Save Changes' }).click()
  await edit.waitFor({ state: 'hidden' })
  await card('Send the plan').getByText('Low').waitFor()
  await card('Send the plan').getByText('Due Jan 2, 2020').waitFor()
  await card('Send the plan').getByText('Overdue').waitFor()

  await card('Send the plan').getByRole('checkbox').click()
  await card('Send the plan').getByText('Completed').waitFor()
  await card('Send the plan').getByText('Overdue').waitFor({ state: 'hidden' })
  await card('Send the plan').getByRole('checkbox').click()
  await card('Send the plan').getByText('Pending').waitFor()

  await card('Send the plan').getByRole('button', { name: 'Delete task: Send the plan' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete Task' }).click()
  await toast('Task Deleted')
  await card('Send the plan').waitFor({ state: 'hidden' })
})

test('A16 a contact without tasks says where they will come from', async () => {
  await page.goto(`${product.url}/dashboard`)
  await page.getByRole('button', { name: 'Add Contact' }).click()
  const form = page.getByRole('dialog')
  await form.getByLabel('First Name').fill('Ulrika')
  await form.getByLabel('Last Name').fill('Newcomer')
  await form.getByRole('button', { name: 'Add Contact' }).click()
  await form.waitFor({ state: 'hidden' })
  await page.getByPlaceholder('Search contacts').fill('Ulrika')
  await page.getByRole('main').getByRole('link', { name: 'Ulrika' }).click()
  const drawer = page.getByRole('dialog')
  await drawer.getByRole('tab', { name: 'Tasks' }).click()
  await drawer.getByText('No tasks assigned yet.').waitFor()
  await drawer.getByText('Tasks will be automatically created when signals are detected.').waitFor()
})

test('A20 who was never looked up is told why no playbook is suggested', async () => {
  const suggested = page.getByRole('dialog').getByRole('region', { name: 'Suggested playbooks' })
  await suggested.getByText('Enrich this contact to look for signals.').waitFor()
  expect(await suggested.getByRole('button').count()).toBe(0)
})

test('A20 A21 the drawer suggests what fits the live signals, says why, and adds the tasks', async () => {
  const found = await page.request.get(`${product.url}/api/contacts?topSignal=debt&limit=1`)
  const [contact] = (await found.json()) as { id: string }[]
  await page.goto(`${product.url}/dashboard?contact=${contact?.id}&tab=tasks`)
  const drawer = page.getByRole('dialog')
  const card = drawer
    .getByRole('region', { name: 'Suggested playbooks' })
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: "Options while there's time" }) })
  await card.getByText(/Debt signal: \d+ of \d+ points\. .+ \d+% confidence\.$/).waitFor()
  await card.getByRole('button', { name: '6 steps' }).click()
  await card.getByText('Add 6 tasks').waitFor()
  const steps = card.getByRole('listitem')
  expect(await steps.count()).toBe(6)
  const title = (await steps.first().locator('.font-medium').innerText()).trim()
  await card.getByRole('button', { name: '6 steps' }).click()

  await card.getByRole('button', { name: 'Add 6 tasks' }).click()
  await toast('6 tasks added')
  await card.getByText(/^Tasks added .+ · 6 open, 0 done$/).waitFor()
  await page.waitForFunction(() => document.activeElement?.textContent?.startsWith('Tasks added'))
  expect(await card.getByRole('button', { name: 'Add 6 tasks' }).count()).toBe(0)
  const task = drawer.getByRole('listitem').filter({ has: page.getByRole('checkbox', { name: title }) })
  await task.getByRole('checkbox').click()
  await card.getByText(/ · 5 open, 1 done$/).waitFor()
})

test('Trust 11 no page has complained', () => {
  expect(person.complaints).toEqual([])
})

/** The local day, as a date input takes it. */
function dayOf(date: Date): string {
  const two = (value: number) => String(value).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}
