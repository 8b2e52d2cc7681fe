import pg from 'pg'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { historyOf, NO_DETAILS } from '#domain/identity/contact-details.ts'
import { becomeSubscriber } from '#test/product/client.ts'
import { type Product, startProduct } from '#test/product/product.ts'
import { accessibilityViolationsOf } from './accessibility.ts'
import { violationsOf } from './axe.ts'
import { openBrowser, type Person, signInByDialog } from './person.ts'

const EMAIL = 'tess.table@example.com'
const CONTACT_COUNT = 1200
const DETAILS = { ...NO_DETAILS, history: historyOf((key) => (key === 'source' ? 'Open house' : null)) }

let product: Product
let browser: Awaited<ReturnType<typeof openBrowser>>
let tess: Person
let page: Page
let consoleErrors: string[]

beforeAll(async () => {
  product = await startProduct()
  const { organizationId } = await becomeSubscriber(product, EMAIL)
  const client = new pg.Client({ connectionString: product.database.ownerUrl })
  await client.connect()
  await client.query(
    `insert into contacts (organization_id, first_name, last_name, search, last_name_key, nine_d_score, move_chance,
                           scored_at, top_signal, city, state, zip_code, phone, details, last_conversation_at)
     select $1, 'Person', 'N' || lpad(n::text, 4, '0'), ' person n' || lpad(n::text, 4, '0'), 'n' || lpad(n::text, 4, '0'),
            100 - n / 12, (n % 97) / 100.0, now(), case when n = 1 then 'death'::nine_d_category end, 'Naperville', 'IL',
            '60540', '+1630555' || lpad(n::text, 4, '0'), $3::jsonb,
            case when n = 1 then timestamptz '2026-03-21 12:00Z' end
       from generate_series(1, $2::int) n`,
    [organizationId, CONTACT_COUNT, DETAILS],
  )
  await client.query('update organization_counters set contacts = $2 where organization_id = $1', [
    organizationId,
    CONTACT_COUNT,
  ])
  await client.query(
    `insert into signals (organization_id, contact_id, category, score, evidence_key, event_date, metadata)
     select organization_id, id, 'death', 80, 'k', '2026-03-21', '{"inputs": {"documentType": "Probate petition"}}'
       from contacts where last_name = 'N0001'`,
  )
  await client.query(
    `insert into tasks (organization_id, contact_id, title)
     select organization_id, id, 'Call' from contacts where last_name = 'N0001'`,
  )
  await client.query(
    `insert into properties (organization_id, contact_id, address, last_sale_date)
     select organization_id, id, '1 Elm St', current_date - 3660 from contacts where last_name = 'N0001'`,
  )
  await client.end()
  browser = await openBrowser()
  tess = await browser.newPerson()
  await signInByDialog(tess.page, product, EMAIL)
  await tess.page.waitForURL('**/dashboard')
})
afterAll(async () => {
  await browser?.close()
  await product?.stop()
})

/** Opens a new page with the default table. */
beforeEach(async () => {
  ;({ page, consoleErrors } = await tess.openPage())
  await page.goto(`${product.url}/dashboard`)
  await page.evaluate(() => localStorage.removeItem('contacts-layout'))
  await page.reload()
  await page.getByRole('button', { name: 'Table', exact: true }).click()
  await row('N0001').waitFor()
})
afterEach(async () => {
  await page.close()
  expect(consoleErrors).toEqual([])
})

const table = () => page.getByRole('table', { name: 'Contacts' })
const row = (lastName: string) =>
  table()
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name: `Person ${lastName}` }) })
const header = (name: string) => table().getByRole('columnheader', { name })
const widthOf = async (name: string) => (await header(name).boundingBox())?.width
const bar = () => page.getByRole('region', { name: 'Selected contacts' })

async function chooseColumns(...names: string[]): Promise<void> {
  await page.getByRole('button', { name: 'Columns' }).click()
  for (const name of names) await page.getByRole('menuitemcheckbox', { name, exact: true }).click()
  await page.getByRole('heading', { name: 'Contacts', exact: true }).click()
  await page.getByRole('menu').waitFor({ state: 'detached' })
}

