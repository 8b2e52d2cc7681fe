import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { writeMapTiles } from '#test/fakes/map-tiles.ts'
import { becomeSubscriber, type Client } from '#test/product/client.ts'
import { rowsOf } from '#test/product/invariants.ts'
import { type Product, startProduct } from '#test/product/product.ts'
import { accessibilityViolationsOf } from './accessibility.ts'
import { openBrowser, type Person, signInAs } from './person.ts'

const ZIPS = ['78701', '78702', '78745', '60540', '10001', '94103', '99501', '96813', '09012', null]

let product: Product
let browser: Awaited<ReturnType<typeof openBrowser>>
let owner: Client
let ada: Person
beforeAll(async () => {
  product = await startProduct()
  browser = await openBrowser()
  owner = await addPeople(product)
  ada = await browser.newPerson()
  await signInAs(owner, ada, product)
})
afterAll(async () => {
  await browser?.close()
  await product?.stop()
})

/** Sixty people in ten ZIP codes, of whom Ann Ames in Austin must not be contacted. */
async function addPeople({ database, url }: Product): Promise<Client> {
  // The first sweep loads the ZIP codes, by which the people below get their places.
  await vi.waitFor(
    async () =>
      expect(
        await rowsOf(database.ownerUrl, 'select 1 from zip_list_loads where finished_at is not null'),
      ).not.toEqual([]),
    { timeout: 60_000, interval: 200 },
  )
  const { client, organizationId } = await becomeSubscriber({ database, url } as Product, 'ada@example.com')
  await rowsOf(
    database.ownerUrl,
    `insert into contacts (organization_id, first_name, last_name, search, last_name_key, zip_code, address, do_not_contact,
       nine_d_score, top_signal, place)
     select $1::uuid, 'P' || n, 'Same', ' p' || n || ' same', 'same', ($2::text[])[1 + n % 10], n || ' Main St', false, n,
            case when n % 20 = 0 then 'debt'::nine_d_category end,
            place_of(null, null, ($2::text[])[1 + n % 10])
       from generate_series(0, 59) n
     union all
     select $1::uuid, 'Ann', 'Ames', ' ann ames', 'ames', '78702', '1 Elm St', true, 90, null, place_of(null, null, '78702')`,
    [organizationId, ZIPS],
  )
  await rowsOf(
    database.ownerUrl,
    'update organization_counters set contacts = 61 where organization_id = $1',
    [organizationId],
  )
  return client
}

const placesOf = (page: Page) => page.getByRole('list', { name: 'Places' })

test('A39 the map shows places, and its list opens them down to the people with the keyboard', async () => {
  const { page, consoleErrors } = await ada.openPage()
  await page.goto(`${product.url}/map`)
  await page.getByText(/^49 contacts in \d+ places$/).waitFor()
  await page.getByRole('button', { name: '6 contacts without a known ZIP code' }).waitFor()
  await page.getByRole('button', { name: '6 contacts outside of this map' }).waitFor()
  await page.getByRole('img', { name: 'Map of your contacts' }).waitFor()
  const dots = await page.locator('[data-dot]').count()
  expect(dots).toBe(await placesOf(page).getByRole('button').count())
  expect(await accessibilityViolationsOf(page)).toEqual([])

  await page.keyboard.press('j')
  await expect.poll(() => page.locator(':focus').innerText()).toMatch(/^Around Austin, TX/)
  // The focused place is highlighted and named on the map.
  await page.locator('[data-dot]').getByText('Around Austin, TX: 19 contacts, 1 do not contact').waitFor()
  await page.keyboard.press('Enter')
  await page.getByText('19 contacts in 3 places').waitFor()
  expect(new URL(page.url()).searchParams.get('area')).toMatch(/^[0-3]{8,19}$/)
  await expect.poll(() => page.locator('svg[role="img"] title').count()).toBeGreaterThan(3)
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await page.getByText(/^7 contacts · Austin, TX 78702$/).waitFor()
  const people = page.getByRole('list', { name: 'Contacts' })
  await people.getByText('Ann Ames').waitFor()
  await people.getByText('Do not contact').waitFor()
  expect(await accessibilityViolationsOf(page)).toEqual([])

  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').getByText('Ann Ames').first().waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  // Escape zooms out; Back returns to each view.
  await page.keyboard.press('Escape')
  await page.getByText(/^\d+ contacts in \d+ places$/).waitFor()
  await page.goBack()
  await page.getByText(/^7 contacts · Austin, TX 78702$/).waitFor()
  await page.goBack()
  await page.getByText('19 contacts in 3 places').waitFor()
  await page.goBack()
  await page.getByText(/^49 contacts in/).waitFor()
  expect(consoleErrors).toEqual([])
})

