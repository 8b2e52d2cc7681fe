import type { Locator } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CallPermission } from '#contract/call-permission.ts'
import type { ContactDetail } from '#contract/contacts.ts'
import { localMinute } from '#web/lib/format.ts'
import { accessibilityViolationsOf } from './accessibility.ts'
import { openDrawerReader } from './drawer-reader.ts'
import { fetchResponse } from './fetch-response.ts'

const reader = await openDrawerReader()
const { database, organizationId, client, ada, page, drawer, panel, openContact, getSection, addContact } =
  reader
afterAll(reader.close)

const PHONE = { width: 390, height: 844 }
const SIZES = [{ width: 1440, height: 900 }, PHONE]

const timeline = getSection('Timeline')
const entry = (text: string) => timeline.getByRole('listitem').filter({ hasText: text })
const sheet = page.getByRole('dialog', { name: 'Log activity' })
/** The notice for every logged activity, above the tabs. */
const notice = drawer.getByRole('status').filter({ hasText: 'Undo' })
const readContact = ({ id }: ContactDetail) => client.json<ContactDetail>('GET', `/api/contacts/${id}`)

let personCount = 0
function addPerson(fields: object = {}): Promise<ContactDetail> {
  personCount += 1
  return addContact({
    firstName: 'Hazel',
    lastName: `Abernathy ${personCount}`,
    phone: `(512) 555-01${10 + personCount}`,
    ...fields,
  })
}

async function openSheet(contact: ContactDetail): Promise<void> {
  await openContact(contact)
  await timeline.getByRole('button', { name: 'Log activity' }).click()
  await sheet.waitFor()
}

async function chooseMenuItem(container: Locator, item: string): Promise<void> {
  await container.getByRole('button', { name: /^Actions for / }).click()
  await page.getByRole('menuitem', { name: item }).click()
}