test('A07 the table has row and column headers, sorts by columns, and reveals no record types', async () => {
  expect(await table().getAttribute('aria-rowcount')).toBe(String(CONTACT_COUNT + 1))
  expect(await row('N0001').getAttribute('aria-rowindex')).toBe('2')
  await row('N0001').getByRole('cell', { name: 'Naperville, IL' }).waitFor()
  await row('N0001').getByRole('cell', { name: 'Mar 21, 2026' }).waitFor()
  await row('N0001').getByRole('cell', { name: '1 open' }).waitFor()
  expect(await table().innerText()).not.toContain('Probate')
  expect(await header('Score').getAttribute('aria-sort')).toBe('descending')
  await header('Chance').getByRole('button', { name: 'Chance' }).click()
  await page.waitForURL('**/dashboard?sort=chance')
  await table().getByRole('row').nth(1).getByRole('cell', { name: '96%' }).waitFor()
  expect(await header('Chance').getAttribute('aria-sort')).toBe('descending')
  expect(await header('Score').getAttribute('aria-sort')).toBeNull()
  await header('Name').getByRole('button', { name: 'Name' }).click()
  await row('N0001').waitFor()
  expect(await header('Name').getAttribute('aria-sort')).toBe('ascending')
})

test('A07 remembers the table and its chosen columns after a reload', async () => {
  await chooseColumns('Years owned', 'Source', 'Email')
  await row('N0001').getByRole('cell', { name: '10', exact: true }).waitFor()
  await page.reload()
  await row('N0001').getByRole('cell', { name: 'Open house' }).waitFor()
  expect(await header('Email').count()).toBe(0)
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('menuitem', { name: 'Reset columns' }).click()
  await header('Email').waitFor()
  await page.getByRole('button', { name: 'Table', exact: true }).click()
  await page.getByRole('list', { name: 'Contacts' }).getByRole('listitem').first().waitFor()
})

test('A07 Escape closes the Columns menu even while a toast is shown', async () => {
  const menu = page.getByRole('menu')
  await page.getByRole('button', { name: 'Columns' }).click()
  await menu.waitFor()
  // The toast appears while the menu is open, as when a background change ends.
  await page.getByRole('button', { name: 'Sample data' }).dispatchEvent('click')
  await page.getByText('are fictional').first().waitFor()
  await page.keyboard.press('Escape')
  await menu.waitFor({ state: 'detached' })
  expect(await page.evaluate(() => document.activeElement?.ariaLabel)).toBe('Columns')
})

test('A07 columns are resized by dragging and by the arrow keys', async () => {
  const initialWidth = (await widthOf('Top signal')) ?? 0
  const handle = await page.getByRole('slider', { name: 'Width of Top signal' }).boundingBox()
  if (!handle) throw new Error('No handle')
  await page.mouse.move(handle.x + 5, handle.y + 10)
  await page.mouse.down()
  await page.mouse.move(handle.x + 67, handle.y + 10, { steps: 4 })
  await page.mouse.up()
  await expect.poll(() => widthOf('Top signal')).toBe(initialWidth + 62)
  await page.getByRole('slider', { name: 'Width of Top signal' }).focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => widthOf('Top signal')).toBe(initialWidth + 82)
  await page.reload()
  await row('N0001').waitFor()
  await expect.poll(() => widthOf('Top signal')).toBe(initialWidth + 82)
})

