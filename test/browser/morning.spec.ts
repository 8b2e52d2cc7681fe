import pg from 'pg'
import type { Locator } from 'playwright-core'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { ContactDetail, ContactSummary } from '#contract/contacts.ts'
import type { TodayItem } from '#contract/today.ts'
import { type Product, startProduct } from '#test/product/product.ts'
import { hydrated, openBrowser } from './person.ts'
import {
  allowDialing,
  complaintsOf,
  firstCallable,
  listOf,
  logged,
  nameOf,
  notice,
  people,
  read,
  row,
  sheet,
} from './today-reader.ts'

const SIZES = [
  { width: 1440, height: 900, touch: false },
  { width: 390, height: 844, touch: true },
]
/** The sweep that sends the email runs every ten seconds. */
const MAIL_WITHIN_MS = 30_000

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
  const person = await browser.person({ ...size, touch })
  const { page } = person
  const press = (button: Locator) => (touch ? button.tap() : button.click())
  const goTo = (name: string) => {
    const navigation = page.getByRole('navigation', { name: touch ? 'Tabs' : 'Main navigation' })
    return press(navigation.getByRole('link', { name, exact: true }))
  }
  const contactOf = ({ id }: { id: string }) => read<ContactDetail>(page, `/api/contacts/${id}`)
  await allowDialing(page)
  await page.goto(product.demoLink())
  await page.waitForURL('**/dashboard')
  await hydrated(page)

  await goTo('Today')
  await people(page).getByRole('listitem').first().waitFor()
  const called = await firstCallable(page)
  const call = row(page, called).getByRole('link', { name: `Call ${nameOf(called.contact)}` })
  expect(await call.getAttribute('href')).toBe(`tel:${called.phone}`)
  await press(call)
  await press(sheet(page).getByRole('button', { name: 'Left message' }))
  await logged(page, called)

  // The next person takes texts only.
  const texted = await firstCallable(page)
  await page.evaluate(
    ([path, body]) => fetch(path, { method: 'PATCH', headers: { 'content-type': 'application/json' }, body }),
    [
      `/api/contacts/${texted.contact.id}/do-not-contact`,
      JSON.stringify({ doNotContact: true, channel: 'call' }),
    ] as const,
  )
  const text = row(page, texted).getByRole('link', { name: `Text ${nameOf(texted.contact)}` })
  await text.waitFor()
  await press(row(page, texted).getByRole('button', { name: 'What to say' }))
  const script = await row(page, texted).getByText(/^Hi /).innerText()
  const message = new URL((await text.getAttribute('href')) ?? '')
  expect([message.protocol, message.pathname]).toEqual(['sms:', texted.phone])
  expect(message.searchParams.get('body')).toBe(script)
  await press(text)
  await press(sheet(page).getByRole('button', { name: 'Sent' }))
  await logged(page, texted)

  const [snoozed, refusing] = (await listOf(page)).items as [TodayItem, TodayItem]
  await press(row(page, snoozed).getByRole('button', { name: `Snooze ${nameOf(snoozed.contact)}` }))
  await press(page.getByRole('menuitem', { name: 'Next week' }))
  await row(page, snoozed).waitFor({ state: 'detached' })
  await press(row(page, refusing).getByRole('button', { name: `More for ${nameOf(refusing.contact)}` }))
  await press(page.getByRole('menuitem', { name: 'Mark as do not contact' }))
  await row(page, refusing).waitFor({ state: 'detached' })
  await notice(page)
    .getByText(/is marked as do not contact everywhere/)
    .waitFor()
  expect((await contactOf(refusing.contact)).doNotContact).toBe(true)
  const left = (await listOf(page)).items.map(({ contact }) => contact.id)
  for (const { contact } of [called, texted, snoozed, refusing]) expect(left).not.toContain(contact.id)

  await goTo('Contacts')
  await press(page.getByRole('button', { name: 'Can contact' }))
  const all = await read<ContactSummary[]>(page, '/api/contacts?doNotContact=false&limit=50')
  const ten = all.filter(({ listed }) => !listed).slice(0, 10)
  const applyToTen = async (action: string) => {
    // The list has only the cards near the screen.
    await page.evaluate(() => scrollTo(0, 0))
    for (const { id } of ten) await page.locator(`[data-contact="${id}"]`).getByRole('checkbox').check()
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
  for (const each of ten) {
    const { tags, tasks } = await contactOf(each)
    expect(tags.map(({ name }) => name)).toEqual(['Farm'])
    expect(tasks.length).toBeGreaterThanOrEqual(7)
  }

  await page.goto(`${product.url}/settings/profile`)
  await hydrated(page)
  const form = page.getByRole('form', { name: 'Morning Five' })
  await press(form.getByRole('button', { name: /^(Turn on|Save)$/ }))
  await form.getByText(/^Next: /).waitFor()
  const { items } = await listOf(page)
  await makeMorningFiveDue()
  const mail = page.locator('article').filter({ hasText: 'Your Morning Five for' })
  await expect
    .poll(
      async () => {
        await page.goto(`${product.url}/dev/outbox`)
        return mail.count()
      },
      { timeout: MAIL_WITHIN_MS, interval: 500 },
    )
    .toBe(1)
  const [first] = items as [TodayItem]
  await mail.getByText('Five people to contact today:').waitFor()
  expect(await mail.innerText()).not.toContain(first.contact.lastName)
  await press(mail.locator(`a[href$="contact=${first.contact.id}"]`))
  await page.waitForURL(`**/dashboard?contact=${first.contact.id}`)
  await page
    .getByRole('dialog')
    .getByRole('heading', { name: nameOf(first.contact) })
    .first()
    .waitFor()
  expect(complaintsOf(person)).toEqual([])
  await person.leave()
})

async function makeMorningFiveDue(): Promise<void> {
  const database = new pg.Client({ connectionString: product.database.ownerUrl })
  await database.connect()
  await database.query('update morning_emails set next_at = now()')
  await database.end()
}
