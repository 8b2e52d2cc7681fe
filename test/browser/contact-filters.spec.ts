import pg from 'pg'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { becomeSubscriber } from '#test/product/client.ts'
import { type Product, startProduct } from '#test/product/product.ts'
import { violationsOf } from './axe.ts'
import { openBrowser, type Person, signInByDialog } from './person.ts'

const EMAIL = 'fay.filter@example.com'

let product: Product
let browser: Awaited<ReturnType<typeof openBrowser>>
let fay: Person
let page: Page

beforeAll(async () => {
  product = await startProduct()
  const { organizationId } = await becomeSubscriber(product, EMAIL)
  const client = new pg.Client({ connectionString: product.database.ownerUrl })
  await client.connect()
  await client.query(
    `insert into contacts (organization_id, first_name, last_name, search, last_name_key, nine_d_score, move_chance, city,
                           relationship, phone)
     select $1, 'Person', 'N' || n, ' person n' || n, 'n' || n, n, n / 100.0, (array['Naperville', 'Oak Park'])[1 + n % 2],
            case when n % 3 = 0 then 'sphere' end, case when n % 2 = 0 then '+1630555' || lpad(n::text, 4, '0') end
       from generate_series(1, 30) n`,
    [organizationId],
  )
  await client.query('update organization_counters set contacts = 30 where organization_id = $1', [
    organizationId,
  ])
  await client.end()
  browser = await openBrowser()
  fay = await browser.newPerson()
  page = fay.page
  await signInByDialog(page, product, EMAIL)
  await page.waitForURL('**/dashboard')
})
afterAll(async () => {
  await browser?.close()
  await product?.stop()
})

const waitForCount = (count: number) =>
  page.getByRole('status').getByText(`${count} people`, { exact: true }).waitFor()
const panel = () => page.getByRole('dialog', { name: 'Filter contacts' })

test('A07 the filter panel filters the list, is saved in the URL, and each chip removes its filter', async () => {
  await waitForCount(30)
  await page.getByRole('button', { name: 'Filters', exact: true }).click()
  await panel().getByRole('checkbox', { name: 'Oak Park 15' }).check()
  await panel().getByRole('checkbox', { name: 'Sphere 5' }).check()
  await panel().getByLabel('Score, at least').fill('10')
  await panel().getByLabel('Score, at least').press('Enter')
  // Contacts 15, 21 and 27.
  await panel().getByRole('checkbox', { name: 'Oak Park 3' }).waitFor()
  await panel().getByRole('button', { name: 'Show contacts' }).click()
  await waitForCount(3)
  expect(new URL(page.url()).search).toContain('minScore=10')
  await page.reload()
  await waitForCount(3)
  await page.getByRole('button', { name: 'Remove filter Score 10 or more' }).click()
  await waitForCount(5)
  await page.goBack()
  await waitForCount(3)
  await page.getByRole('button', { name: 'Clear all' }).click()
  await waitForCount(30)
})

test('A07 offers to remove each filter, with the number of matches without it, when no contact matches', async () => {
  await page.goto(`${product.url}/dashboard?city=Oak+Park&hasPhone=true`)
  await page.getByText('No contacts found').waitFor()
  await page.getByRole('button', { name: 'Without “Oak Park” 15 people' }).waitFor()
  await page.getByRole('button', { name: 'Without “Has a working phone” 15 people' }).click()
  await waitForCount(15)
  await page.getByRole('button', { name: 'Remove filter Oak Park' }).click()
  await waitForCount(30)
  await page.goto(`${product.url}/dashboard?search=zzzz&city=Oak+Park`)
  await page.getByRole('button', { name: 'Without “zzzz” 15 people' }).waitFor()
  await page.getByRole('main').getByRole('button', { name: 'Clear all' }).last().click()
  await waitForCount(30)
})

