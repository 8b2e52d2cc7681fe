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
