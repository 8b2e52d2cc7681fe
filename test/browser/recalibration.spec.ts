import { afterAll, expect, test } from 'vitest'
import { AS_PREDICTED, knownOutcomes, oddsTimes } from '../builders/known-outcomes.ts'
import { violationsOf } from './axe.ts'
import { openDrawerReader } from './drawer-reader.ts'

const reader = await openDrawerReader()
const { database, organizationId, ada, page, panel, product, addContact, openContact } = reader
afterAll(reader.close)

const section = page.getByRole('region', { name: 'Scores adjusted to your outcomes' })
const addOutcomes = (count: number, trueChance = AS_PREDICTED) => {
  const { sql, values } = knownOutcomes({ organizationId, count, trueChance, seed: 7, now: new Date() })
  return database.query(sql, values)
}

/** Violations of the section in both themes, on a phone and on a desktop; nothing may be wider than the screen. */
async function expectAccessible() {
  for (const theme of ['light', 'dark']) {
    for (const width of [375, 1280]) {
      await page.evaluate((name) => {
        document.documentElement.dataset.theme = name
      }, theme)
      await page.setViewportSize({ width, height: 900 })
      await section.scrollIntoViewIfNeeded()
      expect(await violationsOf(page, { within: 'main' })).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)
    }
  }
}

test('A30 says what is missing before outcomes are known, and after a run with too few', async () => {
  await page.goto(`${product.url}/insights/outcomes`)
  await section.getByText('Scores are not adjusted.').waitFor()
  await section.getByText(/^No results yet\. It takes 100 known outcomes with 20 moves/).waitFor()
  await addOutcomes(40)
  await section.getByRole('button', { name: 'Run now' }).click()
  await section.getByText(/^Not enough known outcomes yet/).waitFor()
  await section.getByText(/^Needs more: 40 of 100 outcomes/).waitFor()
  await section.getByText(/There are too few outcomes to tell whether the score ranks them/).waitFor()
  await expectAccessible()
})

test('A30 adjusts scores to outcomes, shows before and after, and goes back', async () => {
  const hazel = await addContact({ firstName: 'Hazel', lastName: 'Abernathy', email: 'hazel@example.com' })
  await database.query(
    `with scored as (
       update contacts set enriched_at = now(), scored_at = now(), nine_d_score = 20, move_chance = 0.2 where id = $1)
     insert into signals (organization_id, contact_id, category, score, confidence_score, event_date, evidence_key, metadata)
     values ($2, $1, 'debt', 50, 0.9, now()::date - 300, 'x', '{"subtype": "debt.nod"}')`,
    [hazel.id, organizationId],
  )
  await addOutcomes(900, oddsTimes(0.4))
  await section.getByRole('button', { name: 'Run now' }).click()
  await section.getByText('Adjusted to your 940 known outcomes (version 1)').waitFor()
  await section
    .getByText(/^The adjusted chances predicted later outcomes better, so they became version 1\./)
    .waitFor()
  await section.getByText(/The score ranked people who moved above people who stayed/).waitFor()
  const figures = section.getByRole('table', {
    name: 'Predictions of later outcomes before and after the adjustment',
  })
  expect(await figures.getByRole('row').count()).toBe(4)
  await expectAccessible()

  await openContact(hazel, 'signals')
  await panel.getByRole('button', { name: 'How this score is calculated' }).click()
  await panel.getByText(/^Adjusted to your 940 known outcomes \(version 1\): score \d+ became \d+/).waitFor()

  await page.goto(`${product.url}/insights/outcomes`)
  await section.getByRole('button', { name: 'Use no adjustment' }).click()
  await section.getByText('Scores are not adjusted.').waitFor()
  await section.getByText(/^Chosen by .+ Nightly runs don't change it\./).waitFor()
  await section.getByRole('button', { name: 'Use version 1' }).click()
  await section.getByText('Adjusted to your 940 known outcomes (version 1)').waitFor()
  expect(ada.consoleErrors).toEqual([])
})

test('A30 tells members who see only some contacts why there are no results', async () => {
  await database.query(
    `with changed as (
       update memberships set role = 'MEMBER', access = 'own' where organization_id = $1 returning user_id)
     update users set role = 'MEMBER' where id in (select user_id from changed)`,
    [organizationId],
  )
  await page.reload()
  await section.getByText('Adjusted to your outcomes (version 1)').waitFor()
  await section.getByText(/^Results count all contacts of your organization\./).waitFor()
  await section.getByText(/Nightly runs don't change it\.$/).waitFor()
  expect(await section.getByRole('button').count()).toBe(0)
})
