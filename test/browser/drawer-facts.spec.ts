import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ContactDetail } from '#contract/contacts.ts'
import { barColor, colorOf, factsIn, openDrawerReader } from './drawer-reader.ts'
import { fetchResponse } from './fetch-response.ts'
import { KNOWN_PERSON } from './known-person.ts'

const UNKNOWN_ID = '018f0000-0000-7000-8000-000000000000'

const reader = await openDrawerReader()
const { product, database, organizationId, ada, page, drawer, panel, openContact, getSection, addContact } =
  reader
afterAll(reader.close)

const hazel = await addContact({
  firstName: 'Hazel',
  lastName: 'Abernathy',
  email: 'hazel@example.com',
  phone: '(630) 555-0142',
  address: '12 Elm St',
  city: 'Lisle',
  state: 'IL',
  zipCode: '60532',
})
const ned = await addContact({ firstName: 'Ned', lastName: 'Bare' })

beforeAll(async () => {
  await database.query(
    `update contacts set email_verified = 'verified', phone_verified = 'verified', nine_d_score = 82,
            signals_detected = 7, top_signal = 'divorce', enriched_at = '2026-03-04T12:00:00Z', enrichment_data = $2
      where id = $1`,
    [hazel.id, JSON.stringify(KNOWN_PERSON)],
  )
})

describe('A11 the header of the drawer', () => {
  test('shows the name, initials or photo, badges, buttons and five tabs', async () => {
    await openContact(hazel)
    await drawer.getByText('HA', { exact: true }).waitFor()
    expect(await drawer.locator('img').count()).toBe(0)
    for (const badge of ['Divorce', 'Email Verified', 'Phone Verified']) {
      await drawer.getByText(badge, { exact: true }).waitFor()
    }
    for (const name of ['Edit', 'Enrich', 'Add to Contacts', 'Delete']) {
      await drawer.getByRole('button', { name, exact: true }).waitFor()
    }
    expect(await drawer.getByRole('tab').allInnerTexts()).toEqual([
      'Overview',
      'Signals',
      'Property',
      'Intelligence',
      'Tasks',
    ])
    await database.query(`update contacts set profile_photo_url = '/favicon.svg' where id = $1`, [hazel.id])
    await openContact(hazel)
    await drawer.locator('img[src="/favicon.svg"]').waitFor()
    await openContact(ned)
    await drawer.getByText('NB', { exact: true }).waitFor()
    expect(await drawer.getByText(/^(Email|Phone) Verified$/).count()).toBe(0)
  })

  test('downloads a vCard named after the contact', async () => {
    await openContact(hazel)
    const download = page.waitForEvent('download')
    await drawer.getByRole('button', { name: 'Add to Contacts' }).click()
    const file = await download
    expect(file.suggestedFilename()).toBe('Hazel_Abernathy.vcf')
    expect(await readFile(await file.path(), 'utf8')).toContain('FN:Hazel Abernathy')
  })

  test('reports a contact that does not exist', async () => {
    await page.goto(`${product.url}/dashboard?contact=${UNKNOWN_ID}`)
    await page.getByRole('dialog').getByText('Contact not found', { exact: true }).waitFor()
    ada.consoleErrors.splice(0)
  })
})

