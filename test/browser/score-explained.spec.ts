import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accessibilityViolationsOf } from './accessibility.ts'
import { factsIn, openDrawerReader } from './drawer-reader.ts'
import { KNOWN_HOME, KNOWN_PERSON } from './known-person.ts'

const reader = await openDrawerReader()
const { product, database, organizationId, ada, page, drawer, panel, openContact, getSection, addContact } =
  reader
afterAll(reader.close)

const DAY_MS = 86_400_000
const MONTH_DAYS = 365.25 / 12
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10)
const monthsAgo = (months: number) => daysAgo(Math.ceil(months * MONTH_DAYS))

const home = { address: '12 Elm St', city: 'Lisle', state: 'IL', zipCode: '60532' }
const hazel = await addContact({
  firstName: 'Hazel',
  lastName: 'Abernathy',
  email: 'hazel@example.com',
  ...home,
})

/*
 * An owner aged 41, seven years in the home, with a filing two months ago (confidence .90) and a notice of default three
 * months ago (.95), calculated by hand from the tables of the model:
 *
 *   without an event   .077 (owners of 35 to 44) · 1.20 (5 to 10 years) · 0.92 (enriched)         = .0850 a year
 *   filing             full from 3 months before to 6 after it, then halved every 9 months. At the middle of each of
 *                      the next 12 months (2.5 … 13.5 after it): 4 · 1 + Σ 2^(−k/9), k = 0.5 … 7.5
 *                      = 4 + 5.971 = 9.971; / 12 = .831.  1.15 · .55 · .831 = .5255
 *                      −ln(1 − .90 · (1 − e^−.5255))                                              = .4587
 *   notice             rises for 9 months, then full: (3.5 + 4.5 + … + 8.5) / 9 + 6 = 10; / 12 = .833
 *                      1.15 · .26 · .833 = .2492;  −ln(1 − .95 · (1 − e^−.2492))                  = .2351
 *   together           S = .6938;  100 · (1 − e^(−.6938 / .29248)) = 90.7                         → 91 points
 *   shares             91 · .4587 / .6938 = 60.16 and 91 · .2351 / .6938 = 30.84: 60 and 30, and the last point goes to
 *                      the larger remainder                                                       → 60 and 31
 *   all causes         1 − e^−(.0850 + .6938) = .5411                                             → 54.1%
 *   lift               .5411 / (1 − e^−.0850) = .5411 / .0815                                     → 6.6
 *   without the filing, and so without the 1.15:  .26 · .833 = .2167;  −ln(1 − .95 · .1948) = .2047
 *                      100 · (1 − e^(−.2047 / .29248)) = 50.3                                     → 50
 *   without the notice .55 · .831 = .457;  −ln(1 − .90 · .3668) = .4007;  74.6                    → 75
 *   a newer address    .3 · .6938 = .2081;  100 · (1 − e^(−.2081 / .29248)) = 50.9                → 51
 *   listed for sale    the chance is at least                                                       65%
 */
const EXPECTED = {
  score: 91,
  points: ['Divorce\n+60', 'Debt\n+31'],
  changes: [
    ['Without the filing · Divorce', '50', '−41'],
    ['Without the filing · Debt', '75', '−16'],
    ['If we find a newer address', '51', '−40'],
    ['If the home is listed for sale', '65% chance'],
  ],
  calculation: [
    'Owners aged 35 to 44: 7.7 moves per 100 people a year',
    'In the home for 7 years: × 1.20',
    'More complete data: × 0.92',
    'Without any life event: 8.5 moves per 100 people a year, 8.1% chance in 12 months',
    'Divorce adds: 45.9 moves per 100 people a year',
    'Debt adds: 23.5 moves per 100 people a year',
    'For any reason: 54.1% chance in 12 months, 6.6× the baseline',
  ],
}

const normalizeSpaces = (text: string) => text.replaceAll('\u00a0', ' ')

async function addSignal(signal: {
  category: string
  confidence: number
  eventDate: string
  description: string
  metadata: object
}) {
  await database.query(
    `insert into signals (organization_id, contact_id, category, score, confidence_score, description, source,
                          event_date, metadata, evidence_key)
     values ($1, $2, $3, 0, $4, $5, 'Circuit court', $6, $7, $5)`,
    [
      organizationId,
      hazel.id,
      signal.category,
      signal.confidence,
      signal.description,
      signal.eventDate,
      JSON.stringify(signal.metadata),
    ],
  )
}

