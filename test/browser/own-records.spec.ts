import { afterAll, beforeAll, expect, test } from 'vitest'
import { becomeSubscriber, type Client, signIn } from '#test/product/client.ts'
import { rowsOf } from '#test/product/invariants.ts'
import { type Product, startProduct } from '#test/product/product.ts'
import { accessibilityViolationsOf } from './accessibility.ts'
import { openBrowser, type Person, signInAs } from './person.ts'

let product: Product
let browser: Awaited<ReturnType<typeof openBrowser>>
let ada: Person
let lou: Person
let owner: Client
beforeAll(async () => {
  product = await startProduct()
  browser = await openBrowser()
  const { client, organizationId } = await becomeSubscriber(product, 'ada@example.com')
  owner = client
  await rowsOf(
    product.database.ownerUrl,
    `with lou as (insert into users (email, first_name, last_name, organization_id) values ('lou@example.com', 'Lou', 'Marsh', $1) returning *)
     insert into memberships (user_id, organization_id) select id, organization_id from lou`,
    [organizationId],
  )
  ada = await browser.newPerson()
  await signInAs(owner, ada, product)
  lou = await browser.newPerson()
  await signInAs(await signIn(product, 'lou@example.com'), lou, product)
  for (const [firstName, lastName] of [
    ['Lena', 'Quill'],
    ['Omar', 'Reyes'],
    ['Pia', 'Stone'],
  ])
    await owner.json('POST', '/api/contacts', { firstName, lastName, city: 'Austin', state: 'TX' })
})
afterAll(async () => {
  await browser?.close()
  await product?.stop()
})

