import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ManagedBrokerage } from '#contract/admin-brokerages.ts'
import { becomeSubscriber, type Client, signIn, signInToDemo } from '#test/product/client.ts'
import { rowsOf } from '#test/product/invariants.ts'
import { type Product, startProduct } from '#test/product/product.ts'
import { accessibilityViolationsOf } from './accessibility.ts'
import { openBrowser, type Person, signInAs } from './person.ts'

let product: Product
let browser: Awaited<ReturnType<typeof openBrowser>>
let operator: Client
let brokerageId: string

beforeAll(async () => {
  product = await startProduct({ DEMO: '1' })
  browser = await openBrowser()
  operator = await signInToDemo(product)
  const body = { name: 'Lakeside Group', ownerEmail: 'broker@example.com', reason: 'Contract' }
  brokerageId = (await operator.json<ManagedBrokerage>('POST', '/api/admin/brokerages', body)).id
})
afterAll(async () => {
  await browser?.close()
  await product?.stop()
})

async function open(client: Client): Promise<Person> {
  const person = await browser.newPerson()
  await signInAs(client, person, product)
  return person
}

test('A40 a brokerage owner invites an office, sees its totals and moves credits, and never a contact', async () => {
  for (const name of ['North', 'South'])
    await operator.json('POST', `/api/admin/brokerages/${brokerageId}/organizations`, {
      ...{ name, ownerEmail: `${name.toLowerCase()}@example.com`, reason: 'Contract' },
    })
  await operator.json('POST', `/api/admin/brokerages/${brokerageId}/plan`, {
    ...{ until: '2030-01-31', reason: 'Contract', requestId: randomUUID() },
  })
  const north = await signIn(product, 'north@example.com')
  for (let n = 0; n < 5; n++)
    await north.json('POST', '/api/contacts', { firstName: `Zebulon${n}`, lastName: 'Quillfeather' })

  const broker = await open(await signIn(product, 'broker@example.com'))
  const { page, consoleErrors } = broker
  await page.goto(`${product.url}/brokerage`)
  await page.getByRole('heading', { name: 'Lakeside Group', level: 1 }).waitFor()
  await page
    .getByRole('navigation', { name: 'Main navigation' })
    .getByRole('link', { name: 'Brokerage' })
    .waitFor()
  await page.getByRole('heading', { name: 'North', level: 3 }).first().waitFor()
  await page.getByText('Fewer than 5').waitFor()
  await page.getByRole('heading', { name: 'Compliance' }).waitFor()
  expect(await page.getByText('Quillfeather').count()).toBe(0)
  expect(await accessibilityViolationsOf(page)).toEqual([])

  await page.getByRole('button', { name: 'Move credits' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Credits').fill('5000')
  await dialog.getByRole('button', { name: 'Move credits' }).click()
  await dialog.getByText("The office doesn't have that many credits").waitFor()
  consoleErrors.splice(0) // The browser logs the refused request.
  await dialog.getByLabel('Credits').fill('300')
  await dialog.getByRole('button', { name: 'Move credits' }).click()
  await page.getByText('Moved 300 credits from North to South').waitFor()

  await page.getByRole('button', { name: 'Invite' }).click()
  await dialog.getByLabel("Owner's email").fill('east@example.com')
  await dialog.getByRole('button', { name: 'Send invitation' }).click()
  await page.getByRole('button', { name: 'Revoke the invitation for east@example.com' }).waitFor()
  await page.getByLabel('Apply requests to all offices').click()
  await page.getByText('Saved', { exact: true }).waitFor()

  const { client } = await becomeSubscriber(product, 'east@example.com', 'East Realty')
  const eastBrowser = await open(client)
  await eastBrowser.page.goto(`${product.url}/brokerage/invitations`)
  await eastBrowser.page.getByRole('button', { name: /^Accept/ }).click()
  await eastBrowser.page.getByText('No invitations').waitFor()
  await eastBrowser.page.goto(`${product.url}/settings/billing`)
  await eastBrowser.page.getByText('Your organization belongs to Lakeside Group').waitFor()
  expect(eastBrowser.consoleErrors).toEqual([])

  await page.setViewportSize({ width: 390, height: 844 })
  await page.reload()
  await page.getByText('Own plan').waitFor()
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(overflow).toBeLessThanOrEqual(0)
  expect(await accessibilityViolationsOf(page)).toEqual([])
  expect(consoleErrors).toEqual([])
  await Promise.all([broker.close(), eastBrowser.close()])
})

test('A40 the operator sets terms of a brokerage, and members see their success manager', async () => {
  const person = await open(operator)
  const { page, consoleErrors } = person
  await page.goto(`${product.url}/admin/brokerages`)
  await page.getByRole('link', { name: 'Manage Lakeside Group' }).click()
  await page.getByRole('heading', { name: 'Lakeside Group', level: 2 }).waitFor()
  expect(await accessibilityViolationsOf(page)).toEqual([])
  await page.getByRole('button', { name: 'Set terms' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Credits').selectOption('unlimited')
  await dialog.getByLabel('Success manager').fill('Sam Field')
  await dialog.getByLabel('Reason').fill('Contract')
  await dialog.getByRole('button', { name: 'Save terms' }).click()
  await page.getByText('Sam Field').waitFor()
  expect(
    await rowsOf(product.database.ownerUrl, 'select has_unlimited_credits from brokerages where id = $1', [
      brokerageId,
    ]),
  ).toMatchObject([{ has_unlimited_credits: true }])
  const north = await open(await signIn(product, 'north@example.com'))
  await north.page.goto(`${product.url}/settings/billing`)
  await north.page.getByText('Sam Field').waitFor()
  await north.page.getByText('Unlimited; every match is still counted').waitFor()
  expect([...consoleErrors, ...north.consoleErrors]).toEqual([])
  await Promise.all([person.close(), north.close()])
})
