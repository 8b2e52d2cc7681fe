import { afterAll, describe, expect, test } from 'vitest'
import type { ContactDetail } from '#contract/contacts.ts'
import type { RiskData } from '#domain/risk/risk-data.ts'
import { openDrawerReader } from './drawer-reader.ts'

const reader = await openDrawerReader()
const { product, database, client, page, panel, openContact, getSection, addContact } = reader
afterAll(reader.close)

const RISK: RiskData = {
  ...{ review: 5, checkedAt: '2026-11-15T12:00:00.000Z', sample: false, sources: ['County recorder'] },
  ownership: {
    ...{ status: 'known', home: '12 Elm St', yearsCovered: 12, gaps: [] },
    deeds: [
      {
        ...{ date: '2025-03-01', documentType: 'Grant Deed', documentId: 'D-2', price: 390_000, sale: true },
        ...{ from: ['Owen Cole'], to: ['Viktor Malenko'], sources: ['County recorder'] },
      },
    ],
    quickResales: [
      {
        ...{ boughtOn: '2024-09-01', soldOn: '2025-03-01', months: 6 },
        ...{ boughtFor: 250_000, soldFor: 390_000, change: 56 },
      },
    ],
  },
  fraud: [
    {
      ...{ check: 'phone_owner', result: 'review', weak: false, sources: ['A phone book'] },
      why: 'The number is registered to a different name: Robert Hale',
    },
    {
      check: 'email_service',
      result: 'passed',
      weak: false,
      why: 'The email service is not disposable',
      sources: [],
    },
    { check: 'title_owner', result: 'not_run', weak: false, why: 'No record is known', sources: [] },
  ],
  sanctions: {
    ...{
      status: 'possible_match',
      why: null,
      listDate: '2026-11-03',
      screenedAt: '2026-11-15T12:00:00.000Z',
    },
    matches: [
      {
        ...{ entityNumber: '7', name: 'MALENKO, Viktor', kind: 'primary', program: 'TEST', similarity: 1 },
        ...{ birthYearFits: true, strength: 'potential' },
      },
    ],
  },
  foreclosure: {
    status: 'records',
    records: [
      {
        ...{ kind: 'auction', documentType: 'Notice of Sale', documentId: 'A-1', source: 'County recorder' },
        ...{ filedOn: '2026-10-01', auctionOn: '2026-12-01', amount: 120_000 },
      },
    ],
  },
}

const viktor = await addContact({ firstName: 'Viktor', lastName: 'Malenko', email: 'viktor@example.com' })

const getGroup = (name: string) => getSection('Risk').getByRole('region', { name, exact: true })

describe('A29 the Risk card', () => {
  test('A15 is absent before the first enrichment', async () => {
    await openContact(viktor, 'intelligence')
    await panel.getByText('No intelligence data available', { exact: true }).waitFor()
    expect(await getSection('Risk').count()).toBe(0)
  })

  test('opens from the overview, and each of its four groups names its sources', async () => {
    await database.query(`update contacts set risk_data = $2, enriched_at = now() where id = $1`, [
      viktor.id,
      JSON.stringify(RISK),
    ])
    await openContact(viktor)
    await panel.getByText('Risk data: 5 findings to review').waitFor()
    await panel.getByRole('button', { name: 'Show risk data' }).click()
    await page.waitForURL(/tab=intelligence/)
    const groupTexts: Record<string, RegExp> = {
      'Ownership history':
        /Review[\s\S]*1 sale or deed for 12 Elm St, over 12 years\.[\s\S]*\$250,000 and \$390,000 \(\+56%\)/,
      'Fraud checks':
        /1 to review[\s\S]*registered to a different name: Robert Hale\.[\s\S]*Compared with: A phone book[\s\S]*1 check passed, 1 not run/,
      'Sanctions screening':
        /Possible match, review[\s\S]*list of Nov 3, 2026[\s\S]*MALENKO, Viktor[\s\S]*100% similar · birth year matches/,
      'Foreclosure records':
        /1 record[\s\S]*Notice of Sale[\s\S]*Filed Oct 1, 2026 · auction Dec 1, 2026 · \$120,000[\s\S]*County recorder/,
    }
    for (const [name, text] of Object.entries(groupTexts))
      expect(await getGroup(name).innerText()).toMatch(text)
    await getSection('Risk')
      .getByText(/^Not for credit, employment, insurance or tenant decisions\./)
      .waitFor()
    await getGroup('Ownership history').getByRole('button', { name: 'All sales and deeds' }).click()
    await getGroup('Ownership history').getByText('from Owen Cole to Viktor Malenko').waitFor()
    expect(await getSection('Risk').innerText()).not.toMatch(/\bclear\b|sanctioned|accurate/i)
  })

  test('reports an enrichment without a screening list, and shows the badge only with findings', async () => {
    const hazel = await addContact({
      ...{ firstName: 'Hazel', lastName: 'Abernathy', email: 'hazel@example.com', phone: '(630) 555-0142' },
      ...{ address: '12 Elm St', city: 'Lisle', state: 'IL', zipCode: '60532' },
    })
    const enrichedContact: ContactDetail = await client.json('POST', `/api/contacts/${hazel.id}/enrich`)
    expect(enrichedContact.hasRiskFindings).toBe((enrichedContact.riskData?.review ?? 0) > 0)
    await openContact(hazel, 'intelligence')
    expect(await getGroup('Sanctions screening').innerText()).toMatch(
      /Not run[\s\S]*Not run: no sanctions list is connected\./,
    )
    await getSection('Risk').getByText('Sample data', { exact: true }).first().waitFor()
    await page.goto(`${product.url}/dashboard`)
    const card = page
      .getByRole('list', { name: 'Contacts' })
      .getByRole('listitem')
      .filter({ hasText: 'Viktor' })
    await card.getByText('Risk Data', { exact: true }).waitFor()
  })
})
