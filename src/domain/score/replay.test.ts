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
const AT = {
  asOf: '2026-05-01',
  today: '2026-11-21',
  policy: { excludeAge: false, excludeFamilial: false },
}
const person = (fields: Partial<ReplayedPerson> = {}): ReplayedPerson => ({
  id: 'a',
  birthYear: null,
  age: null,
  ageRange: null,
  signals: [],
  ...fields,
})

describe('A30 replay of a past list', () => {
  test('counts what was on record and nothing dated later', () => {
    const before = replayedChance(person({ signals: [signal('2026-04-20')] }), AT)
    expect(before).toBeGreaterThan(replayedChance(person(), AT))
    const withLater = person({ signals: [signal('2026-04-20'), signal('2026-05-02'), signal('2026-11-01')] })
    expect(replayedChance(withLater, AT)).toBe(before)
    expect(replayedChance(person({ signals: [signal('2026-05-02')] }), AT)).toBe(replayedChance(person(), AT))
  })

  test('uses the ages of people on that day', () => {
    const years = { ...AT, asOf: '2024-05-01' }
    expect(replayedChance(person({ age: 26 }), years)).toBe(
      replayedChance(person({ birthYear: 2000 }), years),
    )
    expect(replayedChance(person({ age: 26 }), years)).not.toBe(replayedChance(person({ age: 36 }), years))
  })

  test('looks back at least six months, from the first of a month', () => {
    expect(['2026-11-01', '2026-11-30', '2026-03-31'].map(replayMonth)).toEqual([
      '2026-05-01',
      '2026-05-01',
      '2025-09-01',
    ])
  })

  test('has a fifth of the list at its top, and equal chances count as higher', () => {
    const others = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9]
    expect([0.95, 0.85, 0.75, 0.9].map((chance) => isInTop(chance, others))).toEqual([
      true,
      true,
      false,
      true,
    ])
    expect(isInTop(0.1, Array(99).fill(0.1))).toBe(false)
    expect(isInTop(0.1, [])).toBe(false)
  })

  test('reports too few below ten, else the share with its interval and the base rate', () => {
    expect(summarizeReplay(Array(9).fill(true), 50)).toEqual({
      status: 'too_few',
      moved: 9,
      needed: 10,
      list: 50,
    })
    const inTop = Array.from({ length: 27 }, (_, i) => i < 16)
    expect(summarizeReplay(inTop, 300)).toMatchObject({ moved: 27, inTop: 16, byChance: 0.2, list: 300 })
    const { low, high } = summarizeReplay(inTop, 300) as { low: number; high: number }
    // Wilson for 16 of 27.
    expect([low, high].map((share) => Math.round(1000 * share))).toEqual([407, 755])
  })
})
