import { afterAll, expect, test } from 'vitest'
import { openDrawerReader } from './drawer-reader.ts'

const reader = await openDrawerReader()
const { database, organizationId, ada, page, drawer, panel, openContact, addContact, product } = reader
afterAll(reader.close)

const hazel = await addContact({ firstName: 'Hazel', lastName: 'Abernathy', email: 'hazel@example.com' })

const clickMenuItem = async (name: string) => {
  await drawer.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name, exact: true }).click()
}

test('A30 a move is recorded in the drawer, shown neutrally and undone', async () => {
  await openContact(hazel)
  await clickMenuItem('Mark as moved')
  const dialog = page.getByRole('dialog', { name: 'Mark as moved' })
  await dialog.getByLabel('Moved on').fill('2026-03-03')
  await dialog.getByLabel('Note (optional)').fill('Told us by phone')
  await dialog.getByRole('button', { name: 'Mark as moved' }).click()
  await page.getByText('Move Recorded', { exact: true }).waitFor()
  // In the header, on the card behind, and in the timeline.
  await drawer.getByText('Moved on Mar 3, 2026', { exact: true }).first().waitFor()
  const card = page.getByRole('list', { name: 'Contacts' }).getByText('Moved on Mar 3, 2026')
  await card.waitFor()
  // The timeline loads when it is scrolled to.
  await panel.getByRole('heading', { name: 'Timeline' }).scrollIntoViewIfNeeded()
  await panel.getByText('Told us by phone', { exact: true }).waitFor()

  await clickMenuItem('Undo move')
  await page.getByRole('button', { name: 'Undo move', exact: true }).click()
  await page.getByText('Move Undone', { exact: true }).waitFor()
  await card.waitFor({ state: 'detached' })
  await panel.getByText('Move undone', { exact: true }).waitFor()
})

test('A30 with fewer than 30 outcomes the page says so, and how to record one', async () => {
  await page.goto(`${product.url}/insights/outcomes`)
  await page.getByRole('heading', { name: 'Not enough outcomes yet', exact: true }).waitFor()
  await page.getByText(/^0 of 30 moves recorded\./).waitFor()
  await page.getByText(/choose More actions, then Mark as moved/).waitFor()
  expect(await page.getByRole('table').count()).toBe(0)
})

test('A30 a person is marked as moved on the page, and the caveats expand', async () => {
  await page.getByText(/^Not enough moves yet. No one on your list/).waitFor()
  await page.getByRole('main').getByRole('button', { name: 'Mark as moved' }).click()
  const chooser = page.getByRole('dialog', { name: 'Who moved?' })
  await chooser.getByRole('checkbox', { name: /^Hazel Abernathy/ }).check()
  await chooser.getByRole('button', { name: 'Next' }).click()
  const dialog = page.getByRole('dialog', { name: 'Mark as moved' })
  await dialog.getByRole('button', { name: 'Mark as moved' }).click()
  await page.getByText('Move Recorded', { exact: true }).waitFor()
  await page.getByText('Undo', { exact: true }).click()
  await page.getByText('Move Undone', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'How we measure this' }).click()
  await page.getByText(/Unrecorded moves count as “not moved,”/).waitFor()
})

test('A30 the history of the organization shows how many were in the top 20%', async () => {
  const proof = {
    status: 'measured',
    moved: 27,
    inTop: 16,
    low: 0.407,
    high: 0.755,
    byChance: 0.2,
    list: 812,
  }
  await page.route('**/api/insights/proof', (route) => route.fulfill({ json: proof }))
  await page.reload()
  await page
    .getByText('16 of 27 people who moved were in the top 20% of your list six months earlier.')
    .waitFor()
  await page.getByRole('img', { name: /^59\.3% in the top 20%, 95% interval 40\.7% to 75\.5%/ }).waitFor()
  const table = page.getByRole('table', { name: /^People who moved, in the top 20%/ })
  const rows = (await table.getByRole('row').allInnerTexts()).map((text) => text.replace(/\s+/g, ' ').trim())
  expect(rows.slice(1)).toEqual(['In the top 20% 59.3% 40.7 to 75.5%', 'By chance 20.0% –'])
  await page.unroute('**/api/insights/proof')
})

