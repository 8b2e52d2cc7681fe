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
let agent: Client
beforeAll(async () => {
  product = await startProduct()
  browser = await openBrowser()
  const { client, organizationId } = await becomeSubscriber(product, 'ada@example.com')
  await rowsOf(
    product.database.ownerUrl,
    `with lou as (insert into users (email, first_name, last_name, organization_id) values ('lou@example.com', 'Lou', 'Marsh', $1) returning *)
     insert into memberships (user_id, organization_id) select id, organization_id from lou`,
    [organizationId],
  )
  ada = await browser.newPerson()
  await signInAs(client, ada, product)
  lou = await browser.newPerson()
  agent = await signIn(product, 'lou@example.com')
  await signInAs(agent, lou, product)
})
afterAll(async () => {
  await browser?.close()
  await product?.stop()
})

test('A40 a member asks for another origin, the owner accepts, and the member leaves with the other contacts', async () => {
  const added = []
  for (const [firstName, lastName] of [
    ['Nora', 'Field'],
    ['Paul', 'Grove'],
  ])
    added.push(await agent.json<{ id: string }>('POST', '/api/contacts', { firstName, lastName }))
  const { page } = await lou.openPage()
  await page.goto(`${product.url}/dashboard?contact=${added[0]!.id}`)
  await page.getByText('Brought by Lou Marsh').waitFor()
  await page.getByRole('button', { name: 'Ask to make it the team’s' }).click()
  await page.getByText(/Lou Marsh asks to make it the team’s instead of their own/).waitFor()
  expect(await accessibilityViolationsOf(page)).toEqual([])

  const owner = (await ada.openPage()).page
  await owner.goto(`${product.url}/settings/team`)
  const requests = owner.getByRole('list', { name: 'Requests to change the origin' })
  await requests.getByRole('link', { name: 'Nora Field' }).waitFor()
  expect(await accessibilityViolationsOf(owner)).toEqual([])
  await requests.getByRole('button', { name: 'Accept the request about Nora Field' }).click()
  await requests.waitFor({ state: 'detached' })
  await page.getByText('Supplied by the team').waitFor()

  await page.goto(`${product.url}/settings/team`)
  await page.getByRole('button', { name: /^Take contacts/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Take 1 contact along' })
  await dialog.getByLabel('Name of the new organization').fill('Marsh Homes')
  const submit = dialog.getByRole('button', { name: 'Take contacts' })
  expect(await submit.isDisabled()).toBe(true)
  await dialog.getByRole('checkbox').check()
  expect(await accessibilityViolationsOf(page)).toEqual([])
  await submit.click()
  await dialog.waitFor({ state: 'detached' })
  await page.goto(`${product.url}/settings/profile`)
  await page.getByText('1 of 1 contact taken').waitFor()
  await page.getByText('Done', { exact: true }).waitFor()
  expect(await accessibilityViolationsOf(page)).toEqual([])

  await page.goto(`${product.url}/settings/team`)
  await page.getByRole('button', { name: 'Leave', exact: true }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Leave' }).click()
  await page.waitForURL((url) => !url.pathname.startsWith('/settings/team'))
  await rowsOf(
    product.database.ownerUrl,
    `update organizations set subscription_status = 'active' where name = 'Marsh Homes'`,
  )
  await page.goto(`${product.url}/dashboard`)
  await page.getByText('Paul Grove').first().waitFor()
  expect(await page.getByText('Nora Field').count()).toBe(0)
  await owner.goto(`${product.url}/dashboard`)
  await owner.getByText('Nora Field').first().waitFor()
  expect(await owner.getByText('Paul Grove').count()).toBe(0)
})
