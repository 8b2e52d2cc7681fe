import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeEach, expect, test } from 'vitest'
import type { ContactDetail } from '#contract/contacts.ts'
import { type Category, categoryBits } from '#domain/signals/categories.ts'
import { LICENSE } from '#test/builders/licenses.ts'
import { type Client, signIn } from '#test/product/client.ts'
import { openDrawerReader } from './drawer-reader.ts'
import { openBrowser } from './person.ts'
import { swipe } from './swipe.ts'
import { allowDialing, notice, people, row, sheet, waitUntilLogged } from './today-reader.ts'

const HOME = { city: 'Naperville', state: 'IL', zipCode: '60540' }

const reader = await openDrawerReader()
const browser = await openBrowser()
const { page, product, database, client } = reader
await allowDialing(page)
await client.json('POST', '/api/profile/licenses', LICENSE)
afterAll(async () => {
  await browser.close()
  await reader.close()
})

let phoneCount = 10
let addedContacts: ContactDetail[] = []
beforeEach(async () => {
  for (const { id } of addedContacts) await client.send('DELETE', `/api/contacts/${id}`)
  addedContacts = []
})

type Ranking = { chance?: number; topSignal?: Category }
/** Adds a contact with a phone number, ranked by the given chance and signal. */
async function addContact(
  firstName: string,
  fields: object = {},
  ranking: Ranking = {},
): Promise<ContactDetail> {
  // Each contact gets a new number, because opt-outs outlast their contact.
  phoneCount += 1
  const phone = `(630) 555-01${phoneCount}`
  const contact = await reader.addContact({ firstName, lastName: 'Reyes', phone, ...HOME, ...fields })
  await database.query(
    `update contacts set move_chance = $2, top_signal = $3, live_signals = $4, nine_d_score = 50, email_verified = 'unverified'
      where id = $1`,
    [
      contact.id,
      ranking.chance ?? 0.1,
      ranking.topSignal ?? null,
      categoryBits(ranking.topSignal ? [ranking.topSignal] : []),
    ],
  )
  addedContacts.push(contact)
  return contact
}

async function openToday(target: Page = page): Promise<void> {
  await target.goto(`${product.url}/today`)
  await people(target).getByRole('listitem').first().waitFor()
}
const namesIn = (list: Locator) => list.locator('[data-today-link]').allInnerTexts()
const promisedList = () => page.getByRole('list', { name: 'Promised' })

test('promises come before the ranked people, an unanswered inquiry first with its minutes', async () => {
  const timeIn = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()
  await addContact('Cal')
  const [tess, abe, ivy] = [await addContact('Tess'), await addContact('Abe'), await addContact('Ivy')]
  const dueDate = timeIn(-24 * 60)
  await client.json('POST', '/api/tasks', { contactId: tess.id, title: 'Send the market report', dueDate })
  const meeting = { type: 'call', outcome: 'appointment', followUpAt: timeIn(1) }
  await client.json('POST', `/api/contacts/${abe.id}/activities`, meeting)
  const inquiry = { kind: 'inquiry', at: timeIn(-42.5) }
  await client.json('POST', `/api/contacts/${ivy.id}/call-exemptions`, inquiry)
  await openToday()
  expect(await namesIn(promisedList())).toEqual(['Ivy Reyes', 'Abe Reyes', 'Tess Reyes'])
  await promisedList()
    .getByText(/^Inquiry\s*Waiting 4\d minutes$/)
    .waitFor()
  await promisedList()
    .getByText(/^Send the market report\s*Overdue since/)
    .waitFor()
  expect(await namesIn(people(page))).toEqual(['Cal Reyes'])
  const [promisedBox, rankedBox] = [await promisedList().boundingBox(), await people(page).boundingBox()]
  expect(promisedBox && rankedBox && promisedBox.y + promisedBox.height <= rankedBox.y).toBe(true)

  await promisedList().getByRole('button', { name: 'Done: Send the market report, Tess Reyes' }).click()
  await notice(page).getByText('Done: Send the market report').waitFor()
  await expect.poll(() => namesIn(promisedList())).toEqual(['Ivy Reyes', 'Abe Reyes'])
})

