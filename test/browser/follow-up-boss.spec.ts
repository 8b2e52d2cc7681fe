import { mkdirSync } from 'node:fs'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { type FollowUpBossFake, startFollowUpBoss } from '#test/fakes/follow-up-boss.ts'
import { signInToDemo } from '#test/product/client.ts'
import { type Product, startProduct } from '#test/product/product.ts'
import { violationsOf } from './axe.ts'
import { openBrowser, type Person, signInAs, type Tab } from './person.ts'

const API_KEY = 'fka_key_of_the_owner'
let product: Product
let fake: FollowUpBossFake
let browser: Awaited<ReturnType<typeof openBrowser>>
let owner: Person
let page: Tab['page']
let consoleErrors: string[]

beforeAll(async () => {
  fake = await startFollowUpBoss()
  fake.addAccount(API_KEY)
  product = await startProduct({
    DEMO: '1',
    FOLLOW_UP_BOSS_SYSTEM: fake.settings.system,
    FOLLOW_UP_BOSS_SYSTEM_KEY: fake.settings.systemKey,
    FOLLOW_UP_BOSS_URL: fake.url,
  })
  fake.deliverBy((url, body, headers) =>
    fetch(new URL(new URL(url).pathname, product.url), { method: 'POST', body, headers }).catch(() => null),
  )
  browser = await openBrowser()
  owner = await browser.newPerson()
  await signInAs(await signInToDemo(product), owner, product)
})
beforeEach(async () => {
  ;({ page, consoleErrors } = await owner.openPage())
})
afterEach(async () => {
  await page.close()
  expect(consoleErrors).toEqual([])
})
afterAll(async () => {
  await browser?.close()
  await product?.stop()
  await fake?.close()
})

/** Pictures for a person to look at, if a folder is named. */
async function takePictures(screen: string): Promise<void> {
  const folder = process.env.PICTURES
  if (!folder) return
  mkdirSync(folder, { recursive: true })
  for (const theme of ['light', 'dark'] as const)
    for (const width of [390, 1440]) {
      await page.evaluate((name) => {
        document.documentElement.dataset.theme = name
      }, theme)
      await page.setViewportSize({ width, height: 900 })
      await page.screenshot({ path: `${folder}/${screen}-${theme}-${width}.png`, fullPage: true })
    }
}

const person = () => {
  const found = fake.rows(API_KEY, 'people').find(({ lastName }) => lastName === 'Byronova')
  if (!found) throw new Error('The person is missing')
  return found
}

test('A40 connects Follow Up Boss, imports, sends an edit, undoes a conflict and disconnects', async () => {
  fake.add(API_KEY, 'people', {
    ...{ firstName: 'Ada', lastName: 'Byronova' },
    emails: [{ value: 'ada.byronova@example.com', type: 'home', isPrimary: true }],
  })
  await page.goto(`${product.url}/settings/follow-up-boss`)
  await page.getByText('never with the real Follow Up Boss').waitFor()
  expect(await violationsOf(page)).toEqual([])
  await takePictures('connect')
  await page.getByLabel('API key').fill('a wrong key')
  await page.getByRole('button', { name: 'Connect Follow Up Boss' }).click()
  await page.getByText('Paste the API key from Follow Up Boss').waitFor()
  // The browser logs the refusal.
  consoleErrors.length = 0
  await page.getByLabel('API key').fill(API_KEY)
  await page.getByRole('button', { name: 'Connect Follow Up Boss' }).click()
  await page.getByText('In Follow Up Boss: 1 person').waitFor()
  expect(await violationsOf(page)).toEqual([])
  await takePictures('preview')

  await page.getByLabel('Contacts', { exact: true }).selectOption('From Follow Up Boss only')
  await page.getByRole('button', { name: 'Start import and sync' }).click()
  await page.getByText('No conflicts so far').waitFor()
  await page.getByText(/1 linked contact, 0 changes waiting/).waitFor({ timeout: 60_000 })
  await page.getByLabel('Contacts', { exact: true }).selectOption('Both ways')

  const contactId = await page.evaluate(async () => {
    const found = (await (await fetch('/api/contacts?search=Byronova')).json()) as { id: string }[]
    return found[0]?.id
  })
  const rename = (firstName: string) =>
    page.evaluate(
      async ({ id, name }) => {
        const body = JSON.stringify({ firstName: name })
        const headers = { 'content-type': 'application/json' }
        return (await fetch(`/api/contacts/${id}`, { method: 'PATCH', body, headers })).status
      },
      { id: contactId, name: firstName },
    )
  expect(await rename('Adele')).toBe(200)
  await expect.poll(() => person().firstName, { timeout: 60_000 }).toBe('Adele')

  // Both sides change while the sync is paused.
  await page.goto(`${product.url}/settings/follow-up-boss`)
  await page.getByRole('button', { name: 'Pause sync' }).click()
  await page.getByText('Paused', { exact: true }).waitFor()
  expect(await rename('Ida')).toBe(200)
  fake.update(API_KEY, 'people', person().id, { firstName: 'Augusta' })
  await page.getByRole('button', { name: 'Resume sync' }).click()
  await page.getByText(/Kept “Augusta” \(from Follow Up Boss\)/).waitFor({ timeout: 60_000 })
  expect(await violationsOf(page)).toEqual([])
  await takePictures('conflict')
  await page.getByRole('button', { name: 'Undo Augusta Byronova' }).click()
  await page.getByText('Change Undone', { exact: true }).waitFor()
  await expect.poll(() => person().firstName, { timeout: 60_000 }).toBe('Ida')

  await page.getByRole('button', { name: 'Disconnect' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Disconnect' }).click()
  await page.getByRole('button', { name: 'Connect Follow Up Boss' }).waitFor()
  expect(fake.hooks()).toEqual([])
  expect(person().firstName).toBe('Ida')
})
