import { expect, test } from 'vitest'
import { counterfactualTexts, courseText, spokeLength } from './score-texts.ts'

test('A13 each live signal says what the score would be without it', () => {
  expect(counterfactualTexts([{ signalId: 's1', category: 'divorce', without: 50 }], [])).toEqual([
    'Without the divorce signal: 50',
  ])
})

test('A13 two signals of one category are told apart by their dates', () => {
  const signals = [
    { id: 's1', eventDate: '2026-09-18', detectedAt: '2026-10-02T00:00:00Z' },
    { id: 's2', eventDate: null, detectedAt: '2026-10-02T00:00:00Z' },
  ]
  const texts = counterfactualTexts(
    [
      { signalId: 's1', category: 'debt', without: 31 },
      { signalId: 's2', category: 'debt', without: 60 },
    ],
    signals,
  )
  expect(texts).toEqual([
    'Without the debt signal of Sep 18, 2026: 31',
    'Without the debt signal of Oct 2, 2026: 60',
  ])
})

test('A13 the signal with most points says when it peaks and fades; expired ones say nothing', () => {
  const course = {
    category: 'debt' as const,
    peakFrom: '2027-05-21',
    peakTo: '2028-05-21',
    expiresAt: '2032-01-03',
  }
  expect(courseText([{ id: 'a', live: true, points: 31, ...course }])).toBe(
    'Peaks May 2027 – May 2028, fades after that, gone by January 2032.',
  )
  expect(courseText([{ id: 'a', live: false, points: 0, ...course }])).toBe('')
})

test('A13 a small score draws small spokes, the largest stays within the rim', () => {
  expect(spokeLength(5, 5)).toBeCloseTo(0.083, 2)
  expect(spokeLength(60, 60)).toBe(1)
  expect(spokeLength(91, 91)).toBe(1)
})