describe.each(SIZES)('an activity at $width px', (size) => {
  beforeAll(() => page.setViewportSize(size))

  test('is logged with a follow-up, edited and deleted on the timeline', async () => {
    const hazel = await addPerson()
    await openSheet(hazel)
    await sheet.getByLabel('Type').selectOption('Meeting')
    await sheet.getByRole('button', { name: 'Add a note' }).click()
    await sheet.getByLabel('Note').fill('Likes Elm Street')
    await sheet.getByRole('button', { name: 'Reached' }).click()
    await entry('Met in person: reached').getByText('Likes Elm Street').waitFor()
    await notice.getByRole('button', { name: /^Follow up / }).click()
    await notice.getByText(/^Follow-up set for/).waitFor()
    const loggedContact = await readContact(hazel)
    expect(loggedContact.tasks.map(({ title }) => title)).toEqual(['Follow up'])
    expect(loggedContact.restsUntil).not.toBeNull()
    expect(await notice.count()).toBe(1)
    expect(await panel.getByRole('status').filter({ hasText: 'Undo' }).count()).toBe(0)

    await chooseMenuItem(entry('Met in person'), 'Edit activity')
    const form = page.getByRole('dialog', { name: 'Edit activity' })
    await form.waitFor()
    await form.getByLabel('Outcome').selectOption('No answer')
    await form.getByLabel('Note').fill('Not at home')
    await form.getByLabel('When').fill('2026-11-02T10:00')
    await form.getByRole('button', { name: 'Save changes' }).click()
    await entry('Met in person: no answer').getByText('Nov 2, 2026, 10:00 AM').waitFor()
    await form.waitFor({ state: 'detached' })
    expect((await readContact(hazel)).lastConversationAt).toBeNull()

    await chooseMenuItem(entry('Met in person'), 'Delete activity')
    const confirmation = page.getByRole('alertdialog', { name: 'Delete this activity?' })
    await confirmation.getByText('This removes “Met in person: no answer” from the timeline.').waitFor()
    await confirmation.getByRole('button', { name: 'Delete activity' }).click()
    // A dialog hides everything else from `getByRole`.
    await confirmation.waitFor({ state: 'detached' })
    await entry('Met in person').waitFor({ state: 'detached' })
    expect((await readContact(hazel)).restsUntil).toBeNull()
    // There is nothing left to undo.
    expect(await notice.count()).toBe(0)
    expect(ada.consoleErrors).toEqual([])
  })

  test('restores the verification of the phone when a wrong number is undone', async () => {
    const hazel = await addPerson()
    await database.query(`update contacts set phone_verified = 'verified' where id = $1`, [hazel.id])
    await openSheet(hazel)
    await sheet.getByRole('button', { name: 'Wrong number' }).click()
    await entry('Called: wrong number').waitFor()
    expect((await readContact(hazel)).phoneVerified).toBe('failed')
    await notice.getByRole('button', { name: 'Undo' }).click()
    await entry('Called: wrong number').waitFor({ state: 'detached' })
    expect((await readContact(hazel)).phoneVerified).toBe('verified')
  })

  test.each([
    ['Has an agent', 'Called: has an agent'],
    ['Already moved', 'Called: already moved'],
  ])('restores the previous values when "%s" is undone', async (outcome, text) => {
    const hazel = await addPerson()
    const agreement = { broker: 'own', status: 'active', endsOn: null }
    await client.json('PATCH', `/api/contacts/${hazel.id}/agreement`, { side: 'seller', agreement })
    await client.json('POST', `/api/contacts/${hazel.id}/outcomes`, { movedOn: '2026-03-03' })
    await openSheet(hazel)
    await sheet.getByRole('button', { name: outcome }).click()
    await entry(text).waitFor()
    await notice.getByRole('button', { name: 'Undo' }).click()
    await entry(text).waitFor({ state: 'detached' })
    expect(await readContact(hazel)).toMatchObject({
      agreements: [{ side: 'seller', ...agreement }],
      moved: { on: '2026-03-03', source: 'person' },
    })
  })

  test('logs a note at a past time and rejects a future time', async () => {
    const hazel = await addPerson()
    await openSheet(hazel)
    await sheet.getByLabel('Type').selectOption('Note')
    expect(await sheet.getByRole('list', { name: 'Outcomes' }).count()).toBe(0)
    await sheet.getByLabel('Note').fill('Sells in spring')
    await sheet.getByLabel('When').fill('2090-01-01T10:00')
    await sheet.getByRole('button', { name: 'Save note' }).click()
    await sheet.getByText('Choose a time in the past').waitFor()
    await sheet.getByLabel('When').fill('2026-01-02T10:00')
    await sheet.getByRole('button', { name: 'Save note' }).click()
    await entry('Sells in spring').getByText('Jan 2, 2026, 10:00 AM').waitFor()
  })
})

test('does not let a member change another member’s activity', async () => {
  const hazel = await addPerson()
  await database.query(
    `insert into activities (organization_id, contact_id, type, outcome, at) values ($1, $2, 'call', 'reached', now())`,
    [organizationId, hazel.id],
  )
  await openContact(hazel)
  await timeline.scrollIntoViewIfNeeded()
  await entry('Called: reached').getByText('A former member').waitFor()
  expect(await entry('Called: reached').getByRole('button').count()).toBe(0)
})

test('says so when the contact was deleted before the activity is logged', async () => {
  const hazel = await addPerson()
  await page.route('**/api/events*', (route) => route.abort())
  await openSheet(hazel)
  await client.json('DELETE', `/api/contacts/${hazel.id}`)
  await sheet.getByRole('button', { name: 'Reached' }).click()
  await sheet.getByRole('alert').getByText('This contact was deleted in the meantime.').waitFor()
  await page.unroute('**/api/events*')
})