test('a task for a contact who needs tact suggests no call, but an inquiry does', async () => {
  const grace = await addContact('Grace', {}, { topSignal: 'death' })
  const dueDate = new Date(Date.now() - 86_400_000).toISOString()
  await client.json('POST', '/api/tasks', { contactId: grace.id, title: 'Write a card', dueDate })
  await page.goto(`${product.url}/today`)
  const item = promisedList().getByRole('listitem')
  await item.getByText('Write a card').waitFor()
  expect(await item.getByRole('link', { name: 'Call Grace Reyes' }).count()).toBe(0)
  await client.json('POST', `/api/contacts/${grace.id}/call-exemptions`, { kind: 'inquiry' })
  await item.filter({ hasText: 'Inquiry' }).getByRole('link', { name: 'Call Grace Reyes' }).waitFor()
})

test('each person has the best allowed channel', async () => {
  const tex = await addContact('Tex')
  const channel = { doNotContact: true, channel: 'call' }
  await client.json('PATCH', `/api/contacts/${tex.id}/do-not-contact`, channel)
  const emma = await addContact('Emma', { phone: '', email: 'emma@example.com' })
  const lee = await addContact('Lee', { phone: '', address: '12 Elm St' })
  await openToday()

  await row(page, { contact: tex }).getByRole('button', { name: 'What to say' }).click()
  const script = await row(page, { contact: tex })
    .getByText(/^Hi Tex/)
    .innerText()
  const textLink = row(page, { contact: tex }).getByRole('link', { name: 'Text Tex Reyes' })
  const textUrl = new URL((await textLink.getAttribute('href')) ?? '')
  expect([textUrl.protocol, textUrl.searchParams.get('body')]).toEqual(['sms:', script])
  await textLink.click()
  await sheet(page).getByRole('button', { name: 'Sent' }).click()
  await waitUntilLogged(page, { contact: tex })

  await row(page, { contact: emma }).getByRole('link', { name: 'Email Emma Reyes' }).click()
  const dialog = page.getByRole('dialog', { name: /^Outreach to / })
  await dialog.getByLabel('Subject').waitFor()
  await page.keyboard.press('Escape')
  await openToday()
  await row(page, { contact: lee }).getByRole('link', { name: 'Write to Lee Reyes' }).click()
  await dialog.getByRole('radio', { name: 'Letter' }).waitFor()
  expect(await dialog.getByRole('radio', { name: 'Letter' }).isChecked()).toBe(true)
})

test('a household is one row, and contacts who need tact come after those to call', async () => {
  await addContact('Pia', {}, { chance: 0.9, topSignal: 'death' })
  await addContact('Hal', { address: '9 Oak St' }, { chance: 0.3 })
  await addContact('Hanna', { address: '9 Oak Street' }, { chance: 0.2 })
  await addContact('Cal')
  await openToday()
  expect(await namesIn(people(page))).toEqual(['Hal Reyes', 'Cal Reyes', 'Pia Reyes'])
  const pia = people(page).getByRole('listitem', { name: 'Pia Reyes' })
  await pia.getByText('Personal contact only').waitFor()
  expect(await pia.getByRole('link', { name: /^(Call|Text|Email|Write)/ }).count()).toBe(0)
  expect(await pia.innerText()).not.toMatch(/death|probate|estate/i)
})

test('a person leaves the list at once when a colleague logs a call with them', async () => {
  const [cal, dee] = [await addContact('Cal', {}, { chance: 0.3 }), await addContact('Dee')]
  await openToday()
  const bob = await addColleague('bob.finch@example.com')
  await bob.json('POST', `/api/contacts/${cal.id}/activities`, { type: 'call', outcome: 'reached' })
  await row(page, { contact: cal }).waitFor({ state: 'detached' })
  await row(page, { contact: dee }).waitFor()
})

