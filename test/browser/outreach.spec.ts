import type { Locator } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import type { ContactDetail } from '#contract/contacts.ts'
import { LICENSE } from '#test/builders/licenses.ts'
import { startFakeModel } from '#test/fakes/language-model.ts'
import { holdRequest, openDrawerReader } from './drawer-reader.ts'

const ADDRESS = '12 Main St, Aurora, IL 60505'
const EVENT = 'We saw the notice of default on your home.'

const fake = await startFakeModel()
const [reader, modelReader] = await Promise.all([
  openDrawerReader(),
  openDrawerReader({ LLM_BASE_URL: fake.url, LLM_MODEL: 'fake' }),
])
for (const { client } of [reader, modelReader]) await client.json('POST', '/api/profile/licenses', LICENSE)
afterAll(async () => {
  await reader.close()
  await modelReader.close()
  await fake.stop()
})

const home = { city: 'Naperville', state: 'IL', zipCode: '60540' }
const hazel = await reader.addContact({
  firstName: 'Hazel',
  lastName: 'Abernathy',
  email: 'hazel@example.com',
  ...home,
})

type Reader = typeof reader

async function openMenu({ drawer, openContact }: Reader, contact: ContactDetail) {
  await openContact(contact)
  await drawer.getByRole('button', { name: 'More actions' }).click()
}

/** Has a script written and waits until it is in the editor, even where the dialog already showed an earlier one. */
async function writeScript({ page }: Reader, dialog: Locator) {
  await Promise.all([
    page.waitForResponse((response) => response.url().endsWith('/outreach')),
    dialog.getByRole('button', { name: 'Write script' }).click(),
  ])
  await dialog.getByRole('button', { name: 'Write script' }).waitFor()
  await dialog.getByText(/^(Written from templates\.|Written by the language model)/).waitFor()
}

/** Opens the outreach dialog and writes a script. */
async function openWithScript(workspace: Reader, contact: ContactDetail) {
  await openMenu(workspace, contact)
  await workspace.page.getByRole('menuitem', { name: 'Write outreach' }).click()
  const dialog = workspace.page.getByRole('dialog', { name: /^Outreach to / })
  await writeScript(workspace, dialog)
  return { dialog, script: dialog.getByLabel('Script', { exact: true }) }
}

test('A38 a marketing email asks for the company’s address in the dialog', async () => {
  const { page } = reader
  const { dialog, script } = await openWithScript(reader, hazel)
  await dialog.getByText('1 issue to fix before you send this').waitFor()
  expect(await dialog.getByRole('button', { name: 'Copy' }).isDisabled()).toBe(true)
  await dialog.getByRole('textbox', { name: 'Mailing address' }).fill(ADDRESS)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved', { exact: true }).waitFor()
  await dialog.getByRole('button', { name: 'Use the cleaned-up version' }).click()
  await dialog.getByText('Looks good. No issues found.').waitFor()
  expect(await script.inputValue()).toContain(ADDRESS)
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
})

test('A38 a text is checked while typing; its issues are named and fixed, then it is sent and logged', async () => {
  const { page, panel, product } = reader
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: product.url })
  const { dialog, script } = await openWithScript(reader, hazel)
  const copy = dialog.getByRole('button', { name: 'Copy' })
  const cleanText = await script.inputValue()
  expect(cleanText).toMatch(/^Hi Hazel,/)
  expect(cleanText).toContain(ADDRESS)
  await dialog.getByText('Looks good. No issues found.').waitFor()

  await script.fill(cleanText.replace('Hi Hazel,', `Hi Hazel,\n\n${EVENT}`))
  const list = dialog.getByRole('list', { name: 'Issues' })
  await list.getByText('Life event').first().waitFor()
  expect(await copy.isDisabled()).toBe(true)
  expect(await dialog.getByRole('button', { name: 'Open in email' }).isDisabled()).toBe(true)
  expect(await dialog.getByRole('button', { name: 'Mark as sent' }).isDisabled()).toBe(true)
  await dialog.getByText('Fix the issues above to copy or send.').waitFor()
  await list.getByRole('button').first().click()
  const selectedText = await script.evaluate((textarea: HTMLTextAreaElement) =>
    textarea.value.slice(textarea.selectionStart, textarea.selectionEnd),
  )
  expect(selectedText).not.toBe('')
  expect(EVENT).toContain(selectedText)

  await dialog.getByRole('button', { name: 'Use the cleaned-up version' }).click()
  await dialog.getByText('Looks good. No issues found.').waitFor()
  const text = await script.inputValue()
  expect(text).not.toContain('default')
  // A rotated phone mounts another drawer, which keeps the draft.
  await page.setViewportSize({ width: 390, height: 844 })
  await expect.poll(() => script.inputValue()).toBe(text)
  await page.setViewportSize({ width: 1440, height: 900 })
  await expect.poll(() => script.inputValue()).toBe(text)
  await copy.click()
  await page.getByText('Copied', { exact: true }).waitFor()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(text)
  const emailLink = new URL(
    (await dialog.getByRole('link', { name: 'Open in email' }).getAttribute('href')) ?? '',
  )
  expect([emailLink.protocol, emailLink.pathname]).toEqual(['mailto:', 'hazel@example.com'])
  expect(emailLink.searchParams.get('body')?.replaceAll('\r\n', '\n')).toBe(text)
  await dialog.getByRole('button', { name: 'Mark as sent' }).click()
  await dialog.waitFor({ state: 'detached' })
  await panel.getByRole('heading', { name: 'Timeline' }).scrollIntoViewIfNeeded()
  await panel.getByText('Email sent', { exact: true }).waitFor()
})