describe('A12 the overview', () => {
  test('shows contact points and their verification', async () => {
    await database.query(`update contacts set phone_verified = 'unverified' where id = $1`, [hazel.id])
    await openContact(hazel)
    const contact = getSection('Contact information')
    await contact.getByTitle('Email: Verified').waitFor()
    await contact.getByTitle('Phone: Not verified yet').waitFor()
    expect(await contact.innerText()).toMatch(
      /hazel@example.com[\s\S]*\(630\) 555-0142[\s\S]*12 Elm St, Lisle, IL 60532/,
    )
    expect(await getSection('9D score').innerText()).toMatch(/Last enriched Mar 4, 2026\s+82[\s\S]*\/ 100/)
  })

  test('lists the current job and four of the five before it', async () => {
    const jobs = getSection('Professional History').getByRole('listitem')
    expect((await jobs.allInnerTexts()).map((text) => text.split('\n')[0])).toEqual([
      'Director',
      'Manager',
      'Planner',
      'Surveyor',
      'Assistant',
    ])
    expect(await jobs.first().innerText()).toMatch(
      /Current\s+Lisle Public Works · Lisle, IL\s+Jan 10, 2022 – now/,
    )
  })

  test('lists education, profiles, age, industry, 15 of 17 skills and 10 of 12 interests', async () => {
    expect(await getSection('Education').getByRole('listitem').allInnerTexts()).toEqual([
      expect.stringMatching(/^Benedictine University\s+Bachelor · Geography\s+2005 – 2009$/),
    ])
    const links = getSection('Social Profiles').getByRole('link')
    expect(
      await links.evaluateAll((elements) =>
        elements.map((link) => [link.firstChild?.textContent, link.getAttribute('href')]),
      ),
    ).toEqual([
      ['LinkedIn', 'https://linkedin.com/in/hazel'],
      ['Facebook', 'https://facebook.com/hazel'],
      ['Twitter', 'https://twitter.com/hazel'],
      ['GitHub', 'https://github.com/hazel'],
    ])
    const demographics = getSection('Demographics')
    expect(await factsIn(demographics)).toEqual(['Age: 39', 'Birth year: 1987', 'Industry: Public works'])
    const skills = demographics.getByRole('list', { name: 'Skills' }).getByRole('listitem')
    expect([await skills.count(), await skills.last().innerText()]).toEqual([15, 'Skill 15'])
    const interests = demographics.getByRole('list', { name: 'Interests' }).getByRole('listitem')
    expect([await interests.count(), await interests.last().innerText()]).toEqual([10, 'Interest 10'])
    await panel
      .getByText(
        'People Data Labs · Mar 4, 2026 · match confidence 8 of 10. Dropped 2 impossible values: skills,',
      )
      .waitFor()
  })
})

describe('A13 the signals', () => {
  const bar = panel.getByRole('progressbar', { name: 'Move Likelihood Score' })
  const HINT = 'Enrich this contact to detect signals and calculate a score.'
  const ACTIVE = 'Active signals detected'

  test.each([
    [75, null, 'red', 'Very High', ACTIVE],
    [74, null, 'orange', 'High', ACTIVE],
    [50, null, 'orange', 'High', ACTIVE],
    [49, null, 'yellow', 'Medium', ACTIVE],
    [25, null, 'yellow', 'Medium', ACTIVE],
    [24, 'Very High', 'green', 'Very High', ACTIVE],
    [1, null, 'green', 'Low', ACTIVE],
    [0, null, 'green', 'Low', HINT],
    [null, null, 'green', 'Low', HINT],
  ])('a score of %s, stored as "%s", is %s and %s', async (score, storedStrength, color, strength, hint) => {
    await database.query('update contacts set nine_d_score = $2, signal_strength = $3 where id = $1', [
      ned.id,
      score,
      storedStrength,
    ])
    await openContact(ned, 'signals')
    expect(await bar.getAttribute('aria-valuenow')).toBe(String(score ?? 0))
    expect(await barColor(bar)).toBe(color)
    expect(await factsIn(getSection('Summary'))).toContain(`Signal Strength: ${strength}`)
    await panel.getByText(hint, { exact: true }).waitFor()
    expect(await panel.getByText(hint === ACTIVE ? HINT : ACTIVE, { exact: true }).count()).toBe(0)
  })

  test('shows count, age range, gender, top signal and time of the enrichment', async () => {
    await openContact(hazel, 'signals')
    const facts = () => factsIn(getSection('Summary'))
    const enrichedText = new Date('2026-03-04T12:00:00Z').toLocaleString('en-US', {
      dateStyle: 'medium',
      timeStyle: 'short',
    })
    expect(await facts()).toEqual([
      'Signal Strength: Very High',
      'Signals Detected: 7',
      'Age range: 35-44',
      'Gender: Female',
      'Top signal: Divorce',
      `Last enriched: ${enrichedText}`,
    ])
    await database.query(
      `update contacts set enrichment_data = jsonb_set(enrichment_data, '{demographics,gender}', '"M"') where id = $1`,
      [hazel.id],
    )
    await openContact(hazel, 'signals')
    expect(await facts()).toContain('Gender: Male')
  })

  test('shows a card per signal: category, confidence, bar, days and expandable details', async () => {
    const confidences = [0.75, 0.74, 0.5, 0.49, 0.3, 0.29, null]
    for (const [index, confidence] of confidences.entries()) {
      await database.query(
        `insert into signals (organization_id, contact_id, category, score, confidence_score, description, event_date,
                              detected_at, metadata, evidence_key)
         values ($1, $2, 'divorce', 40, $3, $4, current_date - 90, '2026-03-04T12:00:00Z', $5, $4)`,
        [
          organizationId,
          hazel.id,
          confidence,
          `Case ${index}`,
          { subtype: 'divorce.filed', county: 'DuPage' },
        ],
      )
    }
    // The database has only nine categories, but a newer server could send a tenth.
    await page.route(`**/api/contacts/${hazel.id}`, async (route) => {
      const response = await fetchResponse(route)
      const contact = (await response.json()) as ContactDetail
      const signals = contact.signals.map((signal) =>
        signal.description === 'Case 6' ? { ...signal, category: 'dowry' } : signal,
      )
      await route.fulfill({ response, json: { ...contact, signals } })
    })
    await openContact(hazel, 'signals')
    const card = (index: number) =>
      getSection('Evidence')
        .getByRole('listitem')
        .filter({ hasText: `Case ${index}` })
    await card(6).waitFor()
    const shownCards = await Promise.all(
      confidences.map(async (_, index) => [
        /(\d+)% confidence/.exec(await card(index).innerText())?.[1],
        await barColor(card(index).getByRole('progressbar')),
      ]),
    )
    expect(shownCards).toEqual([
      ['75', 'red'],
      ['74', 'orange'],
      ['50', 'orange'],
      ['49', 'yellow'],
      ['30', 'yellow'],
      ['29', 'blue'],
      ['40', 'yellow'],
    ])
    const dot = (index: number) => card(index).locator('[aria-hidden]').first()
    const categories = ['cat-divorce', 'cat-unknown']
    expect([await colorOf(dot(0), categories), await colorOf(dot(6), categories)]).toEqual(categories)
    const day = new Date(Date.now() - 90 * 86_400_000).toLocaleDateString('en-US', {
      dateStyle: 'medium',
      timeZone: 'UTC',
    })
    expect(await card(6).innerText()).toMatch(/^Dowry/)
    expect(await card(0).innerText()).toMatch(
      new RegExp(`Divorce[\\s\\S]*Event ${day}\\s+Detected Mar 4, 2026`),
    )
    expect(await card(0).getByText('DuPage').count()).toBe(0)
    await card(0).getByRole('button', { name: 'Details' }).click()
    expect(await factsIn(card(0))).toContain('County: DuPage')
    await page.unroute(`**/api/contacts/${hazel.id}`)
    expect(ada.consoleErrors).toEqual([])
  })
})

