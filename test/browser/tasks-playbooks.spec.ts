import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { becomeSubscriber, type Client, signInToDemo } from '#test/product/client.ts'
import { rowsOf } from '#test/product/invariants.ts'
import { type Product, startProduct } from '#test/product/product.ts'
import { openBrowser, type Person, signInAs, type Tab } from './person.ts'

let product: Product
let browser: Awaited<ReturnType<typeof openBrowser>>
let page: Tab['page']
let consoleErrors: string[]

beforeAll(async () => {
  product = await startProduct({ DEMO: '1' })
  browser = await openBrowser()
})
afterEach(async () => {
  await page.close()
  expect(consoleErrors).toEqual([])
})
afterAll(async () => {
  await browser?.close()
  await product?.stop()
})

const goto = (path: string) => page.goto(product.url + path)
const sidebar = () => page.getByRole('navigation', { name: 'Main navigation' })
const rows = () => page.getByRole('tabpanel').getByRole('listitem')
const row = (title: string) => rows().filter({ hasText: title })
const tab = (name: RegExp) => page.getByRole('tablist', { name: 'Views' }).getByRole('tab', { name })
const waitForToast = (text: string | RegExp) => page.getByText(text).first().waitFor()
const drawer = () => page.getByRole('dialog')

describe('in the demo workspace', () => {
  let operator: Person
  beforeAll(async () => {
    operator = await browser.newPerson()
    await signInAs(await signInToDemo(product), operator, product)
  })
  beforeEach(async () => {
    ;({ page, consoleErrors } = await operator.openPage())
  })

  test('A21 signals create tasks, all assigned to a user who works alone', async () => {
    await goto('/dashboard')
    await sidebar().getByRole('link', { name: 'Tasks' }).click()
    await page.getByRole('heading', { name: 'Tasks', level: 1 }).waitFor()
    await tab(/^All open\s*[1-9]/).waitFor()
    await rows().first().waitFor()
    expect(await rows().count()).toBeGreaterThan(20)
    const openCount = /\d+/.exec(await tab(/^All open/).innerText())?.[0]
    await tab(new RegExp(`^Mine\\s*${openCount}$`)).waitFor()
  })

  test('A20 the playbooks page explains a failed request and an instance without templates', async () => {
    const responses = [
      { status: 500, body: '{}' },
      { status: 200, body: '[]' },
    ]
    await page.route('**/api/playbooks?*', (route) =>
      route.fulfill({ contentType: 'application/json', ...responses.shift() }),
    )
    await goto('/playbooks')
    await page.getByRole('heading', { name: 'Failed to load playbooks' }).waitFor()
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('heading', { name: 'No playbook templates available yet.' }).waitFor()
    // The browser logs the failed request.
    consoleErrors.splice(0)
  })

  test('A20 A21 the drawer suggests a playbook for a signal, says why, and adds its tasks', async () => {
    const response = await page.request.get(`${product.url}/api/contacts?topSignal=debt&limit=1`)
    const [contact] = (await response.json()) as { id: string }[]
    await goto(`/dashboard?contact=${contact?.id}&tab=tasks`)
    const card = drawer()
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
    await waitForToast('6 tasks added')
    await card.getByText(/^Tasks added .+ · 6 open, 0 done$/).waitFor()
    await page.waitForFunction(() => document.activeElement?.textContent?.startsWith('Tasks added'))
    expect(await card.getByRole('button', { name: 'Add 6 tasks' }).count()).toBe(0)
    const task = drawer()
      .getByRole('listitem')
      .filter({ has: page.getByRole('checkbox', { name: title }) })
    await task.getByRole('checkbox').click()
    await card.getByText(/ · 5 open, 1 done$/).waitFor()
  })
})

