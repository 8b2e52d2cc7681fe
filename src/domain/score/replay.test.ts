import { describe, expect, test } from 'vitest'
import { isInTop, type ReplayedPerson, replayedChance, replayMonth, summarizeReplay } from './replay.ts'
import type { ScoredSignalInput } from './score-input.ts'

const signal = (eventDate: string): ScoredSignalInput => ({
  id: eventDate,
  category: 'destinations',
  subtype: 'destinations.metro',
  confidence: 0.8,
  eventDate,
  source: 'sample',
  documentId: null,
})
const REPLAY = {
  asOf: '2026-05-01',
  today: '2026-11-21',
  policy: { excludeAge: false, excludeFamilial: false },
}
const person = (overrides: Partial<ReplayedPerson> = {}): ReplayedPerson => ({
  id: 'a',
  birthYear: null,
  age: null,
  ageRange: null,
  signals: [],
  ...overrides,
})

describe('A30 replay of a past list', () => {
  test('uses only signals dated by that day', () => {
    const chance = replayedChance(person({ signals: [signal('2026-04-20')] }), REPLAY)
    expect(chance).toBeGreaterThan(replayedChance(person(), REPLAY))
    const withLater = person({ signals: [signal('2026-04-20'), signal('2026-05-02'), signal('2026-11-01')] })
    expect(replayedChance(withLater, REPLAY)).toBe(chance)
    expect(replayedChance(person({ signals: [signal('2026-05-02')] }), REPLAY)).toBe(
      replayedChance(person(), REPLAY),
    )
  })

  test('uses the ages of people on that day', () => {
    const replayIn2024 = { ...REPLAY, asOf: '2024-05-01' }
    expect(replayedChance(person({ age: 26 }), replayIn2024)).toBe(
      replayedChance(person({ birthYear: 2000 }), replayIn2024),
    )
    expect(replayedChance(person({ age: 26 }), replayIn2024)).not.toBe(
      replayedChance(person({ age: 36 }), replayIn2024),
    )
  })

  test('looks back at least six months, from the first of a month', () => {
    expect(['2026-11-01', '2026-11-30', '2026-03-31'].map(replayMonth)).toEqual([
      '2026-05-01',
      '2026-05-01',
      '2025-09-01',
    ])
  })

  test('treats a fifth of the list as its top, and equal chances as higher', () => {
    const otherChances = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9]
    expect([0.95, 0.85, 0.75, 0.9].map((chance) => isInTop(chance, otherChances))).toEqual([
      true,
      true,
      false,
      true,
    ])
    expect(isInTop(0.1, Array(99).fill(0.1))).toBe(false)
    expect(isInTop(0.1, [])).toBe(false)
  })

  test('reports too few moves below ten, or else the share with its interval and the base rate', () => {
    expect(summarizeReplay(Array(9).fill(true), 50)).toEqual({
      status: 'too_few',
      moved: 9,
      needed: 10,
      list: 50,
    })
    const inTop = Array.from({ length: 27 }, (_, index) => index < 16)
    expect(summarizeReplay(inTop, 300)).toMatchObject({ moved: 27, inTop: 16, byChance: 0.2, list: 300 })
    const { low, high } = summarizeReplay(inTop, 300) as { low: number; high: number }
    // The Wilson interval of 16 in 27.
    expect([low, high].map((share) => Math.round(1000 * share))).toEqual([407, 755])
  })
})
