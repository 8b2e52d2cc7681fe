import { readFile } from 'node:fs/promises'
import pg from 'pg'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { becomeSubscriber } from '#test/product/client.ts'
import { type Product, startProduct } from '#test/product/product.ts'
import { openBrowser, type Person, signInByDialog } from './person.ts'

const EMAIL = 'ada.okafor@example.com'
const CONTACT_COUNT = 5000
const CONTACT_URL = /\/api\/contacts\/([0-9a-f-]{36})$/

let product: Product
let browser: Awaited<ReturnType<typeof openBrowser>>
let ada: Person
let page: Page
let organizationId: string
let consoleErrors: string[]

beforeAll(async () => {
  product = await startProduct()
  ;({ organizationId } = await becomeSubscriber(product, EMAIL))
  browser = await openBrowser()
  ada = await browser.newPerson()
  await signInByDialog(ada.page, product, EMAIL)
  await ada.page.waitForURL('**/dashboard')
})
afterAll(async () => {
  await browser?.close()
  await product?.stop()
})

/** Restores the list and opens a new page for each test. */
beforeEach(async () => {
  await refillContacts()
  ;({ page, consoleErrors } = await ada.openPage())
  await openList('5,000 people')
})
afterEach(async () => {
  await page.close()
  expect(consoleErrors).toEqual([])
})

async function openList(count: string, query = ''): Promise<void> {
  await page.goto(`${product.url}/dashboard${query}`)
  await page.getByText(count).waitFor()
}

async function refillContacts(): Promise<void> {
  await runSql('delete from views')
  await runSql('delete from contacts')
  await runSql(
    `insert into contacts (organization_id, first_name, last_name, search, last_name_key, nine_d_score, move_chance,
                           scored_at, top_signal)
     select $1, 'Person', 'N' || lpad(n::text, 4, '0'), ' person n' || lpad(n::text, 4, '0'), 'n' || lpad(n::text, 4, '0'),
            100 - n / 50, (n % 97) / 100.0, now(), case when n <= 300 then 'debt'::nine_d_category end
       from generate_series(1, ${CONTACT_COUNT}) n`,
    [organizationId],
  )
  await runSql('update organization_counters set contacts = $2 where organization_id = $1', [
    organizationId,
    CONTACT_COUNT,
  ])
  await runSql(
    `insert into tasks (organization_id, contact_id, title)
     select organization_id, id, 'Call' from contacts where last_name in ('N0001', 'N0002', 'N0003')`,
  )
  // As after an import: without statistics PostgreSQL reads all of them to find one.
  await runSql('analyze contacts')
}

test('A07 scrolls through five thousand contacts and renders few at a time', async () => {
  const maxCards = await page.evaluate(
    (lastIndex) =>
      new Promise<number>((resolve) => {
        let maxCards = 0
        const scrollOn = () => {
          const renderedCards = [...document.querySelectorAll<HTMLElement>('[data-card]')]
          maxCards = Math.max(maxCards, renderedCards.length)
          if (renderedCards.some((card) => Number(card.dataset.card) === lastIndex)) return resolve(maxCards)
          window.scrollTo(0, document.documentElement.scrollHeight)
          requestAnimationFrame(scrollOn)
        }
        scrollOn()
      }),
    CONTACT_COUNT - 1,
  )
  await cardOf('N5000').waitFor()
  expect(maxCards).toBeLessThan(80)
})

test('A07 keeps the scroll position while a contact is open and when returning from another page', async () => {
  // Scrolls again whenever more cards have loaded.
  await page.waitForFunction(() => {
    window.scrollTo(0, 60_000)
    return document.querySelector('[data-card]') && window.scrollY === 60_000
  })
  await page.getByRole('navigation').getByRole('link', { name: 'Tasks' }).first().click()
  await page.waitForURL('**/tasks')
  await page.goBack()
  await page.waitForFunction(() => Math.abs(window.scrollY - 60_000) < 5)
  await page.getByRole('navigation').getByRole('link', { name: 'Tasks' }).first().click()
  await page.waitForURL('**/tasks')
  await page.getByRole('navigation').getByRole('link', { name: 'Contacts', exact: true }).first().click()
  await page.waitForFunction(() => Math.abs(window.scrollY - 60_000) < 5)
  const visibleName = await readVisibleName()
  await cards().filter({ hasText: visibleName }).getByRole('link').click()
  await page
    .getByRole('dialog')
    .getByText('Contact not found')
    .or(page.getByRole('dialog').getByRole('tab', { name: 'Overview' }))
    .first()
    .waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.waitForFunction(() => window.scrollY > 50_000)
  await cards().filter({ hasText: visibleName }).waitFor()
})

