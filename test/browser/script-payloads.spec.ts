import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, openDatabase } from '#server/platform/db/database.ts'
import { silentLog } from '#server/platform/log.ts'
import { SCRIPT_PAYLOADS } from '#test/data/script-payloads.ts'
import { type Product, startProduct } from '#test/product/product.ts'
import { openBrowser, type Person, waitForHydration } from './person.ts'

// Fills every text field of every row with a different payload, then opens the pages that show them.

/** Payloads that the database can store. */
const PAYLOADS = SCRIPT_PAYLOADS.filter((payload) => !payload.includes('\u0000'))

let product: Product
let database: Database
let browser: Awaited<ReturnType<typeof openBrowser>>
let member: Person
let page: Page
/** Dialogs that a script opened. */
const openedDialogs: string[] = []
let bestContactId: string

const TEXT_COLUMNS: Record<string, readonly string[]> = {
  contacts: [
    ...['first_name', 'last_name', 'email', 'phone', 'address', 'city', 'state', 'zip_code'],
    ...['email_verification_reason', 'phone_verification_reason', 'address_verification_reason'],
    ...['employer_verification_reason', 'email_suggestion'],
  ],
  signals: ['description', 'source'],
  properties: ['address', 'city', 'property_type'],
  tasks: ['title', 'description'],
  playbooks: ['name', 'description'],
  organizations: ['name'],
  users: ['first_name', 'last_name'],
  contact_submissions: ['first_name', 'last_name', 'company', 'subject', 'message'],
  blog_posts: ['title', 'excerpt', 'author_name'],
}

beforeAll(async () => {
  product = await startProduct({ DEMO: '1' })
  database = openDatabase(product.database.ownerUrl, { log: silentLog, max: 2 })
  browser = await openBrowser()
  member = await browser.newPerson()
  page = member.page
  page.on('dialog', (dialog) => {
    openedDialogs.push(dialog.message())
    void dialog.dismiss()
  })
  await page.goto(product.demoLink())
  await page.waitForURL('**/dashboard')
  bestContactId = await addRows()
  for (const [table, columns] of Object.entries(TEXT_COLUMNS)) {
    for (const [index, column] of columns.entries()) await fillColumn(table, column, index)
  }
})
afterAll(async () => {
  await browser?.close()
  await database?.close()
  await product?.stop()
})

/** Adds a row per payload to tables with few or no demo rows. @returns the contact with all payloads */
async function addRows(): Promise<string> {
  const contact = await database.row<{ id: string; organizationId: string }>(
    `select id, organization_id from contacts where nine_d_score is not null order by nine_d_score desc limit 1`,
  )
  const { id, organizationId } = contact!
  const rowSeries = `from generate_series(1, ${PAYLOADS.length}) as n`
  const rows = [
    `tasks (organization_id, contact_id, title) select $1, $2, n::text ${rowSeries}`,
    `signals (organization_id, contact_id, category, score, evidence_key, detected_at)
       select $1, $2, 'debt', 1, 'payload ' || n, now() ${rowSeries}`,
    `properties (organization_id, contact_id, address) select $1, $2, n::text ${rowSeries}`,
    `contact_submissions (first_name, last_name, email, subject, message)
       select 'A', 'B', n || '@example.com', $1::text, $2::text ${rowSeries}`,
  ]
  for (const row of rows) await database.run(`insert into ${row}`, [organizationId, id])
  return id
}

/** Gives every row a different payload; every column starts at a different one. */
function fillColumn(table: string, column: string, index: number): Promise<number> {
  return database.run(
    `update ${table} t set ${column} = p.text
       from (select ctid as at, row_number() over (order by ctid) as n from ${table}) r,
            unnest($1::text[]) with ordinality as p(text, i)
      where t.ctid = r.at and p.i = 1 + (r.n + $2::int) % $3`,
    [PAYLOADS, index * 29, PAYLOADS.length],
  )
}

/** Elements that a payload would have created as markup. */
function findInjectedElements(): string[] {
  const injectedElements = document.querySelectorAll(
    'script:not([nonce]):not([src^="/"]), iframe, object, embed, base, math, marquee, [onerror], [onload], [onclick], [onfocus], img[src="x"]',
  )
  const links = [...document.links].filter(({ protocol }) => !/^(https?|mailto|tel|sms):$/.test(protocol))
  return [...injectedElements, ...links].map((element) => element.outerHTML.slice(0, 120))
}

/** Opens a page and waits for its payloads; the HTML as sent contains none of them as markup. */
async function visit(path: string): Promise<void> {
  const response = await page.goto(product.url + path)
  const html = (await response?.text()) ?? ''
  expect(PAYLOADS.filter((payload) => payload.includes('<') && html.includes(payload))).toEqual([])
  await waitForHydration(page)
  await page.waitForFunction(() => document.body.innerText.includes('<'))
}

async function openDrawer(tab: string): Promise<void> {
  await visit(`/dashboard?contact=${bestContactId}&tab=${tab}`)
  await page.getByRole('tabpanel').getByText('<').first().waitFor()
  await page.getByRole('tabpanel').evaluate((element) => {
    for (const toggle of element.querySelectorAll<HTMLElement>('[aria-expanded="false"]')) toggle.click()
  })
}

test('Trust 11 no payload runs in the contact list', async () => {
  await visit('/dashboard')
  const row = page.getByRole('list', { name: 'Contacts' }).getByRole('listitem')
  await row.first().hover()
  const seenTexts = new Set<string>()
  for (let screens = 0; screens < 12; screens++) {
    const topText = (await row.first().textContent()) ?? ''
    for (const text of await row.allInnerTexts()) seenTexts.add(text)
    expect(await page.evaluate(findInjectedElements)).toEqual([])
    await page.mouse.wheel(0, 700)
    await page.waitForFunction(
      (previousText) => document.querySelector('[aria-label=Contacts] li')?.textContent !== previousText,
      topText,
    )
  }
  expect(seenTexts.size).toBeGreaterThan(60)
})

test('Trust 11 no payload runs in the overview of a contact', async () => {
  await openDrawer('overview')
  expect(await page.evaluate(findInjectedElements)).toEqual([])
})

test.each(['signals', 'property', 'tasks'])('Trust 11 no payload runs in a contact: %s', async (tab) => {
  await openDrawer(tab)
  const panelText = await page.getByRole('tabpanel').innerText()
  expect(PAYLOADS.filter((payload) => panelText.includes(payload)).length).toBeGreaterThan(100)
  expect(await page.evaluate(findInjectedElements)).toEqual([])
})

test.each([
  ...['/tasks?view=open', '/playbooks', '/insights', '/settings/team'],
  ...['/admin/organizations', '/admin/messages', '/blog-admin', '/blog'],
])('Trust 11 no payload runs on %s', async (path) => {
  await visit(path)
  expect(await page.evaluate(findInjectedElements)).toEqual([])
})

test('Trust 11 no payload ran, sent a request or violated the content policy', async () => {
  expect(openedDialogs).toEqual([])
  expect(member.consoleErrors).toEqual([])
  // Confirms that these listeners detect a payload.
  await page.evaluate((payload) => {
    document.body.insertAdjacentHTML('beforeend', payload)
  }, '<img src=x onerror=alert(1)>')
  expect(await page.evaluate(findInjectedElements)).toHaveLength(1)
  await expect.poll(() => member.consoleErrors.join(), { timeout: 20_000 }).toMatch(/Content Security Policy/)
})
