import { readFile } from 'node:fs/promises'
import type { Locator } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import type { ContactDetail } from '#contract/contacts.ts'
import { signIn } from '#test/product/client.ts'
import { violationsOf } from './axe.ts'
import { openDrawerReader } from './drawer-reader.ts'

const CALIFORNIA = { state: 'CA', city: 'Fresno', zipCode: '93650' }
const LINE = 'Ada N. Okafor, DRE #01234567, Okafor Realty LLC'

const reader = await openDrawerReader()
const { page, product, client, organizationId } = reader
afterAll(() => reader.close())

await client.json('PATCH', `/api/organizations/${organizationId}/postal-address`, {
  postalAddress: '12 Main St, Aurora, IL 60505',
})

async function openOutreach(contact: ContactDetail, channel: string): Promise<Locator> {
  await page.goto(`${product.url}/dashboard?contact=${contact.id}&write=${channel}`)
  const dialog = page.getByRole('dialog', { name: /^Outreach to / })
  await dialog.getByLabel('Script', { exact: true }).waitFor()
  return dialog
}
/** True in the contact's calling hours by the server's clock. */
async function isTextingAllowed(): Promise<boolean> {
  const answer = await page.context().request.get(`${product.url}/api/contacts/${hazel.id}/calling-hours`)
  const { allowed } = (await answer.json()) as { allowed: boolean }
  return allowed
}
const clipboard = () => page.evaluate(() => navigator.clipboard.readText())

const hazel = await reader.addContact({
  firstName: 'Hazel',
  lastName: 'Abernathy',
  email: 'hazel@example.com',
  phone: '(559) 555-0142',
  ...CALIFORNIA,
})

test('A40 a first contact without a license says what is missing and leads to the profile, where it is added', async () => {
  const dialog = await openOutreach(hazel, 'email')
  await dialog.getByRole('button', { name: 'Write script' }).click()
  await dialog.getByText('License missing').waitFor()
  await dialog.getByText('A first contact and marketing must show your license.').waitFor()
  expect(await dialog.getByRole('button', { name: 'Copy' }).isDisabled()).toBe(true)
  expect(await violationsOf(page)).toEqual([])
  await dialog.getByRole('link', { name: 'Add your license' }).click()

  const panel = page.getByRole('region', { name: 'License' })
  await panel.getByText('Missing', { exact: true }).waitFor()
  await panel.getByRole('button', { name: 'Add license' }).click()
  const form = page.getByRole('dialog', { name: 'Add license' })
  await form.getByLabel('Name on the license').fill('Ada N. Okafor')
  await form.getByRole('textbox', { name: /^License number/ }).fill('01234567')
  await form.getByRole('button', { name: 'Add license' }).click()
  await form.getByText('Choose a state').last().waitFor()
  await form.getByRole('combobox', { name: /^State/ }).selectOption('CA')
  await form.getByRole('textbox', { name: /^Brokerage(?! (phone|address))/ }).fill('Okafor Realty LLC')
  expect(await violationsOf(page)).toEqual([])
  await form.getByRole('button', { name: 'Add license' }).click()
  await form.waitFor({ state: 'detached' })
  const list = panel.getByRole('list', { name: 'Licenses' })
  await list.getByText('California: 01234567').waitFor()
  await list.getByText('Ada N. Okafor · Okafor Realty LLC').waitFor()

  await list.getByRole('button', { name: 'Edit California license' }).click()
  const editForm = page.getByRole('dialog', { name: 'Edit license' })
  expect(await editForm.getByLabel('Name on the license').inputValue()).toBe('Ada N. Okafor')
  await editForm.getByLabel('License type').fill('Salesperson')
  await editForm.getByRole('button', { name: 'Save license' }).click()
  await list.getByText('Ada N. Okafor · Salesperson · Okafor Realty LLC').waitFor()
})