test('A07 the chosen order is saved in the URL and survives a reload', async () => {
  const sort = page.getByLabel('Sort by')
  await sort.selectOption({ label: 'Highest chance' })
  await page.waitForURL('**/dashboard?sort=chance')
  await cards().first().getByText(/96%/).waitFor()
  await page.reload()
  await cards().first().getByText(/96%/).waitFor()
  expect(await sort.inputValue()).toBe('chance')
  await sort.selectOption({ label: 'Name' })
  await cards().first().getByText('Person N0001').waitFor()
})

test('A07 a view is saved, opened and deleted', async () => {
  await openList('5,000 people', '?sort=name')
  await page.getByRole('button', { name: 'Debt', exact: true }).click()
  await page.getByText('300 people').waitFor()
  await page.getByRole('button', { name: 'Views' }).click()
  await page.getByText('No saved views yet').waitFor()
  await page.getByRole('menuitem', { name: 'Save this view' }).click()
  const dialog = page.getByRole('dialog', { name: 'Save this view' })
  await dialog.getByRole('button', { name: 'Save view' }).click()
  await dialog.getByText('Enter a name for the view').waitFor()
  await dialog.getByLabel('Name').fill('Debt by name')
  await dialog.getByRole('button', { name: 'Save view' }).click()
  await dialog.waitFor({ state: 'detached' })
  await openList('5,000 people')
  await page.getByRole('button', { name: 'Views' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Debt by name' }).click()
  await page.waitForURL('**/dashboard?signal=debt&sort=name')
  await page.getByText('300 people').waitFor()
  await page.getByRole('button', { name: 'Views' }).click()
  await page.getByRole('menuitem', { name: 'Delete this view' }).click()
  await page.getByText('View Deleted', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Views' }).click()
  await page.getByText('No saved views yet').waitFor()
  await page.keyboard.press('Escape')
})

test('A07 keeps the loaded cards when the next page fails, and loads it on Try again', async () => {
  await openList('300 people', '?signal=debt')
  await page.route('**/api/contacts?*cursor=*', (route) => route.fulfill({ status: 503, body: '' }))
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
  await page.getByText("We couldn't load more contacts.").waitFor()
  expect(await cards().count()).toBeGreaterThan(0)
  await page.unroute('**/api/contacts?*cursor=*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByText("We couldn't load more contacts.").waitFor({ state: 'detached' })
  await page.waitForFunction(() => {
    window.scrollTo(0, document.documentElement.scrollHeight)
    return document.querySelector('[data-card="299"]')
  })
  consoleErrors.splice(0)
})

test('A07 searches while the user types, and cancels the previous request', async () => {
  let isAborted = false
  page.on('requestfailed', (request) => {
    isAborted ||= request.url().includes('search=N499&') || request.url().endsWith('search=N499')
  })
  await page.route(/search=N499(&|$)/, () => {}) // Never responds.
  const searchBox = page.getByRole('searchbox', { name: 'Search contacts' })
  const request = page.waitForRequest(/search=N499(&|$)/)
  await searchBox.fill('N499')
  await request
  await searchBox.fill('N4990')
  await page.getByText('1 person').waitFor()
  await cardOf('N4990').waitFor()
  expect(isAborted).toBe(true)
  await page.unroute(/search=N499(&|$)/)
  await searchBox.fill('')
  await page.getByText('5,000 people').waitFor()
})

test('A07 selects contacts by pointer, range and keyboard, and all matches at once', async () => {
  await checkboxOf('N0001').check()
  await checkboxOf('N0005').click({ modifiers: ['Shift'] })
  await bar().getByText('5 contacts selected').waitFor()
  await cardOf('N0007').getByRole('link').focus()
  await page.keyboard.press('x')
  await bar().getByText('6 contacts selected').waitFor()
  await page.keyboard.press('x')
  await bar().getByText('5 contacts selected').waitFor()
  await bar().getByRole('button', { name: 'Select all 5,000 matching' }).click()
  await bar().getByText('5,000 contacts selected').waitFor()
  await bar().getByRole('button', { name: 'Clear selection' }).click()
  await bar().waitFor({ state: 'detached' })
})

test('A07 assigns the tasks of the selected contacts, and undoes it', async () => {
  await checkboxOf('N0001').check()
  await checkboxOf('N0004').click({ modifiers: ['Shift'] })
  await bar().getByRole('button', { name: 'Assign' }).click()
  const dialog = page.getByRole('dialog', { name: 'Assign tasks' })
  await dialog.getByText('Ada Okafor').waitFor({ state: 'attached' })
  await dialog.getByRole('button', { name: 'Assign' }).click()
  await page.getByText('3 tasks for 3 contacts assigned to Ada Okafor.').first().waitFor()
  expect(await runSql('select count(*)::int from tasks where assigned_to is not null')).toEqual([[3]])
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('Assignment Undone', { exact: true }).waitFor()
  expect(await runSql('select count(*)::int from tasks where assigned_to is not null')).toEqual([[0]])
})

test('A07 exports the selected contacts, even more than fit in one URL', async () => {
  await openList('300 people', '?signal=debt')
  await checkboxOf('N0001').check()
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
  await bar().getByRole('button', { name: 'Select all 300 matching' }).click()
  const download = page.waitForEvent('download')
  await bar().getByRole('button', { name: 'Export CSV' }).click()
  const text = await readFile(await (await download).path(), 'utf8')
  expect(text.startsWith('\uFEFFFirst Name,Last Name')).toBe(true)
  expect(text.trimEnd().split('\r\n')).toHaveLength(301)
  await bar().getByRole('button', { name: 'Clear selection' }).click()
})

test('A07 deletes all matches after a confirmation that shows their number', async () => {
  await openList('300 people', '?signal=debt')
  await checkboxOf('N0001').check()
  await bar().getByRole('button', { name: 'Select all 300 matching' }).click()
  await bar().getByRole('button', { name: 'Delete' }).click()
  const question = page.getByRole('alertdialog')
  await question.getByText('permanently delete 300 contacts').waitFor()
  await question.getByRole('button', { name: 'Delete 300 contacts' }).click()
  await page.getByText('300 contacts permanently removed.').first().waitFor()
  await page.getByRole('button', { name: 'Clear all' }).click()
  await page.getByText('4,700 people').waitFor()
  expect(await runSql('select count(*)::int from contacts')).toEqual([[4700]])
})

test('A07 removes a deleted contact at once, and prefetches no contacts while selecting', async () => {
  const [[deletedId]] = (await runSql(`select id from contacts where last_name = 'N0001'`)) as [[string]]
  await checkboxOf('N0001').check()
  await bar().getByText('1 contact selected').waitFor()
  const prefetchedIds: string[] = []
  page.on('request', (request) => prefetchedIds.push(...(CONTACT_URL.exec(request.url())?.slice(1) ?? [])))
  for (const lastName of ['N0002', 'N0003', 'N0004']) await cardOf(lastName).hover()
  await bar().getByRole('button', { name: 'Delete' }).click()
  const question = page.getByRole('alertdialog', { name: 'Delete 1 contact?' })
  await question.waitFor()
  expect(prefetchedIds).toEqual([])
  const { promise: gate, resolve: openGate } = Promise.withResolvers<void>()
  await page.route('**/api/contacts', (route) => gate.then(() => route.continue()))
  await question.getByRole('button', { name: 'Delete 1 contact' }).click()
  await page.getByText('1 contact permanently removed.').first().waitFor()
  await cardOf('N0001').waitFor({ state: 'detached' })
  await checkboxOf('N0002').check()
  const toast = page.getByRole('region', { name: /^Notifications/ }).getByRole('listitem')
  const [toastBox, barBox] = await Promise.all([toast.boundingBox(), bar().boundingBox()])
  expect((toastBox?.y ?? 0) + (toastBox?.height ?? 0)).toBeLessThanOrEqual(barBox!.y)
  await bar().getByRole('button', { name: 'Clear selection' }).click()
  openGate()
  await page.getByText('4,999 people').waitFor()
  await page.unroute('**/api/contacts')
  await page.evaluate(() => window.scrollTo(0, 0))
  const request = page.waitForRequest(CONTACT_URL)
  await cardOf('N0003').hover()
  await request
  expect(prefetchedIds).not.toContain(deletedId)
})

test('A07 enriches the selected contacts in the background', async () => {
  await checkboxOf('N0002').check()
  await bar().getByRole('button', { name: 'Enrich' }).click()
  const question = page.getByRole('alertdialog', { name: 'Enrich 1 contact?' })
  await question.getByRole('button', { name: 'Enrich' }).click()
  await page.getByText("We'll enrich 1 contact in the background.").first().waitFor()
})

function cards() {
  return page.getByRole('main').getByRole('list', { name: 'Contacts' }).getByRole('listitem')
}

function cardOf(lastName: string) {
  return cards().filter({ hasText: `Person ${lastName}` })
}

function checkboxOf(lastName: string) {
  return cardOf(lastName).getByRole('checkbox')
}

function bar() {
  return page.getByRole('region', { name: 'Selected contacts' })
}

/** The name on a card in the middle of the window. */
function readVisibleName(): Promise<string> {
  return page.evaluate(() => {
    const middleCard = [...document.querySelectorAll('[data-card]')].find(
      (card) => card.getBoundingClientRect().top > 200,
    )
    return middleCard?.querySelector('h2')?.textContent ?? ''
  })
}

async function runSql(text: string, values: unknown[] = []): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: product.database.ownerUrl })
  await client.connect()
  const { rows } = await client.query({ text, values, rowMode: 'array' })
  await client.end()
  return rows
}
