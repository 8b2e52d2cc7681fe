import type { Locator } from 'playwright-core'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import type { CallPermission } from '#contract/call-permission.ts'
import type { ContactDetail } from '#contract/contacts.ts'
import { accessibilityViolationsOf, findSmallTargets } from './accessibility.ts'
import { openDrawerReader } from './drawer-reader.ts'
import { toastOf } from './failing-product.ts'
import { fetchResponse } from './fetch-response.ts'

const reader = await openDrawerReader()
const { ada, addContact, client, database, drawer, openContact, organizationId, page, panel, getSection } =
  reader
afterAll(reader.close)

/** True if calls ask first; calls are allowed at any hour. */
let isConfirmationRequired = false
await page.route('**/call-permission', async (route) => {
  const callPermission: CallPermission = await (await fetchResponse(route)).json()
  const callingHours = { ...callPermission.callingHours, allowed: true }
  await route.fulfill({ json: { ...callPermission, asksFirst: isConfirmationRequired, callingHours } })
})

const SIZES = [
  { width: 1440, height: 900, lastName: 'Desk' },
  { width: 390, height: 844, lastName: 'Phone' },
]
const readContact = ({ id }: ContactDetail) => client.json<ContactDetail>('GET', `/api/contacts/${id}`)
const button = (name: string | RegExp) => drawer.getByRole('button', { name, exact: true })
const link = (name: string) => drawer.getByRole('link', { name, exact: true })
const menuItem = (name: string | RegExp) => page.getByRole('menuitem', { name })
const note = (text: string) => getSection('Notes').getByRole('listitem').filter({ hasText: text })
const tags = () => getSection('Tags').getByRole('list', { name: 'Tags' }).getByRole('listitem')
/** Console errors except those about the dialer, which test browsers can't open. */
const unexpectedErrors = () => ada.consoleErrors.filter((text) => !/scheme|tel:|sms:|mailto:/.test(text))