test('an open tab refreshes on a new day', async () => {
  const { page: staleTab, close } = await openPhone()
  await addContact('Cal')
  const dee = await addContact('Dee')
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString()
  await client.json('POST', `/api/contacts/${dee.id}/snooze`, { until: tomorrow })
  await staleTab.clock.install()
  await openToday(staleTab)
  expect(await namesIn(people(staleTab))).toEqual(['Cal Reyes'])
  // No event announces the end of a snooze.
  await database.query('update contacts set snoozed_until = now() where id = $1', [dee.id])
  await staleTab.clock.fastForward('12:00:00')
  await row(staleTab, { contact: dee }).waitFor()
  await close()
})

test('t opens Today from the contacts, but not while typing', async () => {
  await addContact('Cal')
  await page.goto(`${product.url}/dashboard`)
  await page.getByRole('main').getByText('Cal Reyes').first().waitFor()
  await page.getByRole('searchbox', { name: 'Search contacts' }).pressSequentially('t')
  expect(new URL(page.url()).pathname).toBe('/dashboard')
  await page.keyboard.press('Escape')
  await page.keyboard.press('t')
  await page.waitForURL('**/today')
  await people(page).getByText('Cal Reyes').waitFor()
})

test('Escape ends the search at once, so that no late search cancels the next shortcut', async () => {
  const { page: tab, close } = await openPhone()
  await addContact('Cal')
  await tab.clock.install()
  await tab.goto(`${product.url}/dashboard`)
  await tab.getByRole('main').getByText('Cal Reyes').first().waitFor()
  const box = tab.getByRole('searchbox', { name: 'Search contacts' })
  await box.pressSequentially('cal')
  await tab.clock.fastForward(1000)
  await tab.waitForURL('**/dashboard?search=cal')
  await tab.clock.pauseAt(Date.now() + 60_000)
  await box.press('Escape')
  await tab.waitForURL('**/dashboard')
  expect(await box.inputValue()).toBe('')
  await close()
})

test('a swipe to the left logs, and a scroll does nothing', async () => {
  const cal = await addContact('Cal')
  const { page: phone, close } = await openPhone()
  await openToday(phone)
  const to = row(phone, { contact: cal })
  await swipeRow(phone, to, { x: 30, y: -160 })
  await swipeRow(phone, to, { x: -60, y: 0 })
  expect(await sheet(phone).count()).toBe(0)
  await swipeRow(phone, to, { x: -120, y: 5 })
  await sheet(phone).getByRole('button', { name: 'Left message' }).tap()
  await waitUntilLogged(phone, { contact: cal })
  await close()
})

test('a swipe to the right calls as the button would', async () => {
  const cal = await addContact('Cal')
  const { page: phone, close } = await openPhone()
  await allowDialing(phone)
  await openToday(phone)
  const request = phone.waitForRequest('**/call-permission')
  await swipeRow(phone, row(phone, { contact: cal }), { x: 120, y: 5 })
  await request
  // After closing without an outcome, the next swipe asks again.
  for (const buttonName of ['Not now', 'Reached']) {
    await sheet(phone).getByRole('button', { name: buttonName }).tap()
    await sheet(phone).waitFor({ state: 'detached' })
    if (buttonName === 'Not now') await swipeRow(phone, row(phone, { contact: cal }), { x: 120, y: 5 })
  }
  await waitUntilLogged(phone, { contact: cal })
  await close()
})

async function swipeRow(
  targetPage: Page,
  element: Locator,
  distance: { x: number; y: number },
): Promise<void> {
  // Rows move when the fonts arrive.
  await targetPage.evaluate(async () => void (await document.fonts.ready))
  const box = await element.boundingBox()
  if (!box) throw new Error('The row is not on the screen')
  const [x, y] = [box.x + box.width / 2, box.y + 60]
  await swipe(targetPage, [x, y], [x + distance.x, y + distance.y])
}

/** Opens a phone with the same signed-in member. */
async function openPhone() {
  const person = await browser.newPerson({ width: 390, height: 844, touch: true })
  await person.page.context().addCookies(await page.context().cookies())
  return person
}

async function addColleague(email: string): Promise<Client> {
  const member = await signIn(product, email)
  await database.query(
    `with colleague as (update users set organization_id = $1, role = 'MEMBER' where email = $2 returning *)
     insert into memberships (user_id, organization_id) select id, organization_id from colleague`,
    [reader.organizationId, email],
  )
  return member
}