test('A38 keeps the text locked while a script is written, and brings an edited text back on Undo', async () => {
  const { page } = reader
  const ruth = await reader.addContact({
    firstName: 'Ruth',
    lastName: 'Delgado',
    email: 'ruth@example.com',
    ...home,
  })
  const { dialog, script } = await openWithScript(reader, ruth)
  const editedText = `${await script.inputValue()}\n\nSee you at the market on Saturday.`
  await script.fill(editedText)

  const release = await holdRequest(page, 'POST', '**/api/contacts/*/outreach')
  await dialog.getByRole('button', { name: 'Write script' }).click()
  await dialog.getByRole('button', { name: 'Writing...' }).waitFor()
  expect(await script.isEditable()).toBe(false)
  expect(await script.inputValue()).toBe(editedText)
  await release()

  await page.getByText('The new script replaced your edited text.', { exact: true }).waitFor()
  expect(await script.inputValue()).not.toContain('Saturday')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => script.inputValue()).toBe(editedText)
  expect(await script.isEditable()).toBe(true)
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
})

test('A38 before 8 a.m. the dialog warns at once, and nothing can be marked as sent', async () => {
  const { page } = reader
  const olive = await reader.addContact({
    firstName: 'Olive',
    lastName: 'Early',
    phone: '(630) 555-0188',
    ...home,
  })
  const closedReason = 'It’s 6:40 a.m. in Naperville. You can call or text from 8 a.m. to 9 p.m. their time.'
  await page.route('**/api/contacts/*/calling-hours', (route) =>
    route.fulfill({ json: { allowed: false, why: closedReason, opensAt: '2026-11-20T14:00:00.000Z' } }),
  )
  await openMenu(reader, olive)
  await page.getByRole('menuitem', { name: 'Write outreach' }).click()
  const dialog = page.getByRole('dialog', { name: /^Outreach to / })
  await dialog.getByText('Text message', { exact: true }).click()
  await dialog.getByText(closedReason).waitFor()
  await dialog
    .getByLabel('Script', { exact: true })
    .fill('Hi Olive, two homes sold on Elm. Reply STOP to opt out')
  await dialog.getByText("No issues found, but it's outside calling hours.").waitFor()
  await dialog.getByText(/^You can mark it as done from Nov 20, 2026/).waitFor()
  expect(await dialog.getByRole('button', { name: 'Mark as sent' }).isDisabled()).toBe(true)
  await page.unroute('**/api/contacts/*/calling-hours')
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
})

test('A38 a changed draft survives Escape and a reload until it is discarded', async () => {
  const { page } = reader
  const { dialog, script } = await openWithScript(reader, hazel)
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })

  await openWithScript(reader, hazel)
  const text = `${await script.inputValue()} P.S. See you on Sunday.`
  await script.fill(text)
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await page.getByText('Draft saved', { exact: true }).waitFor()
  await page.reload()
  await openMenu(reader, hazel)
  await page.getByRole('menuitem', { name: 'Write outreach' }).click()
  await dialog.getByText('This is your draft from earlier.').waitFor()
  expect(await script.inputValue()).toBe(text)
  await dialog.getByRole('button', { name: 'Discard draft' }).click()
  expect(await script.inputValue()).toBe('')
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
})

test('A38 a text to someone the agent knows is personal and needs no opt-out', async () => {
  const { page, client } = reader
  const april = await reader.addContact({
    firstName: 'April',
    lastName: 'Known',
    phone: '(630) 555-0187',
    ...home,
  })
  await client.json('PATCH', `/api/contacts/${april.id}/relationship`, { relationship: 'past_client' })
  // Calls are allowed at any hour.
  await page.route('**/api/contacts/*/calling-hours', (route) =>
    route.fulfill({ json: { allowed: true, why: 'You can text now.', opensAt: null } }),
  )
  await openMenu(reader, april)
  await page.getByRole('menuitem', { name: 'Write outreach' }).click()
  const dialog = page.getByRole('dialog', { name: /^Outreach to / })
  await dialog.getByText('Text message', { exact: true }).click()
  const script = dialog.getByLabel('Script', { exact: true })
  expect(await dialog.getByRole('radio', { name: 'Personal message' }).isChecked()).toBe(true)
  await script.fill('Hi April, see you on Sunday!')
  await dialog.getByText('Looks good. No issues found.').waitFor()
  await dialog.getByRole('radio', { name: 'Marketing' }).check()
  await dialog.getByText('Opt-out missing').waitFor()
  await dialog.getByLabel('Purpose').selectOption('Home value')
  await dialog.getByRole('radio', { name: 'Personal message' }).check()
  await dialog.getByText('This purpose makes an offer, so the message is marketing').waitFor()
  await page.unroute('**/api/contacts/*/calling-hours')
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
})