describe.each(SIZES)('working in the contact drawer at $width px', ({ lastName, ...size }) => {
  beforeEach(async () => {
    isConfirmationRequired = false
    await page.setViewportSize(size)
  })

  test('calls, logs it with a follow-up, and undoes it', async () => {
    const grace = await addContact({
      firstName: 'Grace',
      lastName,
      phone: '(630) 555-0142',
      email: `g.${lastName}@example.com`,
    })
    await openContact(grace)
    const name = `Grace ${lastName}`
    expect(await link(`Call ${name}`).getAttribute('href')).toBe('tel:+16305550142')
    expect(await link(`Text ${name}`).getAttribute('href')).toBe('sms:+16305550142')
    expect(await link(`Email ${name}`).getAttribute('href')).toBe(
      `mailto:g.${lastName.toLowerCase()}@example.com`,
    )
    await link(`Call ${name}`).click()
    const sheet = page.getByRole('dialog', { name: 'How did the call go?' })
    await sheet.getByRole('button', { name: 'Left message' }).click()
    const notice = drawer.getByRole('status').filter({ hasText: 'Left message' })
    await notice.getByRole('button', { name: 'Undo' }).click()
    await notice.getByText('Left message').waitFor({ state: 'detached' })

    await button(`Write to ${name}`).click()
    const dialog = page.getByRole('dialog', { name: `Outreach to ${name}` })
    expect(await dialog.getByRole('radio', { name: 'Letter' }).isChecked()).toBe(true)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await link(`Call ${name}`).waitFor()
    await expect.poll(() => page.evaluate(() => document.activeElement?.ariaLabel)).toBe(`Write to ${name}`)
    expect(unexpectedErrors()).toEqual([])
  })

  test('asks before dialing from the number and from the button', async () => {
    const lena = await addContact({ firstName: 'Lena', lastName, phone: '(630) 555-0144' })
    isConfirmationRequired = true
    await openContact(lena)
    for (const name of ['(630) 555-0144', `Call Lena ${lastName}`]) {
      await link(name).click()
      const question = page.getByRole('dialog', { name: `Call Lena ${lastName}?` })
      await question.getByRole('button', { name: 'Cancel' }).click()
      await question.waitFor({ state: 'detached' })
    }
    expect(await page.getByRole('dialog', { name: /^How did/ }).count()).toBe(0)
  })

  test('says why a channel is blocked, and highlights Enrich only before the first enrichment', async () => {
    const ned = await addContact({ firstName: 'Ned', lastName, email: `n.${lastName}@example.com` })
    const fillColorOf = (target: Locator) =>
      target.evaluate((element) => getComputedStyle(element).backgroundColor)
    await openContact(ned)
    expect(await button(`Call Ned ${lastName}: No phone number`).isDisabled()).toBe(true)
    const accentColor = await fillColorOf(button('Enrich'))
    expect(await fillColorOf(link(`Email Ned ${lastName}`))).not.toBe(accentColor)
    await database.query(
      `update contacts set enriched_at = now(), opted_out_channels = '{text}', phone = '+16305550143' where id = $1`,
      [ned.id],
    )
    await openContact(ned)
    await button(`Text Ned ${lastName}: Opted out of text messages`).waitFor()
    expect(await fillColorOf(link(`Call Ned ${lastName}`))).toBe(accentColor)
    expect(await fillColorOf(button('Enrich'))).not.toBe(accentColor)
    await database.query('update contacts set do_not_contact = true where id = $1', [ned.id])
    await openContact(ned)
    for (const verb of ['Call', 'Text', 'Email', 'Write to'])
      expect(await button(`${verb} Ned ${lastName}: Do not contact`).isDisabled()).toBe(true)
  })

  test('adds, pins, edits and deletes notes', async () => {
    const nora = await addContact({ firstName: 'Nora', lastName })
    await openContact(nora)
    await getSection('Notes').getByText('No notes yet.').waitFor()
    for (const text of ['Prefers mornings', 'Two dogs']) {
      await getSection('Notes').getByLabel('New note').fill(text)
      await button('Add note').click()
      await note(text).getByText('Ada').waitFor()
      await expect.poll(() => getSection('Notes').getByLabel('New note').inputValue()).toBe('')
    }
    const pinnedNote = drawer.getByRole('region', { name: 'Pinned note' })
    const chooseNoteAction = async (text: string, action: string) => {
      await note(text)
        .getByRole('button', { name: /^Note actions/ })
        .click()
      await menuItem(action).click()
    }
    await chooseNoteAction('Two dogs', 'Pin to the top')
    await pinnedNote.getByText('Two dogs').waitFor()
    await chooseNoteAction('Prefers mornings', 'Pin to the top')
    await pinnedNote.getByText('Prefers mornings').waitFor()
    await note('Two dogs').filter({ hasText: 'Pinned' }).waitFor({ state: 'detached' })

    await chooseNoteAction('Prefers mornings', 'Edit')
    await drawer.getByLabel('Edit note').fill('Prefers evenings')
    await button('Save note').click()
    await pinnedNote.getByText('Prefers evenings').waitFor()
    await note('Prefers evenings').getByText('Edited').waitFor()
    await button('Unpin note').click()
    await pinnedNote.waitFor({ state: 'detached' })

    await chooseNoteAction('Two dogs', 'Delete')
    await page
      .getByRole('alertdialog', { name: 'Delete note?' })
      .getByRole('button', { name: 'Delete note' })
      .click()
    await note('Two dogs').waitFor({ state: 'detached' })
    await note('Prefers evenings').waitFor()
    expect(unexpectedErrors()).toEqual([])
  })

  test('lets members pin, but not edit or delete, the note of another member', async () => {
    const olga = await addContact({ firstName: 'Olga', lastName })
    await database.query(
      `with mia as (insert into users (email, first_name, last_name, organization_id)
                    values ($3, 'Mia', 'Chen', $1) returning id)
       insert into contact_notes (organization_id, contact_id, text, author) select $1, $2, 'From Mia', id from mia`,
      [organizationId, olga.id, `mia.${lastName.toLowerCase()}@example.com`],
    )
    await openContact(olga)
    await note('From Mia').getByText('Mia Chen').waitFor()
    await note('From Mia')
      .getByRole('button', { name: /^Note actions/ })
      .click()
    await menuItem('Pin to the top').waitFor()
    expect(await page.getByRole('menuitem').count()).toBe(1)
    await menuItem('Pin to the top').click()
    await drawer.getByRole('region', { name: 'Pinned note' }).getByText('From Mia').waitFor()
  })

  test('adds tags with the keyboard alone, and removes them', async () => {
    const tess = await addContact({ firstName: 'Tess', lastName })
    await client.send('POST', '/api/tags', { name: `Gardener ${lastName}`, color: 'teal' })
    await openContact(tess)
    await button('Add tag').focus()
    await page.keyboard.press('Enter')
    const field = page.getByRole('combobox', { name: 'Find or create a tag' })
    await field.fill(`gardener ${lastName.charAt(0).toLowerCase()}`)
    await page.getByRole('option', { name: `Gardener ${lastName}` }).waitFor()
    await page.keyboard.press('Enter')
    await tags()
      .filter({ hasText: `Gardener ${lastName}` })
      .waitFor()
    await field.fill(`Likes brunch ${lastName}`)
    await page.getByRole('option', { name: `Create “Likes brunch ${lastName}”` }).waitFor()
    await page.keyboard.press('Enter')
    await tags()
      .filter({ hasText: `Likes brunch ${lastName}` })
      .waitFor()
    await field.fill(`likes BRUNCH ${lastName}`)
    await page.getByText('This contact already has the tag.').waitFor()
    await page.keyboard.press('Escape')
    await field.waitFor({ state: 'detached' })
    expect((await readContact(tess)).tags.map(({ name, color }) => [name, color])).toEqual([
      [`Gardener ${lastName}`, 'teal'],
      [`Likes brunch ${lastName}`, 'gray'],
    ])
    await button(`Remove tag: Gardener ${lastName}`).click()
    await tags().filter({ hasText: 'Gardener' }).waitFor({ state: 'detached' })
    expect(await button('Add tag').evaluate((element) => element === document.activeElement)).toBe(true)
    expect(unexpectedErrors()).toEqual([])
  })

  test('sets the relationship, the last closing and broker agreements', async () => {
    const rita = await addContact({ firstName: 'Rita', lastName })
    await openContact(rita)
    const relationship = getSection('Relationship')
    await relationship.getByLabel('How you know them').selectOption('Past client')
    await expect.poll(async () => (await readContact(rita)).relationship).toBe('past_client')
    const anniversary = `${new Date(Date.now() + 180 * 86_400_000).toISOString().slice(0, 7)}-15`
    const closedOn = anniversary.replace(/^\d+/, (year) => String(Number(year) - 5))
    await relationship.getByLabel('Last closing with you').fill(anniversary)
    await relationship.getByText('Choose a past date').waitFor()
    await relationship.getByLabel('Last closing with you').fill(closedOn)
    await relationship.getByText(new RegExp(`^5 years on \\w+ 15, ${anniversary.slice(0, 4)}$`)).waitFor()
    expect((await readContact(rita)).details?.history?.lastClosingOn).toBe(closedOn)
    await button('Add broker agreement').click()
    const dialog = page.getByRole('dialog', { name: 'Add broker agreement' })
    await dialog.getByLabel('Last day (optional)').fill(anniversary)
    await dialog.getByRole('button', { name: 'Save agreement' }).click()
    const line = relationship.getByRole('listitem').filter({ hasText: 'Listing agreement' })
    await line.getByText(/^Another brokerage · Active · until \w+ 15, \d{4}$/).waitFor()
    await line.getByText('Hidden from Today while this agreement is active.').waitFor()
    await line.getByRole('button', { name: 'Change' }).click()
    const changeDialog = page.getByRole('dialog', { name: 'Change broker agreement' })
    await changeDialog.getByLabel('With').selectOption('Our brokerage')
    await changeDialog.getByRole('button', { name: 'Save agreement' }).click()
    await line.getByText('Our brokerage · Active').waitFor()
    await line.getByRole('button', { name: 'End' }).click()
    await menuItem('Closed').click()
    expect(await toastOf(ada, 'Agreement Ended')).toContain('Listing agreement: closed.')
    await line.getByText('Our brokerage · Closed').waitFor()
    const toasts = page.getByRole('region', { name: /notifications/i, includeHidden: true })
    await toasts.getByRole('button', { name: 'Undo', includeHidden: true }).click()
    await line.getByText('Our brokerage · Active').waitFor()
    await line.getByRole('button', { name: 'End' }).click()
    await menuItem('Delete (added by mistake)').click()
    await line.waitFor({ state: 'detached' })
    expect((await readContact(rita)).agreements).toEqual([])
    expect(unexpectedErrors()).toEqual([])
  })

  test('snoozes until a stated date, and undoes it', async () => {
    const sam = await addContact({ firstName: 'Sam', lastName })
    await openContact(sam)
    const readSnoozedUntil = async () => (await readContact(sam)).snoozedUntil
    await button(`Snooze Sam ${lastName}`).click()
    await menuItem(/^Tomorrow \w{3}, \w{3} \d+$/).waitFor()
    await menuItem(/^In 3 months/).click()
    const line = drawer.getByText(/^Snoozed until \w{3} \d+, \d{4} ·/)
    await line.waitFor()
    expect(Date.parse((await readSnoozedUntil()) ?? '') - Date.now()).toBeGreaterThan(85 * 86_400_000)
    await line.getByRole('button', { name: 'Undo' }).click()
    await line.waitFor({ state: 'detached' })
    expect(await readSnoozedUntil()).toBeNull()
  })

  test('uses the address of a found home, and undoes it', async () => {
    const fay = await addContact({ firstName: 'Fay', lastName })
    await database.query(
      `insert into properties (organization_id, contact_id, address, city, state, zip_code)
       values ($1, $2, '12 Elm St', 'Lisle', 'IL', '60532'), ($1, $2, '9 Oak Ave', 'Aurora', 'IL', '60505')`,
      [organizationId, fay.id],
    )
    await openContact(fay)
    await button(/^Use this address: (12 Elm St|9 Oak Ave)$/).click()
    await drawer.getByRole('region', { name: 'Found address' }).waitFor({ state: 'detached' })
    const { address, city, zipCode, details } = await readContact(fay)
    const contactAddress = getSection(address ?? '').getByText("Contact's address")
    await openContact(fay, 'property')
    const otherAddress = address === '12 Elm St' ? '9 Oak Ave' : '12 Elm St'
    await contactAddress.waitFor()
    await button(`Use this address: ${otherAddress}`).click()
    await getSection(otherAddress).getByText("Contact's address").waitFor()
    expect((await readContact(fay)).details?.addresses).toEqual([
      { kind: 'other', address, city, state: 'IL', zipCode },
    ])
    const toasts = page.getByRole('region', { name: /notifications/i, includeHidden: true })
    await toasts.getByRole('button', { name: 'Undo', includeHidden: true }).click()
    await contactAddress.waitFor()
    expect(await readContact(fay)).toMatchObject({ address, details })
    expect(unexpectedErrors()).toEqual([])
  })

  test('reports failed requests and a deleted contact', async () => {
    const gus = await addContact({ firstName: 'Gus', lastName })
    await page.route('**/api/contacts/*/notes*', (route) => route.abort())
    await openContact(gus)
    const failure = getSection('Notes').getByRole('alert')
    await failure.waitFor()
    await page.unroute('**/api/contacts/*/notes*')
    await failure.getByRole('button', { name: 'Try again' }).click()
    await getSection('Notes').getByText('No notes yet.').waitFor()
    await page.route('**/api/tags', (route) => route.abort())
    await button('Add tag').click()
    await page.getByText("We couldn't load your tags.").waitFor()
    await page.keyboard.press('Escape')
    await page.unroute('**/api/tags')
    // Deletes the contact without an event for open pages.
    await database.query('delete from contacts where id = $1', [gus.id])
    await panel.getByLabel('How you know them').selectOption('Lead')
    await page.getByText('Contact not found', { exact: true }).first().waitFor()
    await page.getByRole('button', { name: 'Back to contacts' }).waitFor()
    await page.goto('about:blank') // Cancels pending reads of the contact.
    ada.consoleErrors.splice(0)
  })
})