describe.each(SIZES)('call permission at $width px', (size) => {
  beforeAll(() => page.setViewportSize(size))

  test('checks every number, and an exemption allows calls to a listed one until it is removed', async () => {
    const areaCode = size === PHONE ? '737' : '830'
    const phones = [{ phone: '(409) 555-0142', kind: 'work' }]
    const hazel = await addPerson({ phone: `(${areaCode}) 555-0142`, zipCode: '78701', details: { phones } })
    await openContact(hazel)
    const section = getSection('Call permission')
    const numberItems = section.getByRole('list', { name: 'Numbers' }).getByRole('listitem')
    await numberItems.nth(0).getByText('Not checked').waitFor()
    await section.getByText(/^Upload the do-not-call files for this area code/).waitFor()

    await page.evaluate(
      ([url, body]) =>
        fetch(url as string, { method: 'POST', headers: { 'content-type': 'text/plain' }, body }),
      [`/api/organizations/${organizationId}/do-not-call`, `${areaCode},5550142\n`],
    )
    // Outside calling hours every call asks first.
    await page.route('**/call-permission', async (route) => {
      const callPermission: CallPermission = await (await fetchResponse(route)).json()
      await route.fulfill({
        json: { ...callPermission, callingHours: { ...callPermission.callingHours, allowed: false } },
      })
    })
    await openContact(hazel)
    await numberItems.nth(0).getByText('On a do-not-call registry').waitFor()
    expect(await numberItems.nth(1).innerText()).toMatch(/^\(409\) 555-0142\s+Not checked$/)
    await section.getByText(/^Call only if you have an exemption/).waitFor()
    for (const [name, label] of [
      [`(${areaCode}) 555-0142`, 'On a do-not-call registry'],
      ['(409) 555-0142', 'Not checked'],
    ] as const) {
      await panel.getByRole('link', { name, exact: true }).click()
      const question = page.getByRole('dialog', { name: `Call Hazel ${hazel.lastName}?` })
      await question.getByText(name).waitFor()
      await question.getByText(label, { exact: false }).waitFor()
      await question.getByRole('button', { name: 'Cancel' }).click()
      await question.waitFor({ state: 'detached' })
    }
    await page.unrouteAll({ behavior: 'wait' })
    await section.getByText(/^It’s .+ in Austin/).waitFor()
    await section.getByText('0 calls in the last 24 hours (no state limit)').waitFor()

    await section.getByRole('button', { name: 'Add exemption' }).click()
    const form = page.getByRole('dialog', { name: 'Add exemption' })
    await form.getByLabel('Reason').selectOption('Written permission')
    await form.getByLabel('Given on').fill('2026-03-03')
    await form.getByLabel('Note').fill('Signed form in the file')
    await form.getByRole('button', { name: 'Add exemption' }).click()
    await numberItems.nth(0).getByText('Exemption on record').waitFor()
    const exemptions = section.getByRole('list', { name: 'Exemptions' }).getByRole('listitem')
    expect(await exemptions.allInnerTexts()).toEqual([
      expect.stringMatching(/^Written permission\s+Mar 3, 2026 · .+\s+Signed form in the file$/),
    ])
    if (size !== PHONE) expect(await accessibilityViolationsOf(page)).toEqual([])
    await section.getByRole('button', { name: 'Remove exemption: Written permission' }).click()
    await numberItems.nth(0).getByText('On a do-not-call registry').waitFor()

    await section.getByRole('button', { name: 'Add exemption' }).click()
    await form.getByLabel('Reason').selectOption('An inquiry in the last 3 months')
    const enteredTime = localMinute(new Date(Date.now() - 3_600_000))
    await form.getByLabel('Asked on').fill(enteredTime)
    await form.getByRole('button', { name: 'Add exemption' }).click()
    await exemptions.getByText('An inquiry in the last 3 months').waitFor()
    const permission = await client.json<CallPermission>('GET', `/api/contacts/${hazel.id}/call-permission`)
    expect(localMinute(new Date(permission.exemptions[0]?.at ?? ''))).toBe(enteredTime)
  })
})