test('A30 with 40 outcomes the page matches a manual calculation', async () => {
  await seed({ contacts: 100, moved: 30, chance: 0.36, score: 80 })
  await seed({ contacts: 300, moved: 10, chance: 0, score: 0 })
  await page.reload()
  await page.getByRole('heading', { name: 'Results', exact: true }).waitFor()
  // Lift: 30/100 over 40/400. R = 9, log error √(1/30 − 1/100 + 1/10 − 1/300) = 0.346: R 4.56 to 17.75; R/(R/4 + 3/4).
  // Moved: Wilson for 40 of 400; expected 100 · (1 − √0.64) of 400. Ranking: (70 · 15 + 290 · 35) / (40 · 360).
  const stats = (await page.locator('dl > div').allInnerTexts()).map((text) => text.replace(/\s+/g, ' '))
  expect(stats.map((text) => text.replace(/(%|×|\d)\).*/, '$1)'))).toEqual([
    'Lift of the top 25.0% 3.0× (2.4 to 3.4×)',
    'Moved overall 10.0% (7.4 to 13.3%)',
    'Ranking accuracy (AUC) 0.78 (0.69 to 0.87)',
  ])
  expect(stats[1]).toContain('We expected 5.0% in the same period.')
  await page.getByText('400 contacts with a score snapshot, tracked for 6 months. 40 of them').waitFor()
  await page.getByRole('img', { name: /in 0 of 2 groups the expected share is within/ }).waitFor()
  const table = page.getByRole('table', { name: /^Score band at the time of the snapshot/ })
  const rows = (await table.getByRole('row').allInnerTexts()).map((text) => text.replace(/\s+/g, ' ').trim())
  expect(rows.slice(1)).toEqual([
    'Very High 100 20.0% 30.0% 21.9 to 39.6%',
    'No live signal 300 0.0% 3.3% 1.8 to 6.0%',
  ])
  const ages = page.getByRole('table', { name: /^Average score by age range/ })
  expect((await ages.getByRole('row').last().innerText()).replace(/\s+/g, ' ')).toBe('45-54 400 20.0')
})

test('A30 the owner excludes age from the scores, and the setting is saved', async () => {
  const age = page.getByRole('checkbox', { name: 'Exclude age' })
  expect(await age.isChecked()).toBe(false)
  await age.click()
  await page.getByText('Saved', { exact: true }).waitFor()
  await page.reload()
  await age.waitFor()
  expect(await age.isChecked()).toBe(true)
  expect(await page.getByRole('checkbox', { name: 'Exclude familial status' }).isChecked()).toBe(false)
  expect(ada.consoleErrors).toEqual([])
})

/** Adds contacts with a snapshot on the first of the month half a year ago; some moved ten days later. */
async function seed(values: { contacts: number; moved: number; chance: number; score: number }) {
  const snapshotOn = `(date_trunc('month', now()) - interval '6 months')::date`
  await database.query(
    `with added as (
       insert into contacts (organization_id, first_name, last_name, search, last_name_key)
       select $1, 'A', 'B', 'a b', 'b' from generate_series(1, $2) returning id),
     numbered as (select id, row_number() over () as at from added),
     frozen as (
       insert into score_snapshots (organization_id, contact_id, month, snapshot_on, score, chance, model_version, age_band)
       select $1, id, ${snapshotOn}, ${snapshotOn}, $3, $4, '1', '45-54' from numbered)
     insert into outcomes (organization_id, contact_id, kind, moved_on, source)
     select $1, id, 'moved', ${snapshotOn} + 10, 'person' from numbered where at <= $5`,
    [organizationId, values.contacts, values.score, values.chance, values.moved],
  )
  await database.query(
    `insert into score_snapshot_runs (organization_id, month, finished_at) values ($1, ${snapshotOn}, now())
     on conflict do nothing`,
    [organizationId],
  )
}
