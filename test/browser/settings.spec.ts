import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { becomeSubscriber, type Client } from '#test/product/client.ts'
import { type Product, startProduct } from '#test/product/product.ts'
import { accessibilityViolationsOf, logMotion } from './accessibility.ts'
import { holdRequest } from './drawer-reader.ts'
import { fetchResponse } from './fetch-response.ts'
import { openBrowser, type Person, signInByDialog, waitForHydration } from './person.ts'

const ADA_EMAIL = 'ada.okafor@example.com'

let product: Product
let browser: Awaited<ReturnType<typeof openBrowser>>
let client: Client
let ada: Person
/** Ada on a phone. */
let phone: Person

beforeAll(async () => {
  product = await startProduct()
  browser = await openBrowser()
  client = (await becomeSubscriber(product, ADA_EMAIL)).client
  ;[ada, phone] = await Promise.all([browser.newPerson(), browser.newPerson({ width: 390, height: 844 })])
  await logMotion(ada)
  await signInByDialog(ada.page, product, ADA_EMAIL)
  await ada.page.waitForURL('**/dashboard')
  await phone.page.context().addCookies(await ada.page.context().cookies())
})
afterAll(async () => {
  await browser?.close()
  await product?.stop()
})

const openPage = async ({ page }: Person, path: string) => {
  await page.goto(product.url + path)
  await waitForHydration(page)
}
const tabs = ({ page }: Person) => page.getByRole('navigation', { name: 'Settings', exact: true })
const tagRow = ({ page }: Person, name: string) =>
  page.getByRole('list', { name: 'Tags', exact: true }).getByRole('listitem').filter({ hasText: name })
const addContact = (lastName: string, fields: object = {}): Promise<{ id: string }> =>
  client.json('POST', '/api/contacts', { firstName: 'Hazel', lastName, ...fields })
const addTag = (name: string): Promise<{ id: string }> => client.json('POST', '/api/tags', { name })
const tagContact = (id: string, tagId: string) =>
  client.json('PATCH', `/api/contacts/${id}/tags`, { add: [tagId] })

test('A06 all settings are under one entry of the sidebar, which doesn’t offer subscribers a plan', async () => {
  const { page } = ada
  const sidebar = page.getByRole('navigation', { name: 'Main navigation' })
  await sidebar.getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('heading', { name: 'Profile', level: 1 }).waitFor()
  expect(await sidebar.getByRole('link', { name: 'Settings' }).getAttribute('aria-current')).toBe('page')
  expect(await sidebar.getByRole('link', { name: 'Subscribe' }).count()).toBe(0)
  for (const name of ['Team', 'Billing', 'Tags', 'Do not call', 'Your data']) {
    await tabs(ada).getByRole('link', { name }).click()
    await page.getByRole('heading', { name, level: 1 }).waitFor()
  }
})