describe('A15 the intelligence', () => {
  test('is locked before the first enrichment', async () => {
    await openContact(ned, 'intelligence')
    await panel.getByText('No intelligence data available', { exact: true }).waitFor()
    await panel
      .getByText(
        'Enrich this contact to unlock phone intelligence, alternate contacts, and address history.',
        { exact: true },
      )
      .waitFor()
  })

  test('shows phone, addresses, alternates and other owners of the phone', async () => {
    await openContact(hazel, 'intelligence')
    expect(await factsIn(getSection('Phone Intelligence'))).toEqual([
      'Number: (630) 555-0142',
      'Carrier: Prairie Mobile',
      'Line type: mobile',
      expect.stringMatching(/^Phone owned since: Mar 4, 2017 \(\d+ years\)$/),
    ])
    expect((await getSection('Known Addresses').getByRole('listitem').innerText()).split(/\n+/)).toEqual([
      '12 Elm St',
      'Lisle, IL 60532',
      'Moved in Aug 15, 2019',
      'Accuracy: Rooftop',
      '41.80114, -88.07479',
    ])
    const linesOf = async (name: string) =>
      (await getSection(name).getByRole('listitem').first().innerText()).split(/\n+/)
    expect(await linesOf('Alternate names')).toEqual(['Hazel Quigley'])
    expect(await linesOf('Alternate emails')).toEqual(['hazel.q@example.com'])
    expect(await linesOf('Alternate phones')).toEqual(['(630) 555-0199', 'landline'])
    const owners = getSection('Additional phone owners')
    expect(await owners.getByRole('heading', { level: 4 }).allInnerTexts()).toEqual([
      'Omar Abernathy',
      'Sky Abernathy',
    ])
    expect(await factsIn(owners)).toEqual([
      'Age range: 45-54',
      'Gender: Male',
      'Phone owned since: Feb 3, 2018',
      'Address: 9 Oak Ave, Aurora, IL',
      'Gender: X',
    ])
  })
})