test('A40 a file goes to the agents it names, rules are edited and moved, and contacts are taken along', async () => {
  const { page } = await ada.openPage()
  await page.goto(`${product.url}/dashboard`)
  await page.getByRole('button', { name: 'Import' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Import Contacts' })
  const csv =
    'First Name,Last Name,Email,Assigned To\nNora,Field,nora@mail.com,lou marsh\nPaul,Grove,paul@mail.com,Gone Agent\n'
  await dialog
    .locator('input[type="file"]')
    .setInputFiles({ name: 'leads.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
  const assignTo = dialog.getByRole('combobox', { name: 'Assign to' })
  await assignTo.waitFor()
  expect(await assignTo.locator('option').allTextContents()).toEqual([
    ...['Keep as in the file', 'Me', 'Lou Marsh', 'By the assignment rules', 'Put into the pond', 'No one'],
  ])
  expect(await accessibilityViolationsOf(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Start import' }).click()
  await page.getByText('1 contact was assigned as in the file.').waitFor()
  await page.getByText(/^.*1 contact has an agent who isn't exactly one of your members/).waitFor()

  await page.goto(`${product.url}/settings/assignment`)
  for (const name of ['Weekdays', 'Weekends']) {
    await page.getByRole('button', { name: 'New rule' }).click()
    const form = page.getByRole('dialog')
    await form.getByLabel('Name').fill(name)
    await form.getByRole('checkbox', { name: 'Lou Marsh' }).check()
    const hours = form.getByLabel('Time limit in business hours')
    await hours.fill('two')
    await form.getByRole('button', { name: 'Add rule' }).click()
    await form.getByText('Enter a whole number from 1 to 240, or leave it empty').waitFor()
    await hours.fill('2')
    await form.getByRole('button', { name: 'Add rule' }).click()
    await form.waitFor({ state: 'detached' })
  }
  const rules = page.getByRole('list', { name: 'Assignment rules' }).getByRole('listitem')
  await page.getByRole('button', { name: 'Move Weekends up' }).click()
  await rules.first().getByRole('button', { name: 'Edit Weekends' }).waitFor()
  await page.getByRole('button', { name: 'Edit Weekends' }).click()
  const form = page.getByRole('dialog', { name: 'Edit assignment rule' })
  expect(await form.getByRole('checkbox', { name: 'Lou Marsh' }).isChecked()).toBe(true)
  await form.getByLabel('Name').fill('Saturdays')
  await form.getByRole('button', { name: 'Save' }).click()
  await rules.first().getByRole('button', { name: 'Edit Saturdays' }).waitFor()
  expect(await accessibilityViolationsOf(page)).toEqual([])

  const agent = (await lou.openPage()).page
  await agent.goto(`${product.url}/settings/team`)
  const download = agent.waitForEvent('download')
  await agent.getByRole('link', { name: 'Download my contacts' }).click()
  expect((await download).suggestedFilename()).toMatch(/^my-contacts-\d{4}-\d\d-\d\d\.tar\.gz$/)
})

test('A40 a wrong contact limit stays with an error, and a right one is saved', async () => {
  const { page } = await ada.openPage()
  await page.goto(`${product.url}/settings/team`)
  const limit = page.getByRole('textbox', { name: 'Contact limit for Lou Marsh' })
  const error = page.getByText('Enter a whole number from 1 to 100,000, or leave it empty')
  for (const wrong of ['0', '2.5', 'many']) {
    await limit.fill(wrong)
    await limit.blur()
    await error.waitFor()
    expect([await limit.inputValue(), await limit.getAttribute('aria-invalid')]).toEqual([wrong, 'true'])
  }
  expect(await accessibilityViolationsOf(page)).toEqual([])
  await limit.fill('1,500')
  const saved = page.waitForResponse('**/member-settings/*')
  await limit.blur()
  expect((await (await saved).json()).maxContacts).toBe(1500)
  await error.waitFor({ state: 'detached' })
  await limit.fill('')
  const removed = page.waitForResponse('**/member-settings/*')
  await limit.blur()
  expect((await (await removed).json()).maxContacts).toBeNull()
})

test('A40 an agent with own records sees what they own, gets a contact, and claims one from the pond', async () => {
  const { page } = await ada.openPage()
  await page.goto(`${product.url}/settings/team`)
  const saved = page.waitForResponse('**/member-settings/*')
  await page.getByRole('combobox', { name: 'Contacts that Lou Marsh sees' }).selectOption('Own contacts')
  expect((await saved).status()).toBe(200)

  const agent = (await lou.openPage()).page
  await agent.goto(`${product.url}/dashboard`)
  await agent.getByRole('heading', { level: 1 }).waitFor()
  await agent.getByRole('link', { name: 'Pond' }).first().waitFor()
  expect(await agent.getByText('Lena Quill').count()).toBe(0)

  // Ada assigns one contact in the drawer and puts another one into the pond.
  const assignTo = async (name: string, option: string) => {
    await page.goto(`${product.url}/dashboard?search=${encodeURIComponent(name)}`)
    await page.getByText(name).first().click()
    const assigned = page.waitForResponse('**/owner')
    await page.getByRole('combobox', { name: 'Assigned to' }).selectOption(option)
    expect((await assigned).status()).toBe(200)
  }
  await assignTo('Lena Quill', 'Lou Marsh')
  await assignTo('Omar Reyes', 'Put into the pond')

  // The list follows without a reload.
  await agent.getByText('Lena Quill').first().waitFor()
  expect(await agent.getByText(/Omar Reyes|Pia Stone/).count()).toBe(0)
  await agent.goto(`${product.url}/pond`)
  const waiting = agent.getByRole('list', { name: 'Contacts in the pond' })
  await waiting.getByText('Austin, TX', { exact: true }).waitFor()
  expect(await agent.getByText('Omar Reyes').count()).toBe(0)
  await waiting.getByRole('button', { name: /^Claim/ }).click()
  await agent.getByRole('dialog').getByText('Omar Reyes').first().waitFor()
  await agent.goto(`${product.url}/dashboard`)
  await agent.getByText('Omar Reyes').first().waitFor()
  expect(await agent.getByText('Pia Stone').count()).toBe(0)
  for (const path of ['/settings/team', '/settings/assignment', '/pond']) {
    await page.goto(product.url + path)
    expect([path, await accessibilityViolationsOf(page)]).toEqual([path, []])
  }
})

test('A40 the selection bar assigns contacts in a team, and tasks only to a member who sees the contact', async () => {
  const { page } = await ada.openPage()
  const id = (
    (await owner.json('POST', '/api/contacts', { firstName: 'Nia', lastName: 'Frost' })) as { id: string }
  ).id
  await owner.json('POST', '/api/tasks', { contactId: id, title: 'Call Nia' })
  const bar = page.getByRole('region', { name: 'Selected contacts' })
  const dialog = page.getByRole('dialog')
  await page.goto(`${product.url}/dashboard?search=Frost`)
  const selectNia = async () => {
    await page.getByRole('checkbox', { name: 'Select Nia Frost' }).check()
    await bar.getByText('1 contact selected').waitFor()
  }
  const assign = async () => {
    await dialog.getByRole('combobox').selectOption('Lou Marsh')
    await dialog.getByRole('button', { name: 'Assign' }).click()
  }
  await selectNia()
  await bar.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Assign open tasks' }).click()
  await assign()
  await page.getByText("no open tasks, or Lou Marsh doesn't see the contact").first().waitFor()

  await selectNia()
  await bar.getByRole('button', { name: 'Assign' }).click()
  await dialog.getByRole('heading', { name: 'Assign 1 contact' }).waitFor()
  await assign()
  await page.getByText('1 contact assigned').first().waitFor()
  const agent = (await lou.openPage()).page
  await agent.goto(`${product.url}/dashboard`)
  await agent.getByText('Nia Frost').first().waitFor()
})