test('A07 the panel counts contact permissions, and opens beside the list on a desktop and over it on a phone', async () => {
  await page.goto(`${product.url}/dashboard`)
  await waitForCount(30)
  await page.getByRole('button', { name: 'Filters', exact: true }).click()
  await panel().getByRole('checkbox', { name: 'Can contact 30' }).check()
  await page.waitForURL('**/dashboard?reach=can-contact')
  const desktopBox = await panel().boundingBox()
  expect([desktopBox!.x > 800, desktopBox!.height]).toEqual([true, 900])
  expect(await violationsOf(page)).toEqual([])
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await panel().boundingBox()).toEqual({ x: 0, y: 0, width: 390, height: 844 })
  const targetHeights = await panel()
    .getByRole('checkbox')
    .evaluateAll((checkboxes) =>
      checkboxes.map((checkbox) => checkbox.closest('label')!.getBoundingClientRect().height),
    )
  expect(Math.min(...targetHeights)).toBeGreaterThanOrEqual(44)
  await panel().getByRole('button', { name: 'Show contacts' }).click()
  await page.setViewportSize({ width: 1440, height: 900 })
})

test('A07 a saved view restores all filters', async () => {
  await page.goto(`${product.url}/dashboard?city=Naperville&hasPhone=true&minScore=20`)
  await waitForCount(6)
  await page.getByRole('button', { name: 'Views' }).click()
  await page.getByRole('menuitem', { name: 'Save this view' }).click()
  await page.getByLabel('Name').fill('Naperville calls')
  await page.getByRole('button', { name: 'Save view' }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Clear all' }).click()
  await waitForCount(30)
  await page.getByRole('button', { name: 'Views' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Naperville calls' }).click()
  await waitForCount(6)
  await page.getByRole('button', { name: 'Clear all' }).click()
  await waitForCount(30)
})

/** Selects two contacts and opens an action of the selection bar. */
async function chooseAction(action: string): Promise<void> {
  for (const name of ['Person N30', 'Person N29'])
    await page.getByRole('checkbox', { name: `Select ${name}` }).check()
  await page.getByRole('region', { name: 'Selected contacts' }).getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: action }).click()
}

const dialogButton = (name: string) => page.getByRole('dialog').getByRole('button', { name })

test('A07 adds a tag and a task to several contacts at once, and removes the tag', async () => {
  await page.goto(`${product.url}/dashboard`)
  await chooseAction('Add tag')
  await page.getByLabel('Name of the new tag').fill('Farm')
  await dialogButton('Add tag').click()
  await page.getByText('Tagged 2 contacts.').first().waitFor()
  await chooseAction('Add task')
  await page.getByRole('dialog').getByLabel('Task').fill('Send the market report')
  await dialogButton('Add task').click()
  await page.getByText('Added a task for 2 contacts.').first().waitFor()
  await page.getByRole('button', { name: 'Filters', exact: true }).click()
  await panel().getByRole('checkbox', { name: 'Farm 2' }).check()
  await panel().getByRole('button', { name: 'Show contacts' }).click()
  await waitForCount(2)
  await page.getByRole('button', { name: 'Remove filter Farm' }).waitFor()
  await chooseAction('Remove tag')
  await dialogButton('Remove tag').click()
  await page.getByText('Removed the tag from 2 contacts.').first().waitFor()
  await page.getByText('No contacts found').waitFor()
})

test('A07 applies a playbook to several contacts, and skips do-not-contact contacts', async () => {
  await page.goto(`${product.url}/dashboard`)
  await chooseAction('Mark as do not contact')
  const question = page.getByRole('alertdialog', { name: 'Mark 2 contacts as do not contact?' })
  await question.getByRole('button', { name: 'Mark as do not contact' }).click()
  await page.getByText('Marked Do Not Contact', { exact: true }).waitFor()
  await page.getByText('Marked 2 contacts as do not contact.').first().waitFor()
  await page.getByRole('listitem').filter({ hasText: 'Person N30' }).getByText('Do not contact').waitFor()
  await page.getByRole('checkbox', { name: 'Select Person N28' }).check()
  await chooseAction('Apply playbook')
  await dialogButton('Add tasks').click()
  await page.getByText('Added the tasks for 1 contact. Skipped 2 contacts').first().waitFor()
})
