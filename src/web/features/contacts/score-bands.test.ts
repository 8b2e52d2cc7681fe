import { expect, test } from 'vitest'
import { confidencePercent, evidenceTone, likelihoodTone } from './score-bands.ts'

test('A13 changes the color of the Move Likelihood Score bar at 75, 50 and 25', () => {
  expect([100, 75, 74, 50, 49, 25, 24, 0].map(likelihoodTone)).toEqual([
    'red',
    'red',
    'orange',
    'orange',
    'yellow',
    'yellow',
    'green',
    'green',
  ])
})

test('A13 changes the color of a signal bar at 75, 50 and 30', () => {
  expect([75, 74, 50, 49, 30, 29].map(evidenceTone)).toEqual([
    'red',
    'orange',
    'orange',
    'yellow',
    'yellow',
    'blue',
  ])
})

test('A13 shows the stored confidence times 100, or the score when none is stored', () => {
  expect(confidencePercent({ confidenceScore: 0.95, score: 40 })).toBe(95)
  expect(confidencePercent({ confidenceScore: 0, score: 40 })).toBe(0)
  expect(confidencePercent({ confidenceScore: null, score: 40 })).toBe(40)
})