describe('with one contact and no tasks', () => {
  let client: Client
  let organizationId: string
  let userId: string
  let ada: Person
  let contactId: string
  beforeAll(async () => {
    ;({ client, organizationId } = await becomeSubscriber(product, 'ada.okafor@example.com'))
    ;({ id: userId } = await client.json<{ id: string }>('GET', '/api/auth/user'))
    ada = await browser.newPerson()
    await signInAs(client, ada, product)
  })
  beforeEach(async () => {
    const { ownerUrl } = product.database
    await rowsOf(ownerUrl, 'delete from contacts where organization_id = $1', [organizationId])
    const counters = 'update organization_counters set contacts = 0 where organization_id = $1'
    await rowsOf(ownerUrl, counters, [organizationId])
    const contact = { firstName: 'Ulrika', lastName: 'Newcomer', city: 'Naperville' }
    ;({ id: contactId } = await client.json<{ id: string }>('POST', '/api/contacts', contact))
    ;({ page, consoleErrors } = await ada.openPage())
  })

  const addTask = (title: string, dueDate: Date) =>
    client.json('POST', '/api/tasks', { title, dueDate, contactId, assignedTo: userId })
  const daysFromNow = (count: number) => new Date(Date.now() + count * 86_400_000)

  test('A20 A21 applying a template to a contact adds its steps as tasks', async () => {
    await goto('/playbooks')
    await page.getByRole('heading', { name: 'Playbook Templates' }).waitFor()
    const card = page
      .getByRole('main')
      .getByRole('listitem')
      .filter({ hasText: 'Relocation with a start date' })
    await card.getByText('Destinations').waitFor()
    await card
      .getByText('A new job sets the timeline. Plan the sale here and the purchase there together.')
      .waitFor()
    // The template takes 60 days, rounded up to whole weeks.
    await card.getByText('7 steps · 9 weeks').waitFor()
    expect(
      await page.getByRole('button', { name: 'Use Template', exact: true }).count(),
    ).toBeGreaterThanOrEqual(9)

    await card.getByRole('button', { name: 'Use Template', exact: true }).click()
    await waitForToast('Playbook Selected')
    const dialog = page.getByRole('dialog', { name: 'Relocation with a start date' })
    await dialog.getByRole('searchbox', { name: 'Contacts' }).fill('naperville')
    const results = dialog.getByRole('list', { name: 'Search results' }).getByRole('listitem')
    await results.filter({ hasText: 'Naperville' }).getByRole('checkbox').click()
    await dialog.getByRole('button', { name: 'Add tasks for 1 person' }).click()
    await waitForToast('7 tasks added')

    await sidebar().getByRole('link', { name: 'Tasks' }).click()
    await tab(/^Mine\s*7/).click()
    await page.waitForURL('**view=mine**')
    await row('Find out the fixed dates').waitFor()
    // The list of the previous view stays on screen until the new one is loaded.
    await expect.poll(() => rows().count()).toBe(7)
  })

  test('A21 keys move through the list, complete a task and open its contact', async () => {
    for (const [index, title] of ['Call first', 'Send a value', 'Meet at the house'].entries())
      await addTask(title, daysFromNow(index + 1))
    await goto('/tasks?view=mine')
    await row('Meet at the house').waitFor()
    await page.keyboard.press('j')
    await page.keyboard.press('j')
    await page.keyboard.press('k')
    expect(await page.locator(':focus').innerText()).toContain('Call first')
    await page.keyboard.press('x')
    await tab(/^Mine\s*2/).waitFor()
    await row('Call first').waitFor({ state: 'hidden' })
    // The focus moves to the next task.
    await page.waitForFunction(() => document.activeElement?.textContent?.includes('Send a value'))
    await page.keyboard.press('Enter')
    await drawer().getByRole('heading', { name: '2 Active Tasks' }).waitFor()
    await page.waitForURL('**tab=tasks**')
    await page.keyboard.press('Escape')
    await drawer().waitFor({ state: 'hidden' })
    await tab(/^Done/).click()
    await row('Call first').getByRole('checkbox').click()
    await tab(/^Mine\s*3/).waitFor()
    await page.getByRole('heading', { name: 'No completed tasks yet' }).waitFor()
  })

  test('A21 a new task can be unassigned and moved to another day, and changes views', async () => {
    await goto('/tasks')
    await page.getByRole('button', { name: 'New Task' }).click()
    const dialog = page.getByRole('dialog', { name: 'New Task' })
    await dialog.getByLabel('Title').fill('Bring the keys')
    await dialog.getByRole('button', { name: 'Add Task' }).click()
    await dialog.getByText('Choose a contact').waitFor()
    await dialog.getByRole('list', { name: 'Search results' }).getByRole('checkbox').first().check()
    await dialog.getByLabel('Due date').fill('2020-05-04')
    await dialog.getByLabel('Priority').selectOption('High')
    await dialog.getByRole('button', { name: 'Add Task' }).click()
    await waitForToast('Task Added')

    await tab(/^Mine\s*1/).waitFor()
    await tab(/^Overdue\s*1/).click()
    const task = row('Bring the keys')
    await task.getByText('Overdue').waitFor()
    await task.getByText('High').waitFor()
    await page.getByRole('heading', { name: 'May 4, 2020' }).waitFor()
    await task.getByLabel('Assigned to: Bring the keys').selectOption('Unassigned')
    await tab(/^Mine\s*0/).waitFor()
    await task.getByLabel('Due date: Bring the keys').fill(dayOf(daysFromNow(1)))
    await page.getByRole('heading', { name: 'No overdue tasks' }).waitFor()
    await tab(/^This week/).click()
    const section = page.getByRole('region', { name: 'Tomorrow' })
    await section.getByRole('listitem').filter({ hasText: 'Bring the keys' }).waitFor()
  })

  test('A16 the drawer adds, edits, completes and deletes a task', async () => {
    await addTask('Bring the keys', daysFromNow(1))
    await goto(`/dashboard?contact=${contactId}&tab=tasks`)
    const card = (title: string) => drawer().getByRole('listitem').filter({ hasText: title })
    await card('Bring the keys').getByText('Due in 1 day').waitFor()
    await card('Bring the keys').getByText('Pending').waitFor()

    await drawer().getByRole('button', { name: 'Add Task' }).click()
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
    await waitForToast('Task Deleted')
    await card('Send the plan').waitFor({ state: 'hidden' })
  })

  test('A16 A20 a contact without enrichment has no tasks or suggested playbooks, and the drawer says why', async () => {
    await goto(`/dashboard?contact=${contactId}&tab=tasks`)
    await drawer().getByText('No tasks assigned yet.').waitFor()
    await drawer().getByText('Tasks will be automatically created when signals are detected.').waitFor()
    const suggestions = drawer().getByRole('region', { name: 'Suggested playbooks' })
    await suggestions.getByText('Enrich this contact to look for signals.').waitFor()
    expect(await suggestions.getByRole('button').count()).toBe(0)
  })
})

/** The local day in the format of a date input. */
function dayOf(date: Date): string {
  const pad = (value: number) => String(value).padStart(2, '0')
  return `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`
}