test('a tag is added, renamed, recolored and deleted, and its contacts are counted', async () => {
  const { page } = ada
  const [farmTag, { id }] = await Promise.all([addTag('Farm'), addContact('Tagged')])
  await tagContact(id, farmTag.id)
  await openPage(ada, '/settings/tags')
  await tagRow(ada, 'Farm').getByRole('link', { name: '1 contact with Farm' }).waitFor()

  await page.getByRole('button', { name: 'New tag' }).click()
  const addDialog = page.getByRole('dialog', { name: 'New tag' })
  await addDialog.getByLabel('Name').fill('farm')
  await addDialog.getByRole('button', { name: 'Add tag' }).click()
  await addDialog.getByText('You already have a tag with this name').waitFor()
  await addDialog.getByLabel('Name').fill('Holiday cards')
  await addDialog.getByRole('radio', { name: 'Green' }).check()
  await addDialog.getByRole('button', { name: 'Add tag' }).click()
  await tagRow(ada, 'Holiday cards').getByText('0 contacts').waitFor()

  await tagRow(ada, 'Farm').getByRole('button', { name: 'Edit Farm' }).click()
  const editDialog = page.getByRole('dialog', { name: 'Edit tag' })
  await editDialog.getByText('Changes “Farm” on 1 contact.').waitFor()
  await editDialog.getByLabel('Name').fill('Elm Street farm')
  await editDialog.getByRole('button', { name: 'Save tag' }).click()
  await tagRow(ada, 'Elm Street farm').waitFor()
  expect(await client.json('GET', '/api/tags')).toMatchObject([
    { name: 'Elm Street farm', color: 'gray', contacts: 1 },
    { name: 'Holiday cards', color: 'green' },
  ])

  await tagRow(ada, 'Holiday cards').getByRole('button', { name: 'Delete Holiday cards' }).click()
  const deleteDialog = page.getByRole('alertdialog', { name: 'Delete tag?' })
  await deleteDialog.getByRole('button', { name: 'Delete tag' }).click()
  await tagRow(ada, 'Holiday cards').waitFor({ state: 'detached' })

  await tagRow(ada, 'Elm Street farm').getByRole('link').click()
  await page.waitForURL(`**/dashboard?tags=${farmTag.id}`)
  await page.getByRole('main').getByRole('link', { name: 'Hazel Tagged' }).waitFor()
})

test('a merge shows its 10,000 contacts, includes contacts tagged meanwhile, and explains a deleted tag', async () => {
  const { page } = phone
  const [sourceTag, targetTag, lateContact] = await Promise.all([
    addTag('Golf'),
    addTag('Golf club'),
    addContact('Late'),
  ])
  await addTaggedContacts(sourceTag.id, 10_000)
  await openPage(phone, '/settings/tags')
  await tagRow(phone, '10,000 contacts').getByRole('button', { name: 'Merge Golf' }).click()
  const dialog = page.getByRole('dialog', { name: 'Merge “Golf”' })
  await dialog.getByLabel('Merge into').selectOption('Golf club (0 contacts)')
  await dialog.getByText('10,000 contacts will have “Golf club” instead of “Golf”.').waitFor()
  const release = await holdRequest(page, 'POST', '**/api/tags/*/merge')
  await dialog.getByRole('button', { name: 'Merge tags' }).click()
  await dialog.getByText(/^Moving 10,000 contacts to “Golf club”\./).waitFor()
  await tagContact(lateContact.id, sourceTag.id)
  await release()
  await dialog.waitFor({ state: 'detached' })
  await page.getByText('10,001 contacts now have “Golf club”.', { exact: true }).waitFor()
  await tagRow(phone, '10,001 contacts').waitFor()

  const deletedTag = await addTag('Gone')
  await page.reload()
  await tagRow(phone, 'Gone').getByRole('button', { name: 'Merge Gone' }).click()
  const secondDialog = page.getByRole('dialog', { name: 'Merge “Gone”' })
  await secondDialog.getByLabel('Merge into').selectOption(targetTag.id)
  await client.json('DELETE', `/api/tags/${deletedTag.id}`)
  await secondDialog.getByRole('button', { name: 'Merge tags' }).click()
  await secondDialog.getByRole('alert').getByText('Someone else merged or deleted this tag.').waitFor()
})