const filingDate = monthsAgo(2)
const noticeDate = monthsAgo(3)
beforeAll(async () => {
  const person = {
    ...KNOWN_PERSON,
    addresses: [],
    demographics: { ...KNOWN_PERSON.demographics, age: null, birthYear: null },
  }
  await database.query(
    `update contacts set nine_d_score = 91, age = 41, enriched_at = now(), enrichment_data = $2 where id = $1`,
    [hazel.id, JSON.stringify(person)],
  )
  const data = { ...KNOWN_HOME, mortgages: { first: null, second: null } }
  await database.query(
    `insert into properties (organization_id, contact_id, address, city, state, zip_code, last_sale_date, property_data)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      organizationId,
      hazel.id,
      home.address,
      home.city,
      home.state,
      home.zipCode,
      daysAgo(Math.round(7.2 * 365.25)),
      JSON.stringify(data),
    ],
  )
  const inputs = { match: 'name+address', datePrecision: 'day' }
  const history = [
    { daysBack: 50, score: 0, previousScore: null, cause: 'enriched' },
    { daysBack: 40, score: 75, previousScore: 0, cause: 'enriched' },
    { daysBack: 20, score: 74, previousScore: 75, cause: 'faded' },
    { daysBack: 10, score: 73, previousScore: 74, cause: 'faded' },
    { daysBack: 1, score: 91, previousScore: 73, cause: 'enriched' },
  ]
  for (const { daysBack, score, previousScore, cause } of history) {
    await database.query(
      `insert into score_history
         (organization_id, contact_id, score, previous_score, chance, lift, points, cause, model_version, recorded_at)
       values ($1, $2, $3, $4, 0.5, 5, '[]', $5, '2026.11', $6)`,
      [organizationId, hazel.id, score, previousScore, cause, `${daysAgo(daysBack)}T12:00:00Z`],
    )
  }
  await addSignal({
    category: 'divorce',
    confidence: 0.9,
    eventDate: filingDate,
    description: 'Household change on record',
    metadata: {
      ruleId: 'DI1',
      subtype: 'divorce.filed',
      provider: 'Circuit court',
      documentId: '2026-D-000417',
      inputs: { base: 0.9, recordKind: 'dissolution', documentType: 'Petition', ...inputs },
    },
  })
  await addSignal({
    category: 'debt',
    confidence: 0.95,
    eventDate: noticeDate,
    description: 'Public filing on this property',
    metadata: {
      ruleId: 'DB1',
      subtype: 'debt.nod',
      provider: 'County recorder',
      documentId: 'R-77',
      inputs: { base: 0.95, recordKind: 'notice_of_default', documentType: null, ...inputs },
    },
  })
  await addSignal({
    category: 'diplomas',
    confidence: 0.6,
    eventDate: monthsAgo(70),
    description: 'BSc completed',
    metadata: {
      ruleId: 'DP1',
      subtype: 'diplomas.young',
      provider: 'People',
      documentId: 'education:x:2020',
      inputs: { base: 0.8, yearOnly: true },
    },
  })
})

const dayText = (iso: string) =>
  new Date(`${iso}T00:00:00Z`).toLocaleDateString('en-US', { dateStyle: 'medium', timeZone: 'UTC' })

describe('A13 A30 the explanation of a score equals a calculation by hand', () => {
  test('shows score, chance, lift and points by category', async () => {
    await openContact(hazel, 'signals')
    await panel.getByText('About a 50% chance that these signals lead to a move within 12 months').waitFor()
    await panel
      .getByText(/^54% chance of moving within 12 months for any reason: 6\.6× similar homeowners$/)
      .waitFor()
    await panel.getByRole('group', { name: '9D score: 91 of 100. Divorce +60, Debt +31.' }).waitFor()
    // Neither the bar nor a heading repeats the number.
    expect((await getSection('Move Likelihood Score').innerText()).match(/\b91\b/g)).toHaveLength(1)
  })

  test('shows the evidence first, and expands the calculation by keyboard', async () => {
    const headings = await panel.getByRole('heading', { level: 3 }).allInnerTexts()
    expect(headings).toEqual([
      'Move Likelihood Score',
      'Evidence',
      'Summary',
      'Forecast if nothing new is found',
      'Score over time',
    ])
    const toggle = panel.getByRole('button', { name: 'How this score is calculated' })
    expect(await toggle.getAttribute('aria-expanded')).toBe('false')
    await toggle.press('Enter')
    const points = panel.getByRole('list', { name: 'Points by category' })
    expect(await points.getByRole('listitem').allInnerTexts()).toEqual(EXPECTED.points)
  })

  test('shows the score without each record, after a move and with a listing', async () => {
    const rows = panel.getByRole('list', { name: 'What would change this score' }).getByRole('listitem')
    const changes = (await rows.allInnerTexts()).map((text) => normalizeSpaces(text).split('\n'))
    expect(changes).toEqual(EXPECTED.changes)
  })

  test('shows the baseline line by line, and the events that act together', async () => {
    const section = getSection('Baseline and signals')
    expect((await factsIn(section)).map(normalizeSpaces)).toEqual(EXPECTED.calculation)
    expect(await section.getByRole('list', { name: 'Adjustments' }).innerText()).toBe(
      'Divorce and Debt act together: each counts ×\u00a01.15',
    )
    expect(await section.innerText()).toMatch(/Model 2026\.12, calculated for \w+ \d+, \d{4}\./)
  })

  test('shows record, source, match, date and confidence of each signal; an expired one adds 0', async () => {
    const cards = getSection('Evidence').getByRole('listitem')
    const facts = async (index: number) => (await factsIn(cards.nth(index))).map(normalizeSpaces)
    expect(await facts(0)).toEqual([
      'Effect: +60 points at 83% of its full strength, averaged over the next 12 months',
      'Record: Petition',
      'Source: Circuit court',
    ])
    await cards.nth(0).getByRole('button', { name: 'Details' }).click()
    expect((await facts(0)).slice(3, 7)).toEqual([
      'Document: 2026-D-000417',
      'Matched by: Name and address',
      'Date precision: Exact day',
      'Confidence: 90% (maximum for this record type)',
    ])
    expect(await cards.nth(0).innerText()).toContain(`Event ${dayText(filingDate)}`)
    expect(await facts(1)).toEqual([
      'Effect: +31 points at 83% of its full strength, averaged over the next 12 months',
      'Record: Notice of default',
      'Source: County recorder',
    ])
    expect(await cards.nth(1).innerText()).toMatch(/Peaks \w+ \d{4} – \w+ \d{4}\s+Expires \w+ \d{4}/)
    expect(await cards.nth(2).innerText()).toMatch(/^Diplomas\s+Expired/)
    expect((await facts(2))[0]).toMatch(/^Effect: 0 points: expired \w+ \d+, \d{4}$/)
  })

  test('shows the curve of stored scores with the cause of each step', async () => {
    const scoreSection = getSection('Score over time')
    await scoreSection.getByRole('img', { name: 'Score over time: from 0 to 91, highest 91' }).waitFor()
    const steps = scoreSection.getByRole('list', { name: 'What changed the score' }).getByRole('listitem')
    expect((await steps.allInnerTexts()).map((text) => normalizeSpaces(text).split('\n').slice(1))).toEqual([
      ['73 → 91', 'After enrichment'],
      ['75 → 73', 'Signals faded'],
      ['0 → 75', 'After enrichment'],
      ['First score: 0', 'After enrichment'],
    ])
  })

  test('shows when the score peaks and when the last signal expires', async () => {
    const forecastSection = getSection('Forecast if nothing new is found')
    expect(await forecastSection.innerText()).toMatch(
      /Highest now, at 91\. Below 75 from \w+ \d{4}\. The last active signal expires \w+ \d{4}\./,
    )
    await forecastSection.getByRole('img', { name: /^Score over the next 2 years: from 91 to \d+/ }).waitFor()
    expect(ada.consoleErrors).toEqual([])
    expect(page.url()).toContain('tab=signals')
    expect(await accessibilityViolationsOf(page)).toEqual([])
  })
})

test('shows the record type in the drawer, not on the card', async () => {
  await database.query(`update contacts set top_signal = 'divorce' where id = $1`, [hazel.id])
  await page.goto(`${product.url}/dashboard`)
  const card = page.getByRole('list', { name: 'Contacts' }).getByRole('listitem').filter({ hasText: 'Hazel' })
  await card.getByText(/^Public record · /).waitFor()
  expect(await card.innerText()).not.toContain('Petition')
  await card.getByRole('link').click()
  await drawer.getByText(/^Petition · /).waitFor()
})