test('has no accessibility violations in either theme, and large touch targets on a phone', async () => {
  const maya = await addContact({
    firstName: 'Maya',
    lastName: 'Full',
    phone: '(630) 555-0199',
    email: 'maya@example.com',
    city: 'Lisle',
    state: 'IL',
  })
  await client.send('PATCH', `/api/contacts/${maya.id}/tags`, { create: ['Investor', 'Open house'] })
  await client.send('POST', `/api/contacts/${maya.id}/notes`, {
    text: 'Wants a garden. '.repeat(20),
    isPinned: true,
  })
  await client.send('PATCH', `/api/contacts/${maya.id}/agreement`, {
    side: 'buyer',
    agreement: { broker: 'other', status: 'active' },
  })
  const snoozedUntil = new Date(Date.now() + 20 * 86_400_000).toISOString()
  await client.send('POST', `/api/contacts/${maya.id}/snooze`, { until: snoozedUntil })
  await page.setViewportSize({ width: 1440, height: 900 })
  await openContact(maya)
  await note('Wants a garden').waitFor()
  expect(await accessibilityViolationsOf(page)).toEqual([])
  await button('Add tag').click()
  await page.getByRole('combobox', { name: 'Find or create a tag' }).waitFor()
  expect(await accessibilityViolationsOf(page)).toEqual([])
  await page.setViewportSize({ width: 390, height: 844 })
  await openContact(maya)
  await note('Wants a garden').waitFor()
  expect(await findSmallTargets(drawer)).toEqual([])
  expect(unexpectedErrors()).toEqual([])
})
