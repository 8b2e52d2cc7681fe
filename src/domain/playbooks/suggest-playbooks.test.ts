import { describe, expect, test } from 'vitest'
import { SUBTYPES, type Subtype } from '../score/parameters.ts'
import { CATEGORIES, type Category } from '../signals/categories.ts'
import type { LiveSignal } from './live-signal.ts'
import { suggestPlaybooks } from './suggest-playbooks.ts'

const live = (subtype: Subtype, points: number, over: Partial<LiveSignal> = {}): LiveSignal => ({
  id: `${subtype} ${points}`,
  category: SUBTYPES[subtype].category,
  subtype,
  points,
  confidence: 0.9,
  eventDate: '2026-09-15',
  precision: 'day',
  foundOn: '2026-11-02',
  documentId: subtype,
  ...over,
})
const PLAYBOOKS = CATEGORIES.map((category): { name: string; category: Category | null } => ({
  name: category,
  category,
}))

type SuggestionInput = Partial<Parameters<typeof suggestPlaybooks<(typeof PLAYBOOKS)[number]>>[0]>
function suggest(liveSignals: LiveSignal[], over: SuggestionInput = {}) {
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
    ...over,
  })
}
const names = (...asked: Parameters<typeof suggest>) =>
  suggest(...asked).suggestions.map(({ playbook }) => playbook.name)

describe('A20 suggestPlaybooks', () => {
  test('lists categories by points and suggests at most three', () => {
    const signals = [
      live('diplomas.young', 9),
      live('destinations.metro', 40),
      live('diamonds', 14),
      live('diapers', 2),
    ]
    expect(names(signals)).toEqual(['destinations', 'diamonds', 'diplomas'])
  })

  test('puts categories that need more care first and says so', () => {
    const signals = [
      live('destinations.metro', 60),
      live('debt.nod', 20),
      live('divorce.filed', 15),
      live('death.unknown', 3),
    ]
    expect(names(signals)).toEqual(['death', 'debt', 'divorce'])
    const [death, debt] = suggest(signals).suggestions
    expect(death?.why).toMatch(
      /^Listed ahead of stronger signals because it calls for more care\. Death signal: 3 of 98 points\. /,
    )
    expect(debt?.why).toMatch(/^Listed ahead of stronger signals/)
    expect(suggest(signals.slice(1, 3)).suggestions[0]?.why).toMatch(/^Debt signal: 20 of 35 points\. /)
    expect(names([live('debt.nod', 90), live('disaster.damage', 1)])).toEqual(['disaster', 'debt'])
  })

  test('explains category, dates and confidence of the strongest record', () => {
    const why = (...signals: LiveSignal[]) => suggest(signals).suggestions[0]?.why
    expect(why(live('debt.nod', 34, { confidence: 0.81 }))).toBe(
      'Debt signal: 34 of 34 points. Dated Sep 15, 2026, found Nov 2, 2026. 81% confidence.',
    )
    expect(why(live('debt.nod', 1, { eventDate: '2026-11-02' }))).toMatch(
      /^Debt signal: 1 of 1 points\. Found Nov 2, 2026\. /,
    )
    const older = live('debt.taxlien', 40, { eventDate: '2025-07-01', precision: 'year' })
    expect(why(live('debt.nod', 3), older)).toContain('Strongest of 2 records: dated 2025, found')
    expect(why(live('debt.nod', 3, { precision: 'month' }))).toContain('Dated Sep 2026, found')
    expect(why(live('debt.nod', 0))).toMatch(/^Debt signal: less than 1 of 0 points\. /)
  })

  test('covers all active signals of the category, most points first', () => {
    const [first, second] = [live('debt.taxlien', 4), live('debt.nod', 30)]
    expect(suggest([first, second]).suggestions[0]?.signals).toEqual([second, first])
  })

  test('gives each category one playbook before any gets a second', () => {
    const playbooks = [{ name: 'own debt', category: 'debt' as const }, ...PLAYBOOKS]
    expect(names([live('debt.nod', 30), live('diamonds', 2)], { playbooks })).toEqual([
      'own debt',
      'diamonds',
      'debt',
    ])
  })

  test('ignores signals that get no tasks', () => {
    const unsure = live('disaster.county', 2, { confidence: 0.1 })
    expect(names([unsure, live('debt.nod', 30)])).toEqual(['debt'])
    expect(suggest([unsure])).toEqual({
      suggestions: [],
      reason: 'The signals found are too uncertain to plan with, or excluded by your organization.',
    })
    // One changed surname reads as two categories: the likelier one comes first.
    const surname = { documentId: 'surname:roe:okafor' }
    const readings = [
      live('diamonds', 12, surname),
      live('divorce.inferred', 4, { ...surname, confidence: 0.25 }),
    ]
    expect(names(readings)).toEqual(['diamonds'])
  })

  test('skips age categories when the organization excludes age', () => {
    const signals = [live('downsizing.state', 9), live('diamonds', 2)]
    expect(names(signals)).toEqual(['downsizing', 'diamonds'])
    expect(names(signals, { policy: { excludeFamilial: false, excludeAge: true } })).toEqual(['diamonds'])
  })

  test('gives the reason when there is no suggestion', () => {
    const signals = [live('debt.nod', 30)]
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
