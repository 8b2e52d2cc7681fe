import { describe, expect, test } from 'vitest'
import { SUBTYPES, type Subtype } from '../score/parameters.ts'
import { CATEGORIES, type Category } from '../signals/categories.ts'
import type { LiveSignal } from './live-signal.ts'
import { suggestPlaybooks } from './suggest-playbooks.ts'

const liveSignal = (subtype: Subtype, points: number, overrides: Partial<LiveSignal> = {}): LiveSignal => ({
  id: `${subtype} ${points}`,
  category: SUBTYPES[subtype].category,
  subtype,
  points,
  confidence: 0.9,
  eventDate: '2026-09-15',
  precision: 'day',
  foundOn: '2026-11-02',
  documentId: subtype,
  ...overrides,
})
const PLAYBOOKS = CATEGORIES.map((category): { name: string; category: Category | null } => ({
  name: category,
  category,
}))

type SuggestionInput = Partial<Parameters<typeof suggestPlaybooks<(typeof PLAYBOOKS)[number]>>[0]>
function suggest(liveSignals: LiveSignal[], overrides: SuggestionInput = {}) {
  const points = CATEGORIES.map((category) => ({
    category,
    points: liveSignals
      .filter((each) => each.category === category)
      .reduce((sum, each) => sum + each.points, 0),
  }))
  return suggestPlaybooks({
    doNotContact: false,
    listedForSale: false,
    score: points.reduce((sum, each) => sum + each.points, 0),
    points,
    liveSignals,
    policy: { excludeFamilial: false, excludeAge: false },
    playbooks: PLAYBOOKS,
    ...overrides,
  })
}
const suggestedNames = (...args: Parameters<typeof suggest>) =>
  suggest(...args).suggestions.map(({ playbook }) => playbook.name)

describe('A20 suggestPlaybooks', () => {
  test('lists categories by points and suggests at most three', () => {
    const signals = [
      liveSignal('diplomas.young', 9),
      liveSignal('destinations.metro', 40),
      liveSignal('diamonds', 14),
      liveSignal('diapers', 2),
    ]
    expect(suggestedNames(signals)).toEqual(['destinations', 'diamonds', 'diplomas'])
  })

  test('puts categories that need more care first and says so', () => {
    const signals = [
      liveSignal('destinations.metro', 60),
      liveSignal('debt.nod', 20),
      liveSignal('divorce.filed', 15),
      liveSignal('death.unknown', 3),
    ]
    expect(suggestedNames(signals)).toEqual(['death', 'debt', 'divorce'])
    const [death, debt] = suggest(signals).suggestions
    expect(death?.why).toMatch(
      /^Listed ahead of stronger signals because it calls for more care\. Death signal: 3 of 98 points\. /,
    )
    expect(debt?.why).toMatch(/^Listed ahead of stronger signals/)
    expect(suggest(signals.slice(1, 3)).suggestions[0]?.why).toMatch(/^Debt signal: 20 of 35 points\. /)
    expect(suggestedNames([liveSignal('debt.nod', 90), liveSignal('disaster.damage', 1)])).toEqual([
      'disaster',
      'debt',
    ])
  })

  test('explains category, dates and confidence of the strongest record', () => {
    const why = (...signals: LiveSignal[]) => suggest(signals).suggestions[0]?.why
    expect(why(liveSignal('debt.nod', 34, { confidence: 0.81 }))).toBe(
      'Debt signal: 34 of 34 points. Dated Sep 15, 2026, found Nov 2, 2026. 81% confidence.',
    )
    expect(why(liveSignal('debt.nod', 1, { eventDate: '2026-11-02' }))).toMatch(
      /^Debt signal: 1 of 1 points\. Found Nov 2, 2026\. /,
    )
    const older = liveSignal('debt.taxlien', 40, { eventDate: '2025-07-01', precision: 'year' })
    expect(why(liveSignal('debt.nod', 3), older)).toContain('Strongest of 2 records: dated 2025, found')
    expect(why(liveSignal('debt.nod', 3, { precision: 'month' }))).toContain('Dated Sep 2026, found')
    expect(why(liveSignal('debt.nod', 0))).toMatch(/^Debt signal: less than 1 of 0 points\. /)
  })

  test('covers all active signals of the category, most points first', () => {
    const [first, second] = [liveSignal('debt.taxlien', 4), liveSignal('debt.nod', 30)]
    expect(suggest([first, second]).suggestions[0]?.signals).toEqual([second, first])
  })

  test('gives each category one playbook before any gets a second', () => {
    const playbooks = [{ name: 'own debt', category: 'debt' as const }, ...PLAYBOOKS]
    expect(suggestedNames([liveSignal('debt.nod', 30), liveSignal('diamonds', 2)], { playbooks })).toEqual([
      'own debt',
      'diamonds',
      'debt',
    ])
  })

  test('ignores signals that get no tasks', () => {
    const uncertain = liveSignal('disaster.county', 2, { confidence: 0.1 })
    expect(suggestedNames([uncertain, liveSignal('debt.nod', 30)])).toEqual(['debt'])
    expect(suggest([uncertain])).toEqual({
      suggestions: [],
      reason: 'The signals found are too uncertain to plan with, or excluded by your organization.',
    })
    // A changed surname can mean two categories; the more likely one comes first.
    const surnameChange = { documentId: 'surname:roe:okafor' }
    const readings = [
      liveSignal('diamonds', 12, surnameChange),
      liveSignal('divorce.inferred', 4, { ...surnameChange, confidence: 0.25 }),
    ]
    expect(suggestedNames(readings)).toEqual(['diamonds'])
  })

  test('skips age categories when the organization excludes age', () => {
    const signals = [liveSignal('downsizing.state', 9), liveSignal('diamonds', 2)]
    expect(suggestedNames(signals)).toEqual(['downsizing', 'diamonds'])
    expect(suggestedNames(signals, { policy: { excludeFamilial: false, excludeAge: true } })).toEqual([
      'diamonds',
    ])
  })

  test('gives the reason when there is no suggestion', () => {
    const signals = [liveSignal('debt.nod', 30)]
    expect(suggest(signals, { doNotContact: true })).toEqual({
      suggestions: [],
      reason: 'This contact is marked do not contact, so we suggest no playbook.',
    })
    expect(suggest([], { score: null }).reason).toMatch(/^Enrich this contact/)
    expect(suggest([]).reason).toBe('This contact has no active signals to plan for.')
    expect(suggest(signals, { playbooks: [] }).reason).toBe(
      'No playbook fits the active signals of this contact.',
    )
    expect(suggest(signals).reason).toBeNull()
  })
})
