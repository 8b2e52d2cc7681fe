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

describe('A20 playbooks that fit', () => {
  test('the category with more points of the score comes first, and three are enough', () => {
    const signals = [
      live('diplomas.young', 9),
      live('destinations.metro', 40),
      live('diamonds', 14),
      live('diapers', 2),
    ]
    expect(names(signals)).toEqual(['destinations', 'diamonds', 'diplomas'])
  })

  test('the more careful one comes first, whatever counts more, and says so', () => {
    const signals = [
      live('destinations.metro', 60),
      live('debt.nod', 20),
      live('divorce.filed', 15),
      live('death.unknown', 3),
    ]
    expect(names(signals)).toEqual(['death', 'debt', 'divorce'])
    const [death, debt] = suggest(signals).suggestions
    expect(death?.why).toMatch(
      /^Listed ahead of stronger signals because it asks for more care; 3 of 98 points come from death\. /,
    )
    expect(debt?.why).toMatch(/^Listed ahead of stronger signals/)
    expect(suggest(signals.slice(1, 3)).suggestions[0]?.why).toMatch(/^20 of 35 points come from debt\. /)
    expect(names([live('debt.nod', 90), live('disaster.damage', 1)])).toEqual(['disaster', 'debt'])
  })

  test('why names the category, the dates of the strongest record and how sure it is, and no more than is known', () => {
    const why = (...signals: LiveSignal[]) => suggest(signals).suggestions[0]?.why
    expect(why(live('debt.nod', 34, { confidence: 0.81 }))).toBe(
      '34 of 34 points come from debt. Its record is dated September 15, 2026 and was found on November 2, 2026; we are 81\u00a0% sure of it.',
    )
    expect(why(live('debt.nod', 1, { eventDate: '2026-11-02' }))).toMatch(
      /^1 of 1 points comes from debt\. Its record was found on November 2, 2026; we/,
    )
    const older = live('debt.taxlien', 40, { eventDate: '2025-07-01', precision: 'year' })
    expect(why(live('debt.nod', 3), older)).toContain('The strongest of its 2 records is dated 2025 and')
    expect(why(live('debt.nod', 3, { precision: 'month' }))).toContain('is dated September 2026 and')
    expect(why(live('debt.nod', 0))).toMatch(/^Less than 1 of 0 points comes from debt\. /)
  })

  test('answers to every live signal of its category, the one that counts most first', () => {
    const [first, second] = [live('debt.taxlien', 4), live('debt.nod', 30)]
    expect(suggest([first, second]).suggestions[0]?.signals).toEqual([second, first])
  })

  test('each category gives one before any gives a second', () => {
    const playbooks = [{ name: 'own debt', category: 'debt' as const }, ...PLAYBOOKS]
    expect(names([live('debt.nod', 30), live('diamonds', 2)], { playbooks })).toEqual([
      'own debt',
      'diamonds',
      'debt',
    ])
  })

  test('nothing is planned on what no task is made for', () => {
    const unsure = live('disaster.county', 2, { confidence: 0.1 })
    expect(names([unsure, live('debt.nod', 30)])).toEqual(['debt'])
    expect(suggest([unsure])).toEqual({
      suggestions: [],
      reason: 'What was found is too unsure to plan with, or left out by your organization.',
    })
    // One changed surname reads as two categories: the likelier one leads.
    const surname = { documentId: 'surname:roe:okafor' }
    const readings = [
      live('diamonds', 12, surname),
      live('divorce.inferred', 4, { ...surname, confidence: 0.25 }),
    ]
    expect(names(readings)).toEqual(['diamonds'])
  })

  test('who leaves age out gets nothing for a category found by age', () => {
    const signals = [live('downsizing.state', 9), live('diamonds', 2)]
    expect(names(signals)).toEqual(['downsizing', 'diamonds'])
    expect(names(signals, { policy: { excludeFamilial: false, excludeAge: true } })).toEqual(['diamonds'])
  })

  test('an empty answer says why', () => {
    const signals = [live('debt.nod', 30)]
    expect(suggest(signals, { doNotContact: true })).toEqual({
      suggestions: [],
      reason: 'This person must not be contacted, so no playbook is suggested.',
    })
    expect(suggest([], { score: null }).reason).toMatch(/^Enrich this contact/)
    expect(suggest([]).reason).toBe('No signal is live right now, so there is nothing to plan for.')
    expect(suggest(signals, { playbooks: [] }).reason).toBe(
      'No playbook fits the live signals of this contact.',
    )
    expect(suggest(signals).reason).toBeNull()
  })
})