test('A07 a saved view restores the table and its columns', async () => {
  await chooseColumns('ZIP code', 'Email')
  await page.getByRole('button', { name: 'Views' }).click()
  await page.getByRole('menuitem', { name: 'Save this view' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('ZIP codes')
  await page.getByRole('dialog').getByRole('button', { name: 'Save view' }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await chooseColumns('ZIP code')
  await page.getByRole('button', { name: 'Table', exact: true }).click()
  await table().waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Views' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'ZIP codes' }).click()
  await header('ZIP code').waitFor()
  expect(await header('Email').count()).toBe(0)
})

test('A07 scrolling reaches every row, renders few at a time, and keeps headers and names visible', async () => {
  const maxRows = await table().evaluate(
    (element, lastIndex) =>
      new Promise<number>((resolve) => {
        const scrollBox = element.parentElement
        let maxRows = 0
        const scrollOn = () => {
          const rows = [...element.querySelectorAll<HTMLElement>('[data-card]')]
          maxRows = Math.max(maxRows, rows.length)
          if (rows.some((row) => Number(row.dataset.card) === lastIndex)) return resolve(maxRows)
          scrollBox?.scrollTo(0, scrollBox.scrollHeight)
          requestAnimationFrame(scrollOn)
        }
        scrollOn()
      }),
    CONTACT_COUNT - 1,
  )
  expect(maxRows).toBeLessThan(60)
  expect(await row(`N${CONTACT_COUNT}`).getAttribute('aria-rowindex')).toBe(String(CONTACT_COUNT + 1))
  await table().evaluate((element) => element.parentElement?.scrollTo({ left: 500 }))
  await expect.poll(async () => (await header('Name').boundingBox())?.x).toBe((await boxEdge()).x)
  expect((await header('Name').boundingBox())?.y).toBe((await boxEdge()).y)
  await page.getByRole('navigation').getByRole('link', { name: 'Tasks' }).first().click()
  await page.waitForURL('**/tasks')
  await page.goBack()
  await row(`N${CONTACT_COUNT}`).waitFor()
})

/** Top left corner of the content of the scrolling box. */
function boxEdge(): Promise<{ x: number; y: number }> {
  return table().evaluate(({ parentElement }) => {
    const { x, y } = parentElement?.getBoundingClientRect() ?? { x: 0, y: 0 }
    return { x: x + 1, y: y + 1 }
  })
}

test('A07 rows can be opened and selected by pointer and keyboard, like cards', async () => {
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Person N0002')
  await page.keyboard.press('x')
  await bar().getByText('1 contact selected').waitFor()
  await row('N0005')
    .getByRole('checkbox')
    .click({ modifiers: ['Shift'] })
  await bar().getByText('4 contacts selected').waitFor()
  await bar().getByRole('button', { name: 'Select all 1,200 matching' }).click()
  await bar().getByText('1,200 contacts selected').waitFor()
  await bar().getByRole('button', { name: 'Clear selection' }).click()
  await row('N0003').getByRole('cell', { name: 'Naperville, IL' }).click()
  const drawer = page.getByRole('dialog', { name: 'Person N0003' })
  await drawer.waitFor()
  await page.keyboard.press('j')
  await page.getByRole('dialog', { name: 'Person N0004' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').waitFor()
  await page.goBack()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
})

test('A07 a bulk change stops when a batch fails, reports its progress, and can be resumed', async () => {
  await row('N0001').getByRole('checkbox').check()
  await bar().getByRole('button', { name: 'Select all 1,200 matching' }).click()
  let batchCount = 0
  await page.route('**/api/contacts/bulk', (route) => {
    batchCount += 1
    return batchCount === 2 ? route.fulfill({ status: 503, body: '' }) : route.continue()
  })
  const dialog = page.getByRole('dialog', { name: 'Add tag' })
  const openDialog = async () => {
    await bar().getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'Add tag' }).click()
  }
  await openDialog()
  await dialog.getByLabel('Name of the new tag').fill('Farm')
  await dialog.getByRole('button', { name: 'Add tag' }).click()
  const waitForToast = (text: string) => page.getByText(text).first().waitFor()
  await waitForToast('Stopped after 1,000 contacts.')
  await bar().getByText('1,200 contacts selected').waitFor()
  await openDialog()
  await dialog.getByRole('button', { name: 'Add tag' }).click()
  await waitForToast('Tagged 200 contacts. Skipped 1,000 contacts: they already have the tag.')
  await row('N0001').getByRole('cell', { name: 'Farm' }).waitFor()
  consoleErrors.splice(0)
})

test('A07 the table has no accessibility violations in either theme, and phones show cards', async () => {
  expect(await accessibilityViolationsOf(page)).toEqual([])
  await page.evaluate(() => {
    document.documentElement.dataset.theme = 'light'
  })
  expect(await violationsOf(page)).toEqual([])
  await page.getByRole('button', { name: 'Columns' }).click()
  expect(await violationsOf(page)).toEqual([])
  await page.keyboard.press('Escape')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('list', { name: 'Contacts' }).getByRole('listitem').first().waitFor()
  expect(await table().count()).toBe(0)
  expect(await page.getByRole('button', { name: 'Table', exact: true }).count()).toBe(0)
})
