import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { signInToDemo } from '#test/product/client.ts'
import { type Product, startProduct } from '#test/product/product.ts'
import { violationsOf } from './axe.ts'
import { openBrowser, type Person, signInAs, type Tab } from './person.ts'

let product: Product
let browser: Awaited<ReturnType<typeof openBrowser>>
let owner: Person
let page: Tab['page']
let consoleErrors: string[]
let status = 204
const receiver = createServer((request, response) => {
  request.resume().on('end', () => response.writeHead(status).end())
})

beforeAll(async () => {
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  product = await startProduct({ DEMO: '1', OUTBOUND_ALLOW: '127.0.0.1' })
  browser = await openBrowser()
  owner = await browser.newPerson()
  await signInAs(await signInToDemo(product), owner, product)
})
beforeEach(async () => {
  ;({ page, consoleErrors } = await owner.openPage())
})
afterEach(async () => {
  await page.close()
  expect(consoleErrors).toEqual([])
})
afterAll(async () => {
  await browser?.close()
  await product?.stop()
  receiver.close()
})

test('A40 adds a webhook, shows its secret once, logs a test event, resends it and shows why it is off', async () => {
  await page.goto(`${product.url}/settings/webhooks`)
  await page.getByText('No webhooks yet').waitFor()
  expect(await violationsOf(page)).toEqual([])
  await page.getByRole('button', { name: 'Add webhook' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('URL').fill('nothing')
  await dialog.getByRole('button', { name: 'Add webhook' }).click()
  await dialog.getByText('Enter a URL that begins with https://').waitFor()
  await dialog.getByLabel('URL').fill(`http://127.0.0.1:${(receiver.address() as AddressInfo).port}/in`)
  await dialog.getByLabel('Name').fill('My CRM')
  await dialog.getByLabel('contact.created').check()
  expect(await violationsOf(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Add webhook' }).click()
  await page
    .getByRole('dialog')
    .getByText(/^whsec_/)
    .waitFor()
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('heading', { name: 'My CRM' }).waitFor()
  expect(await page.getByText(/whsec_/).count()).toBe(0)

  await page.getByRole('button', { name: 'Show log of My CRM' }).click()
  await page.getByRole('button', { name: 'Send test event to My CRM' }).click()
  await page.getByText(/204 · \d+ ms · attempt 1/).waitFor()
  expect(await violationsOf(page)).toEqual([])
  status = 410
  await page.getByRole('button', { name: 'Send again ping' }).click()
  await page.getByRole('menuitem', { name: 'Resend this delivery' }).click()
  await page.getByText('The receiver answered 410').waitFor()
  await page.getByRole('button', { name: 'Turn on My CRM' }).click()
  await page.getByRole('button', { name: 'Turn off My CRM' }).waitFor()
  await page.setViewportSize({ width: 390, height: 844 })
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  expect(overflow).toBeLessThanOrEqual(0)
})
