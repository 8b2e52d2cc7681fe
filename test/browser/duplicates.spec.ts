import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Product, startProduct } from '#test/product/product.ts'
import { openBrowser, type Person } from './person.ts'

let product: Product
let browser: Awaited<ReturnType<typeof openBrowser>>
let person: Person
let page: Page

const HOME = { address: '4210 Juniper Ridge Dr', city: 'Austin', state: 'TX', zipCode: '78745' }

beforeAll(async () => {
  product = await startProduct({ DEMO: '1' })
  browser = await openBrowser()
  person = await browser.newPerson()
  page = person.page
  await page.goto(product.demoLink())
  await page.waitForURL('**/dashboard')
  await page.getByText('250 people').waitFor()
  for (const contact of [
    { firstName: 'Roberta', lastName: 'Kowalczyk', ...HOME },
    { firstName: 'Bobbie', lastName: 'Kowalczyk', ...HOME, phone: '(512) 555-0147' },
    { firstName: 'Mira', lastName: 'Osei-Tutu', email: 'mira.oseitutu@gmail.com' },
    { firstName: 'Osei-Tutu', lastName: 'Mira', email: 'miraoseitutu+list@gmail.com' },
  ]) {
    const response = await page.request.post(`${product.url}/api/contacts`, { data: contact })
    expect(response.status()).toBe(201)
  }
})
afterAll(async () => {
  await browser?.close()
  await product?.stop()
})

const pairOf = (name: string) => page.getByRole('listitem').filter({ hasText: name })

test('A11 the review merges one pair of duplicates and dismisses another permanently', async () => {
  await page.goto(`${product.url}/duplicates`)
  await pairOf('Kowalczyk').getByText('Nickname, same address').waitFor()
  await pairOf('Osei-Tutu').getByText('Swapped first and last name, same email written differently').waitFor()

  await pairOf('Kowalczyk')
    .getByRole('button', { name: /^Compare and merge/ })
    .click()
  const mergeDialog = page.getByRole('dialog', { name: 'Merge contacts' })
  await mergeDialog.getByRole('button', { name: 'Merge' }).click()
  await page.getByText('Contacts Merged', { exact: true }).waitFor()
  await pairOf('Kowalczyk').waitFor({ state: 'detached' })

  await pairOf('Osei-Tutu')
    .getByRole('button', { name: /^Not the same person/ })
    .click()
  await page.getByText('Kept as Two Contacts', { exact: true }).waitFor()
  await pairOf('Osei-Tutu').waitFor({ state: 'detached' })
  await page.reload()
  await page.getByRole('heading', { name: 'Possible duplicates', level: 1 }).waitFor()
  expect(await pairOf('Osei-Tutu').count()).toBe(0)
})
