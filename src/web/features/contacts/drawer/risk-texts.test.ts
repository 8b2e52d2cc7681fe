import { describe, expect, test } from 'vitest'
import type { FraudCheck, SanctionsMatch, SanctionsScreening } from '#domain/risk/risk-data.ts'
import {
  foreclosureStatus,
  foreclosureText,
  fraudStatus,
  gapText,
  matchText,
  ownershipStatus,
  resaleText,
  sanctionsStatus,
  sanctionsText,
  transferText,
} from './risk-texts.ts'

function match(overrides: Partial<SanctionsMatch> = {}): SanctionsMatch {
  return {
    ...{ entityNumber: '7', name: 'MALENKO, Viktor', kind: 'aka', program: 'TEST' },
    ...{ similarity: 0.962, birthYearFits: true, strength: 'potential' },
    ...overrides,
  }
}

function screening(overrides: Partial<SanctionsScreening>): SanctionsScreening {
  return {
    status: 'no_match',
    why: null,
    listDate: '2026-11-03',
    screenedAt: null,
    matches: [],
    ...overrides,
  }
}

const check = (result: FraudCheck['result'], weak = false): FraudCheck => ({
  ...{ check: 'phone_line', why: '', sources: [] },
  ...{ result, weak },
})

describe('A29 texts of the Risk card', () => {
  test.each<[SanctionsScreening, string, RegExp]>([
    [
      screening({ status: 'not_run', why: 'no_list', listDate: null }),
      'Not run',
      /^Not run: no sanctions list is connected\.$/,
    ],
    [screening({ status: 'not_run', why: 'failed' }), 'Not run', /couldn't search the list/],
    [screening({}), 'No match', /^No match on the list of Nov 3, 2026\.$/],
    [screening({ listDate: null }), 'No match', /^No match on the list\.$/],
    [screening({ status: 'possible_match', matches: [match()] }), 'Possible match, review', /compare both/],
    [
      screening({ status: 'possible_match', matches: [match({ strength: 'weak', birthYearFits: null })] }),
      'Weak match',
      /common and isn't a finding/,
    ],
  ])('describes screening %#: %s', (screeningInput, label, text) => {
    expect(sanctionsStatus(screeningInput).label).toBe(label)
    expect(sanctionsText(screeningInput)).toMatch(text)
    expect(sanctionsText(screeningInput)).not.toMatch(/\bclear\b|sanctioned|accurate/i)
  })

  test('shows the similarity and birth year of a match', () => {
    expect(matchText(match())).toMatch(/^Also known as · 96% similar · birth year matches · program TEST$/)
    expect(matchText(match({ birthYearFits: null, program: null, kind: 'primary' }))).toMatch(
      /^Main name · 96% similar · birth year unknown$/,
    )
  })

  test('counts fraud findings and raises no flag for weak ones', () => {
    expect(fraudStatus([check('review'), check('review', true)])).toEqual({
      label: '1 to review',
      tone: 'orange',
    })
    expect(fraudStatus([check('review', true)])).toEqual({ label: '1 minor difference', tone: 'neutral' })
    expect(fraudStatus([check('passed'), check('not_run')]).label).toBe('Nothing to review')
    expect(fraudStatus([check('not_run')]).label).toBe('Not run')
  })

  test('describes ownership and foreclosure', () => {
    const none = {
      status: 'not_run',
      home: null,
      deeds: [],
      yearsCovered: null,
      gaps: [],
      quickResales: [],
    } as const
    expect(ownershipStatus({ ...none, deeds: [], gaps: [], quickResales: [] }, 0).label).toBe('Not run')
    const resale = { boughtOn: '2015-11-16', soldOn: '2016-04-18', months: 5 }
    const prices = { boughtFor: 250_000, soldFor: 434_500, change: 74 }
    const oldFinding = {
      ...none,
      status: 'known',
      deeds: [],
      gaps: [],
      quickResales: [{ ...resale, ...prices }],
    } as const
    expect(
      ownershipStatus({ ...oldFinding, gaps: [], deeds: [], quickResales: [...oldFinding.quickResales] }, 1),
    ).toEqual({
      label: 'Review',
      tone: 'orange',
    })
    expect(
      ownershipStatus({ ...oldFinding, gaps: [], deeds: [], quickResales: [...oldFinding.quickResales] }, 0),
    ).toEqual({
      label: 'Minor or older findings',
      tone: 'neutral',
    })
    expect(foreclosureStatus({ status: 'none_found', records: [] }).label).toBe('None found')
    const record = {
      ...({ kind: 'auction', documentType: null, documentId: 'A-1', source: 'County' } as const),
      ...{ filedOn: '2026-10-01', auctionOn: '2026-12-01', amount: 120_000 },
    }
    expect(foreclosureStatus({ status: 'records', records: [record] }).label).toBe('1 record')
    expect(foreclosureText(record)).toBe('Filed Oct 1, 2026 · auction Dec 1, 2026 · $120,000 · document A-1')
    expect(foreclosureText({ ...record, filedOn: '2024', auctionOn: null, amount: null })).toBe(
      'Filed 2024 · document A-1',
    )
  })

  test('describes transfers, gaps and resales', () => {
    const deed = {
      ...{ date: '2019-05-02', documentType: 'Warranty Deed', documentId: 'D', price: 410_000 },
      ...{ from: ['Robert Hale'], to: ['Ana Nunez'], sources: [], sale: true },
    }
    expect(transferText(deed)).toBe('Warranty Deed · $410,000 · from Robert Hale to Ana Nunez')
    expect(transferText({ ...deed, price: null, from: [], to: [], sale: false })).toBe(
      'Warranty Deed · not a sale',
    )
    expect(gapText({ after: '2016-03-01', before: null, owner: 'A. Hale', next: 'B. Cole' })).toBe(
      'A. Hale received the home on Mar 1, 2016; the title now names B. Cole. We found no record since then.',
    )
    const resale = {
      boughtOn: '2024-09-01',
      soldOn: '2025-03-01',
      months: 6,
      boughtFor: 250_000,
      soldFor: 390_000,
    }
    expect(resaleText({ ...resale, change: 56 })).toBe(
      'Bought on Sep 1, 2024 and resold on Mar 1, 2025, after 6 months, for $250,000 and $390,000 (+56%).',
    )
    expect(resaleText({ ...resale, soldFor: 252_000, change: 1 })).toMatch(/\(\+1%\), a small change\.$/)
    expect(resaleText({ ...resale, soldFor: null, change: null })).toMatch(/price unknown\.$/)
  })
})