test('a do-not-call file is uploaded, covers its area codes, and is removed', async () => {
  const { page } = ada
  await Promise.all([
    addContact('Listed', { phone: '(512) 555-0100' }),
    addContact('Free', { phone: '(512) 555-0101' }),
    addContact('Elsewhere', { phone: '(737) 555-0100' }),
  ])
  await openPage(ada, '/settings/do-not-call')
  const summary = page.getByRole('region', { name: "Your contacts' numbers" })
  await summary.getByText('512 · 2 contacts').waitFor()
  await page.getByText('No files yet.').waitFor()

  await page.getByRole('button', { name: 'Upload file' }).click()
  const dialog = page.getByRole('dialog', { name: 'Upload a do-not-call file' })
  await dialog.getByRole('button', { name: 'Upload', exact: true }).click()
  await dialog.getByText('Choose a file').first().waitFor()
  const buffer = Buffer.from('512,5550100\n512,5550199\nno number here\n')
  await dialog.locator('input[type=file]').setInputFiles({ name: '512.txt', mimeType: 'text/plain', buffer })
  await dialog.getByLabel('Date of the file').fill('2020-01-01')
  await dialog.getByRole('button', { name: 'Upload', exact: true }).click()
  await dialog.getByText('This file is older than 31 days. Download a new one from the registry.').waitFor()
  await dialog.getByLabel('Date of the file').fill('')
  await dialog.getByRole('button', { name: 'Upload', exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
  await page
    .getByText('Read 2 numbers in 512. Skipped 1 line without a number, such as “no number here”.')
    .waitFor()
  const row = page.getByRole('table', { name: 'Files' }).getByRole('row').filter({ hasText: '512' })
  await row.getByText(/^Expires in 3[01] days$/).waitFor()
  const readCounts = async () =>
    (await summary.locator('dl > div').allInnerTexts()).map((text) => text.split('\n').slice(0, 2).join(': '))
  await expect.poll(readCounts).toEqual(['Not on a registry: 1', 'On a registry: 1', 'Not checked: 1'])

  await page.getByRole('checkbox', { name: 'Ask before calling or texting unchecked numbers' }).click()
  await page.getByText("We'll ask before you call or text an unchecked number.", { exact: true }).waitFor()
  await page.reload()
  expect(await page.getByRole('checkbox', { name: /^Ask before calling/ }).isChecked()).toBe(true)

  await row.getByRole('button', { name: 'Remove National 512' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove file' }).click()
  await row.waitFor({ state: 'detached' })
  await expect.poll(readCounts).toEqual(['Not on a registry: 0', 'On a registry: 0', 'Not checked: 3'])
})

test('a member reads the do-not-call files but can’t change them', async () => {
  const { page } = ada
  await page.route('**/api/auth/user', async (route) => {
    const response = await fetchResponse(route)
    await route.fulfill({ response, json: { ...(await response.json()), role: 'MEMBER' } })
  })
  await openPage(ada, '/settings/do-not-call')
  await page.getByText('Only owners and admins can change this.').waitFor()
  expect(await page.getByRole('checkbox', { name: /^Ask before calling/ }).isDisabled()).toBe(true)
  expect(await page.getByRole('button', { name: 'Upload file' }).count()).toBe(0)
  await page.unroute('**/api/auth/user')
})

test('the pages have no accessibility violations in either theme, on desktop and phone', async () => {
  const url = `/api/organizations/${await organizationId()}/do-not-call`
  await client.json('POST', url, '512,5550100\n', { 'content-type': 'text/plain' })
  for (const [path, expectedText] of [
    ['/settings/tags', 'Golf club'],
    ['/settings/do-not-call', 'Expires in'],
  ] as const) {
    await openPage(ada, path)
    await ada.page.getByText(expectedText).first().waitFor()
    expect(await accessibilityViolationsOf(ada.page)).toEqual([])
  }
  expect(ada.consoleErrors.filter((text) => !/status of 4(00|09) /.test(text))).toEqual([])
})

async function organizationId(): Promise<string> {
  const user: { organizationId: string } = await client.json('GET', '/api/auth/user')
  return user.organizationId
}

/** Adds contacts that have a tag. */
async function addTaggedContacts(tagId: string, count: number): Promise<void> {
  const database = new pg.Client({ connectionString: product.database.ownerUrl })
  await database.connect()
  await database.query(
    `with many as (insert into contacts (organization_id, first_name, last_name, search, last_name_key)
       select $1, 'P' || n, 'Tagged', ' p' || n, 'tagged' from generate_series(1, $3::int) n returning id)
     insert into contact_tags (organization_id, contact_id, tag_id) select $1, id, $2 from many`,
    [await organizationId(), tagId, count],
  )
  await database.end()
}