test('A39 a click on a dot zooms in, and filters of the list apply', async () => {
  const { page } = await ada.openPage()
  await page.goto(`${product.url}/map?zip=78701,78702`)
  await page.getByText('13 contacts in 2 places').waitFor()
  await page.getByRole('button', { name: 'Remove filter 78702' }).waitFor()
  await page.locator('[data-dot]').first().hover()
  await page.locator('[data-dot]').first().click()
  await page.getByText(/^7 contacts · Austin, TX 78702$/).waitFor()
  expect(new URL(page.url()).searchParams.get('zip')).toBe('78701,78702')
})

test('A39 people who are not on the map have a list', async () => {
  const { page } = await ada.openPage()
  await page.goto(`${product.url}/map`)
  await page.getByRole('button', { name: '6 contacts outside of this map' }).click()
  await page.getByText('Contacts outside of this map', { exact: true }).waitFor()
  await expect.poll(() => page.getByRole('list', { name: 'Contacts' }).getByRole('listitem').count()).toBe(6)
  await page.goto(`${product.url}/map?area=12x`)
  await page.getByText('There is no such area').waitFor()
  await page.getByRole('button', { name: 'Show the whole map' }).click()
  await page.getByText(/^49 contacts in/).waitFor()
})

test('A39 selecting everyone in an area says what the law forbids and needs a reason', async () => {
  const { page } = await ada.openPage()
  await page.goto(`${product.url}/map?zip=78701`)
  await page.getByRole('button', { name: 'Select everyone here' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('The Fair Housing Act forbids steering', { exact: false }).waitFor()
  expect(await accessibilityViolationsOf(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Select contacts' }).click()
  await dialog.getByText('Enter a reason').waitFor()
  await dialog.getByRole('textbox').fill('Past clients near the new office')
  await dialog.getByRole('button', { name: 'Select contacts' }).click()
  const bar = page.getByRole('region', { name: 'Selected contacts' })
  await bar.getByText('6 contacts selected').waitFor()
  expect(await accessibilityViolationsOf(page)).toEqual([])
  const rows = await rowsOf(product.database.ownerUrl, 'select contacts, reason from area_selections')
  expect(rows).toEqual([{ contacts: 6, reason: 'Past clients near the new office' }])
})

test('A39 MAP_TILES turns on street tiles under the same content policy', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'ninefold-tiles-'))
  const file = path.join(folder, 'streets.pmtiles')
  await writeMapTiles(file)
  const withTiles = await startProduct({ MAP_TILES: file })
  try {
    const person = await browser.newPerson()
    await signInAs(await addPeople(withTiles), person, withTiles)
    const { page, consoleErrors } = await person.openPage()
    const ranges: string[] = []
    page.on('response', (response) => {
      if (response.url().includes('/api/map/tiles')) ranges.push(`${response.status()}`)
    })
    await page.goto(`${withTiles.url}/map`)
    await page.locator('[data-tile-map] canvas').waitFor()
    await expect.poll(() => page.locator('[data-tile-map] [data-dot]').count()).toBeGreaterThan(5)
    await expect.poll(() => ranges.length).toBeGreaterThan(1)
    expect(new Set(ranges)).toEqual(new Set(['206']))
    expect(await accessibilityViolationsOf(page)).toEqual([])
    expect(consoleErrors).toEqual([])
  } finally {
    await withTiles.stop()
    await rm(folder, { recursive: true, force: true })
  }
})