test('A22 A38 a link opens the outreach dialog with its channel', async () => {
  const { page, product } = reader
  const wren = await reader.addContact({
    firstName: 'Wren',
    lastName: 'Asked',
    phone: '(630) 555-0189',
    ...home,
  })
  await page.goto(`${product.url}/dashboard?contact=${wren.id}&write=text`)
  const dialog = page.getByRole('dialog', { name: 'Outreach to Wren Asked' })
  await dialog.getByRole('radio', { name: 'Text message' }).waitFor()
  expect(await dialog.getByRole('radio', { name: 'Text message' }).isChecked()).toBe(true)
  expect(page.url()).not.toContain('write=')
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
})

test('A11 A38 an opted-out channel cannot be chosen, and do not contact blocks all', async () => {
  const { page, drawer } = reader
  const ivy = await reader.addContact({
    firstName: 'Ivy',
    lastName: 'Quist',
    email: 'ivy@example.com',
    ...home,
  })
  await openMenu(reader, ivy)
  await page.getByRole('menuitemcheckbox', { name: 'Do not contact' }).click()
  const question = page.getByRole('dialog', { name: 'Do not contact?' })
  await question.getByLabel('Reason (optional)').fill('Asked by reply')
  await question.getByLabel('Applies to').selectOption('email')
  const optOutDialog = page.getByRole('dialog', { name: 'No emails?' })
  await optOutDialog.getByLabel('Source').selectOption('contact')
  await optOutDialog.getByRole('button', { name: 'No emails' }).click()
  await optOutDialog.waitFor({ state: 'detached' })

  const { dialog, script } = await openWithScript(reader, ivy)
  expect(await dialog.getByRole('radio', { name: 'Email' }).isDisabled()).toBe(true)
  await dialog.getByText('Ivy opted out of emails.').waitFor()
  await dialog.getByText('Letter', { exact: true }).click()
  expect(await dialog.getByRole('radio', { name: 'Letter' }).isChecked()).toBe(true)
  expect(await script.inputValue()).toContain('Ivy')
  await page.keyboard.press('Escape')

  await openMenu(reader, ivy)
  await page.getByRole('menuitemcheckbox', { name: 'Do not contact' }).click()
  const history = question.getByRole('list', { name: 'History' })
  await history.getByText('No emails').waitFor()
  expect(await history.innerText()).toMatch(/current\s+Asked by reply\s+.*Requested by contact · Ada/)
  await question.getByRole('button', { name: 'Do not contact' }).click()
  await drawer.getByText('Do not contact', { exact: true }).first().waitFor()
  await drawer.getByRole('button', { name: 'More actions' }).click()
  const item = page.getByRole('menuitem', { name: /^Write outreach/ })
  expect(await item.innerText()).toContain('Marked do not contact')
  expect(await item.getAttribute('aria-disabled')).toBe('true')
  expect(reader.ada.consoleErrors).toEqual([])
})

test('A38 a script of a connected model passes the guard and is shown as text, with a template as fallback', async () => {
  const { page, client, organizationId, addContact } = modelReader
  await client.json('PATCH', `/api/organizations/${organizationId}/postal-address`, {
    postalAddress: ADDRESS,
  })
  const mallory = await addContact({
    firstName: '<img src=x onerror=alert(1)>',
    lastName: 'Mallory',
    email: 'mallory@example.com',
    ...home,
  })
  const body = 'I keep an eye on homes in your area. Would you like to hear what I see?'
  fake.answer(`<script>alert(1)</script>${body} ${EVENT} ![x](http://127.0.0.1:1/beacon.png)`)
  const { dialog, script } = await openWithScript(modelReader, mallory)
  await dialog.getByText('Written by the language model and checked.').waitFor()
  const text = await script.inputValue()
  expect(text).toContain('Would you like to hear what I see?')
  expect(text).not.toMatch(/script|default|beacon|<img/)
  await dialog.getByText('Looks good. No issues found.').waitFor()

  fake.answer({ fault: 'html' })
  await dialog.getByRole('button', { name: 'Write script' }).click()
  await dialog.getByText("We couldn't reach the AI model, so this script uses a template.").waitFor()
  expect(await page.locator('img[src="x"]').count()).toBe(0)
  expect(modelReader.ada.consoleErrors).toEqual([])
})
