import pg from 'pg'
import type { Locator } from 'playwright-core'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { ContactDetail, ContactSummary } from '#contract/contacts.ts'
import type { TodayItem } from '#contract/today.ts'
import { type Product, startProduct } from '#test/product/product.ts'
import { openBrowser, waitForHydration } from './person.ts'
import {
  allowDialing,
  firstCallable,
  nameOf,
  notice,
  people,
  readJson,
  readToday,
  row,
  sheet,
  unexpectedErrorsOf,
  waitUntilLogged,
} from './today-reader.ts'

const SIZES = [
  { width: 1440, height: 900, touch: false },
  { width: 390, height: 844, touch: true },
]
/** The sweep that sends the email runs every ten seconds. */
const EMAIL_TIMEOUT_MS = 30_000

let product: Product
let browser: Awaited<ReturnType<typeof openBrowser>>
beforeEach(async () => {
  product = await startProduct({ DEMO: '1' })
  browser = await openBrowser()
})
afterEach(async () => {
  await browser?.close()
  await product?.stop()
})

test.each(SIZES)('an agent’s morning at $width px', async ({ touch, ...size }) => {
  const person = await browser.newPerson({ ...size, touch })
  const { page } = person
  const press = (button: Locator) => (touch ? button.tap() : button.click())
  const goTo = (name: string) => {
    const navigation = page.getByRole('navigation', { name: touch ? 'Tabs' : 'Main navigation' })
    return press(navigation.getByRole('link', { name, exact: true }))
  }
  const readContact = ({ id }: { id: string }) => readJson<ContactDetail>(page, `/api/contacts/${id}`)
  await allowDialing(page)
  await page.goto(product.demoLink())
  await page.waitForURL('**/dashboard')
  await waitForHydration(page)

  await goTo('Today')
  await people(page).getByRole('listitem').first().waitFor()
  const calledItem = await firstCallable(page)
  const callLink = row(page, calledItem).getByRole('link', { name: `Call ${nameOf(calledItem.contact)}` })
  expect(await callLink.getAttribute('href')).toBe(`tel:${calledItem.phone}`)
  await press(callLink)
  await press(sheet(page).getByRole('button', { name: 'Left message' }))
  await waitUntilLogged(page, calledItem)

  // The next person accepts only texts.
  const textedItem = await firstCallable(page)
  await page.evaluate(
    ([path, body]) => fetch(path, { method: 'PATCH', headers: { 'content-type': 'application/json' }, body }),
    [
      `/api/contacts/${textedItem.contact.id}/do-not-contact`,
      JSON.stringify({ doNotContact: true, channel: 'call' }),
    ] as const,
  )
  const textLink = row(page, textedItem).getByRole('link', { name: `Text ${nameOf(textedItem.contact)}` })
  await textLink.waitFor()
  await press(row(page, textedItem).getByRole('button', { name: 'What to say' }))
  const script = await row(page, textedItem).getByText(/^Hi /).innerText()
  const message = new URL((await textLink.getAttribute('href')) ?? '')
  expect([message.protocol, message.pathname]).toEqual(['sms:', textedItem.phone])
  expect(message.searchParams.get('body')).toBe(script)
  await press(textLink)
  await press(sheet(page).getByRole('button', { name: 'Sent' }))
  await waitUntilLogged(page, textedItem)

  const [snoozedItem, blockedItem] = (await readToday(page)).items as [TodayItem, TodayItem]
  await press(row(page, snoozedItem).getByRole('button', { name: `Snooze ${nameOf(snoozedItem.contact)}` }))
  await press(page.getByRole('menuitem', { name: 'Next week' }))
  await row(page, snoozedItem).waitFor({ state: 'detached' })
  await press(row(page, blockedItem).getByRole('button', { name: `More for ${nameOf(blockedItem.contact)}` }))
  await press(page.getByRole('menuitem', { name: 'Mark as do not contact' }))
  await row(page, blockedItem).waitFor({ state: 'detached' })
  await notice(page)
    .getByText(/is marked as do not contact everywhere/)
    .waitFor()
  expect((await readContact(blockedItem.contact)).doNotContact).toBe(true)
  const remainingIds = (await readToday(page)).items.map(({ contact }) => contact.id)
  for (const { contact } of [calledItem, textedItem, snoozedItem, blockedItem])
    expect(remainingIds).not.toContain(contact.id)

  await goTo('Contacts')
  await press(page.getByRole('button', { name: 'Can contact' }))
  const contacts = await readJson<ContactSummary[]>(page, '/api/contacts?doNotContact=false&limit=50')
  const tenContacts = contacts.filter(({ listed }) => !listed).slice(0, 10)
  const applyToTen = async (action: string) => {
    // The list renders only the cards near the viewport.
    await page.evaluate(() => scrollTo(0, 0))
    for (const { id } of tenContacts)
      await page.locator(`[data-contact="${id}"]`).getByRole('checkbox').check()
    await press(page.getByRole('region', { name: 'Selected contacts' }).getByRole('button', { name: 'More' }))
    await press(page.getByRole('menuitem', { name: action }))
  }
  await applyToTen('Add tag')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Tag', { exact: true }).selectOption('New tag...')
  await dialog.getByLabel('Name of the new tag').fill('Farm')
  await press(dialog.getByRole('button', { name: 'Add tag' }))
  await page.getByText('Tagged 10 contacts.').first().waitFor()
  await applyToTen('Apply playbook')
  await dialog.getByLabel('Playbook').selectOption('Relocation with a start date')
  await press(dialog.getByRole('button', { name: 'Add tasks' }))
  await page.getByText('Added the tasks for 10 contacts.').first().waitFor()
  for (const contact of tenContacts) {
    const { tags, tasks } = await readContact(contact)
    expect(tags.map(({ name }) => name)).toEqual(['Farm'])
    expect(tasks.length).toBeGreaterThanOrEqual(7)
  }

  await page.goto(`${product.url}/settings/profile`)
  await waitForHydration(page)
  const form = page.getByRole('form', { name: 'Morning Five' })
  await press(form.getByRole('button', { name: /^(Turn on|Save)$/ }))
  await form.getByText(/^Next: /).waitFor()
  const { items } = await readToday(page)
  await makeMorningFiveDue()
  const email = page.locator('article').filter({ hasText: 'Your Morning Five for' })
  await expect
    .poll(
      async () => {
        await page.goto(`${product.url}/dev/outbox`)
        return email.count()
      },
      { timeout: EMAIL_TIMEOUT_MS, interval: 500 },
    )
    .toBe(1)
  const [firstItem] = items as [TodayItem]
  await email.getByText('Five people to contact today:').waitFor()
  expect(await email.innerText()).not.toContain(firstItem.contact.lastName)
  await press(email.locator(`a[href$="contact=${firstItem.contact.id}"]`))
  await page.waitForURL(`**/dashboard?contact=${firstItem.contact.id}`)
  await page
    .getByRole('dialog')
    .getByRole('heading', { name: nameOf(firstItem.contact) })
    .first()
    .waitFor()
  expect(unexpectedErrorsOf(person)).toEqual([])
  await person.close()
})

async function makeMorningFiveDue(): Promise<void> {
  const database = new pg.Client({ connectionString: product.database.ownerUrl })
  await database.connect()
  await database.query('update morning_emails set next_at = now()')
  await database.end()
}