test('A40 the required line is shown with its source, and comes back when it is edited away', async () => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: product.url })
  await page.route('**/api/contacts/*/calling-hours', (route) =>
    route.fulfill({ json: { allowed: true, why: 'You can text now.', opensAt: null } }),
  )
  const dialog = await openOutreach(hazel, 'text')
  const script = dialog.getByLabel('Script', { exact: true })
  const required = dialog.getByRole('region', { name: 'Required by California law' })
  await required.getByText(LINE).waitFor()
  await required.getByText('Source: Cal. Bus. & Prof. Code § 10140.6(b)').waitFor()
  await dialog.getByRole('button', { name: 'Write script' }).click()
  await expect.poll(() => script.inputValue()).toContain(LINE)
  await dialog.getByText('Looks good. No issues found.').waitFor()
  expect(await required.getByRole('status').count()).toBe(0)

  const shortened = (await script.inputValue()).replace(LINE, '').trim()
  await script.fill(shortened)
  await required.getByText('We add this when you copy, open or send the text.').waitFor()
  expect(await violationsOf(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Copy' }).click()
  await page.getByText('Copied', { exact: true }).waitFor()
  expect(await clipboard()).toBe(`${shortened}\n${LINE}`)
  await dialog.getByRole('button', { name: 'Mark as sent' }).click()
  // The server keeps to the calling hours, whatever the page was told above.
  if (!(await isTextingAllowed())) {
    await page.getByText('from 8 a.m. to 9 p.m.').first().waitFor()
    // The browser reports the refusal on its own, before or after the page shows it.
    await expect.poll(() => reader.ada.consoleErrors).toEqual([expect.stringContaining('422')])
    reader.ada.consoleErrors.length = 0
    return
  }
  await dialog.waitFor({ state: 'detached' })

  // California asks for it on the first contact only.
  const later = await openOutreach(hazel, 'text')
  await later.getByRole('button', { name: 'Write script' }).click()
  await expect.poll(() => later.getByLabel('Script', { exact: true }).inputValue()).toMatch(/^Hi Hazel/)
  expect(await later.getByText('Required by California law').count()).toBe(0)
})

test('A40 a call opens with the license, also on a phone', async () => {
  const ruth = await reader.addContact({
    firstName: 'Ruth',
    lastName: 'Delgado',
    phone: '(559) 555-0143',
    ...CALIFORNIA,
  })
  await page.setViewportSize({ width: 390, height: 844 })
  const dialog = await openOutreach(ruth, 'call')
  await dialog.getByRole('button', { name: 'Write script' }).click()
  const script = dialog.getByLabel('Script', { exact: true })
  await expect
    .poll(() => script.inputValue())
    .toMatch(/^This is Ada N\. Okafor, California real estate license 01234567/)
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)
  await page.setViewportSize({ width: 1440, height: 900 })
})

test('A40 owners see who lacks a license, and download the outreach log', async () => {
  const invited = { email: 'grace@example.com', role: 'MEMBER' }
  const grace = await signIn(product, invited.email)
  await client.json('POST', `/api/organizations/${organizationId}/invitations`, invited)
  const [invitation] = await grace.json<{ id: string }[]>('GET', '/api/invitations')
  await grace.send('POST', `/api/invitations/${invitation?.id}/accept`)
  await page.goto(`${product.url}/settings/team`)
  const members = page.getByRole('list', { name: 'Members' })
  await members.getByRole('listitem').filter({ hasText: 'grace' }).getByText('No license').waitFor()
  await members.getByRole('listitem').filter({ hasText: 'Ada' }).getByText('Licensed: CA').waitFor()

  await page.goto(`${product.url}/settings/data`)
  const panel = page.getByRole('region', { name: 'Outreach log' })
  await panel
    .getByText('Covers the last 3 years. California: 3 years (Cal. Bus. & Prof. Code § 10148(a)).')
    .waitFor()
  expect(await violationsOf(page)).toEqual([])
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    panel.getByRole('link', { name: 'Download CSV' }).click(),
  ])
  const csv = await readFile(await download.path(), 'utf8')
  expect(csv.startsWith('\ufeffTime (UTC),Member,Contact,')).toBe(true)
  if (await isTextingAllowed()) {
    expect(csv).toContain('Hazel Abernathy')
    expect(csv).toContain(LINE)
  }
  expect(reader.ada.consoleErrors).toEqual([])
})
